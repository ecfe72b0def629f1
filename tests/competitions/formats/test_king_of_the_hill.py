"""A sixth format of one module can be set up, drawn, played, corrected, shown and printed without other changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from competitions.formats import draws
from competitions.formats.qualification import qualification
from competitions.models import Competition, Withdrawal
from competitions.models.formats import all_formats, formats_by_key, register
from competitions.prints.prints import standings_print
from competitions.rulings import decisions, withdrawals
from competitions.setup import finishing, services
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_teams, decide_match, matches_of
from tests.competitions.formats.king_of_the_hill import KING_OF_THE_HILL
from tests.leagues.cast import Cast, form_data, signed_in


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    register(KING_OF_THE_HILL)
    yield
    del formats_by_key[KING_OF_THE_HILL.key]


@pytest.fixture
def hill(cast: Cast) -> Competition:
    """Three teams, set up with the buttons and fields of the settings page, drawn and started."""
    client = signed_in(cast.commissioner)
    client.post(f"/leagues/{cast.league.slug}/seasons/open/", form_data(name="Season 1"))
    address = f"/leagues/{cast.league.slug}/seasons/1/competitions/new/"
    offered = client.get(address).content.decode()
    assert "King of the hill: the winner stays" in offered
    arranged = client.post(address, {"do": "hill"}).content.decode()
    assert 'value="The Hill"' in arranged and "The king plays at home" in arranged
    typed = {
        "name": "The Hill", "scheduling": KING_OF_THE_HILL.key, "legs": 1, "win": 3, "draw": 1, "loss": 0,
        "conceded": 0, "tie_1": "points", "king_at_home": "on",
    }  # fmt: skip
    response = client.post(address, form_data(**typed))
    assert response.status_code == 302, response.content.decode()
    made = Competition.objects.get()
    made = services.enter_teams(
        competition=made, by=cast.commissioner, expected=made.version, teams=bare_teams(cast.league, 3)
    )
    client.post(f"/competitions/{made.public_id}/draw/", form_data(version=made.version))
    made.refresh_from_db()
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)


def names(competition: Competition) -> list[tuple[int, str, str]]:
    return [(each.round.number, each.home.name, each.away.name) for each in matches_of(competition) if each.away]


def test_its_options_are_shown_once_it_is_chosen(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    client.post(f"/leagues/{cast.league.slug}/seasons/open/", form_data(name="Season 1"))
    address = f"/leagues/{cast.league.slug}/seasons/1/competitions/new/"
    page = client.get(address).text
    (choice,) = re.findall(r'<input[^>]* value="king_of_the_hill"[^>]*>', page)
    assert f'id="id_scheduling_{all_formats().index(KING_OF_THE_HILL)}"' in choice
    assert "king_at_home" not in page
    chosen = client.post(address, {"do": "fields", "scheduling": "king_of_the_hill", "shown": "round_robin"}).text
    assert "king_at_home" in chosen


def test_the_winner_meets_the_next_challenger(hill: Competition) -> None:
    assert names(hill) == [(1, "Anvils", "Badgers")]
    decide_match(matches_of(hill)[0], 0, 2)
    assert names(hill) == [(1, "Anvils", "Badgers"), (2, "Badgers", "Comets")]
    decide_match(matches_of(hill)[1], 1, 0)
    assert len(names(hill)) == 2


def test_a_withdrawn_result_removes_the_next_match(cast: Cast, hill: Competition) -> None:
    first = matches_of(hill)[0]
    decisions.award_walkover(fixture=first, by=cast.commissioner, expected=first.version, to="away", reason="late")
    assert names(hill)[1] == (2, "Badgers", "Comets")
    first.refresh_from_db()
    decisions.revoke_decision(fixture=first, by=cast.commissioner, expected=first.version, reason="they came")
    assert names(hill) == [(1, "Anvils", "Badgers")]


def leave(cast: Cast, hill: Competition, name: str) -> None:
    current, walkovers = Competition.objects.get(pk=hill.pk), Withdrawal.How.WALKOVERS
    team = hill.entrants.get(team__name=name).team
    given = {"competition": current, "by": cast.commissioner, "expected": current.version, "team": team}
    withdrawals.leave(**given, how=walkovers, reason="Moved away.")


def test_a_waiting_team_that_has_left_loses_its_challenge_by_a_walkover(cast: Cast, hill: Competition) -> None:
    leave(cast, hill, "Comets")
    assert names(hill) == [(1, "Anvils", "Badgers")]
    decide_match(matches_of(hill)[0], 0, 2)
    last = matches_of(hill)[-1]
    assert names(hill)[1:] == [(2, "Badgers", "Comets")]
    assert (last.home_outcome, last.away_outcome, last.match) == ("walkover", "forfeit", None)
    hill.refresh_from_db()
    finished = finishing.finish_competition(competition=hill, by=cast.commissioner, expected=hill.version)
    assert finished.state == Competition.State.FINISHED


def test_a_king_that_leaves_loses_the_hill(cast: Cast, hill: Competition) -> None:
    leave(cast, hill, "Anvils")
    assert names(hill) == [(1, "Anvils", "Badgers"), (2, "Badgers", "Comets")]


def test_the_pages_show_the_hill(cast: Cast, hill: Competition) -> None:
    decide_match(matches_of(hill)[0], 0, 2)
    client = signed_in(cast.commissioner)
    own = f"/competitions/{hill.public_id}/"
    for address in (own, f"{own}ladder/"):
        page = client.get(address).content.decode()
        assert "The king comes first, then the challengers in turn." in page, address
        order = page[page.index('<ol class="rungs"') :]
        assert order.index("Badgers") < order.index("Comets") < order.index("Anvils"), address
    assert ">Hill</a>" in client.get(f"{own}fixtures/").content.decode()
    assert "Challenge 2" in client.get(f"{own}fixtures/").content.decode()
    league = f"/leagues/{cast.league.slug}/"
    pages = ("manage/", "settings/", "table/", "players/", "teams/", "order/", "owed/", "deadlines/", "feeds/")
    for address in (*(own + page for page in pages), league, f"{league}seasons/1/", f"{league}seasons/1/end/"):
        assert client.get(address).status_code == 200, address


def test_the_hill_is_printed_in_its_order(hill: Competition) -> None:
    decide_match(matches_of(hill)[0], 0, 2)
    shown = standings_print(Competition.objects.select_related("season__league").get(pk=hill.pk))
    assert [row.team.name for row in shown.view.rows] == ["Badgers", "Comets", "Anvils"]
    assert shown.notes[0] == "The king comes first, then the challengers in turn."
    assert [each.name for each in shown.view.rounds] == ["Challenge 1", "Challenge 2"]


def test_a_finished_hill_sends_its_best_teams_on(cast: Cast, hill: Competition) -> None:
    for place in range(2):
        decide_match(matches_of(hill)[place], 2, 0)
    hill.refresh_from_db()
    hill = finishing.finish_competition(competition=hill, by=cast.commissioner, expected=hill.version)
    assert hill.state == Competition.State.FINISHED
    teams = dict(hill.entrants.values_list("team", "team__name"))
    assert [teams[int(each.team)] for each in qualification.finishers(hill)] == ["Anvils", "Comets", "Badgers"]


def test_an_option_of_the_format_is_saved_and_cannot_change_after_the_start(cast: Cast, hill: Competition) -> None:
    assert hill.format_options == {"king_at_home": True}
    shape = Shape(scheduling=KING_OF_THE_HILL.key, options={"king_at_home": False})
    setup = services.Setup(name="The Knoll", shape=shape)
    changed = services.change_competition(competition=hill, by=cast.commissioner, expected=hill.version, setup=setup)
    assert (changed.name, changed.options.king_at_home) == ("The Knoll", True)
    changed = draws.undo_start(competition=changed, by=cast.commissioner, expected=changed.version)
    changed = services.change_competition(
        competition=changed, by=cast.commissioner, expected=changed.version, setup=setup
    )
    assert (changed.options.king_at_home, names(changed)) == (False, [])
    drawn = draws.draw_fixtures(competition=changed, by=cast.commissioner, expected=changed.version)
    assert names(drawn) == [(1, "Badgers", "Anvils")]
    log = signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/log/").content.decode()
    assert "who plays at home" in log


def test_a_format_that_pairs_by_round_says_how_many_rounds_there_are() -> None:
    with pytest.raises(ValueError, match="planned_rounds"):
        register(replace(KING_OF_THE_HILL, key="endless", paired_by_round=True))
