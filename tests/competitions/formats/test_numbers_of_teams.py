"""Every format refuses to begin with too few or too many teams, and says how many are missing; byes are no obstacle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from competitions.formats import draws
from competitions.formats.kinds import FORMATS
from competitions.models import Competition, Fixture
from competitions.models.formats import Format, formats_by_key, register
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_teams, competition_in, matches_of
from tests.competitions.formats.king_of_the_hill import KING_OF_THE_HILL
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal

SMALL = replace(KING_OF_THE_HILL, key="small_hill", fewest_teams=3, most_teams=4)
ALL = (*FORMATS, KING_OF_THE_HILL, SMALL)
DRAWN = [each for each in ALL if each.draw is not None]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The formats that the product does not have."""
    register(KING_OF_THE_HILL, SMALL)
    yield
    for each in (KING_OF_THE_HILL, SMALL):
        del formats_by_key[each.key]


def of_format(cast: Cast, chosen: Format[Competition], teams: int) -> Competition:
    return competition_in(cast.league, bare_teams(cast.league, teams), shape=Shape(scheduling=chosen.key))


def press(client: Client, competition: Competition, button: str) -> tuple[int, str]:
    """The answer to a button of the competition's page."""
    address = f"/competitions/{competition.public_id}/{button}/"
    response = client.post(address, form_data(version=competition.version), follow=True)
    return response.status_code, response.content.decode()


@pytest.mark.parametrize("chosen", ALL, ids=lambda each: each.key)
@pytest.mark.parametrize("teams", [0, 1])
def test_too_few_teams_are_refused_with_the_number_that_is_missing(
    cast: Cast, chosen: Format[Competition], teams: int
) -> None:
    made, client = of_format(cast, chosen, teams), signed_in(cast.commissioner)
    status, said = press(client, made, "draw" if chosen.draw else "start")
    assert status == 422
    missing = chosen.fewest_teams - teams
    assert f"needs at least {chosen.fewest_teams} teams and has {teams}" in said and f"Enter {missing} more" in said
    assert not Fixture.objects.exists()
    for page in ("", "ladder/", "draw/", "fixtures/", "table/"):
        assert client.get(f"/competitions/{made.public_id}/{page}").status_code in (200, 404, 405)


@pytest.mark.parametrize("chosen", ALL, ids=lambda each: each.key)
@pytest.mark.parametrize("teams", [2, 3])
def test_two_teams_begin_and_so_do_three_with_their_byes(cast: Cast, chosen: Format[Competition], teams: int) -> None:
    made = of_format(cast, chosen, teams)
    if teams < chosen.fewest_teams:
        return
    if chosen.draw:
        made = draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version, seed="fair")
    made = draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    assert made.state == Competition.State.RUNNING
    assert bool(matches_of(made)) is not chosen.chosen_by_coaches


@pytest.mark.parametrize("teams", [2, 5])
def test_a_format_can_ask_for_more_teams_and_hold_fewer(cast: Cast, teams: int) -> None:
    made = of_format(cast, SMALL, teams)
    with pytest.raises(Refusal) as refused:
        draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
    limit = "competitions.too_few_teams" if teams < 3 else "competitions.too_many_teams"
    assert refused.value.id == limit
    assert not Fixture.objects.exists()


@pytest.mark.parametrize("chosen", [each for each in DRAWN if each.most_teams], ids=lambda each: each.key)
def test_one_team_more_than_a_format_holds_is_refused(cast: Cast, chosen: Format[Competition]) -> None:
    assert chosen.most_teams is not None
    made = of_format(cast, chosen, chosen.most_teams + 1)
    with pytest.raises(Refusal, match=f"at most {chosen.most_teams} teams and has {chosen.most_teams + 1}") as refused:
        draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
    assert "Remove 1" in refused.value.remedy


def test_a_competition_that_lost_teams_after_its_draw_does_not_start(cast: Cast) -> None:
    made = of_format(cast, KING_OF_THE_HILL, 2)
    made = draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
    made.entrants.filter(team__name="Badgers").delete()
    with pytest.raises(Refusal) as refused:
        draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    assert refused.value.id == "competitions.too_few_teams"
