"""Several unplayed matches changed at once: all of them or none."""

from __future__ import annotations

import pytest

from competitions.models import Competition, Fixture
from competitions.several_views import choices
from matches.models import Match
from tests.competitions import stage
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import Page, visit


@pytest.fixture
def competition(cast: Cast) -> Competition:
    """Four teams, three rounds of two matches, under way."""
    teams = [stage.bare_team(cast.league, f"Team {letter}", cast.coach) for letter in "ABCD"]
    return stage.competition_in(cast.league, teams, started=True)


def page_of(cast: Cast, competition: Competition) -> Page:
    return visit(signed_in(cast.commissioner), f"/competitions/{competition.public_id}/fixtures/several/")


def ids(competition: Competition, number: int) -> list[str]:
    rows = Fixture.objects.filter(round__competition=competition, round__number=number).order_by("id")
    return [f"{row.pk}.{row.version}" for row in rows]


def test_all_unplayed_matches_are_listed_by_round(cast: Cast, competition: Competition) -> None:
    assert len(choices(competition)) == 6
    text = page_of(cast, competition).text
    assert "Round 1: Team" in text and "Round 3: Team" in text
    played = Fixture.objects.filter(round__competition=competition).first()
    assert played is not None
    Match.objects.filter(pk=played.match_id).update(state=Match.State.PLAYING)
    assert len(choices(competition)) == 5


def test_a_whole_round_is_moved_behind_the_others(cast: Cast, competition: Competition) -> None:
    chosen = ids(competition, 1)
    page = page_of(cast, competition).press("Change them", fixtures=chosen, change="move", to="4")
    assert "2 matches are changed" in page.text
    assert {row.round.number for row in Fixture.objects.filter(pk__in=[int(one.split(".")[0]) for one in chosen])} == {
        4
    }


def test_home_and_away_are_turned_round(cast: Cast, competition: Competition) -> None:
    before = {row.pk: (row.home_id, row.away_id) for row in Fixture.objects.filter(round__number=2)}
    page_of(cast, competition).press("Change them", fixtures=ids(competition, 2), change="swap", to="")
    after = {row.pk: (row.away_id, row.home_id) for row in Fixture.objects.filter(round__number=2)}
    assert after == before


def test_matches_are_deleted(cast: Cast, competition: Competition) -> None:
    chosen = [*ids(competition, 2), *ids(competition, 3)]
    page_of(cast, competition).press("Change them", fixtures=chosen, change="delete", to="")
    assert Fixture.objects.filter(round__competition=competition).count() == 2
    assert Match.objects.filter(league=cast.league).count() == 2


def test_where_one_cannot_be_moved_none_is(cast: Cast, competition: Competition) -> None:
    page = page_of(cast, competition).press("Change them", fixtures=ids(competition, 1), change="move", to="2")
    assert page.status == 422 and "round 2 already" in page.text
    assert len(ids(competition, 1)) == 2 and len(ids(competition, 2)) == 2


def test_a_match_changed_meanwhile_stops_all(cast: Cast, competition: Competition) -> None:
    page = page_of(cast, competition)
    chosen = ids(competition, 1)
    page_of(cast, competition).press("Change them", fixtures=chosen[:1], change="swap", to="")
    late = page.press("Change them", fixtures=chosen, change="delete", to="")
    assert late.status == 422 and "changed meanwhile" in late.text
    assert Fixture.objects.filter(round__competition=competition).count() == 6


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"fixtures": [], "change": "delete"}, "at least one"),
        ({"change": "burn"}, "burn"),
        ({"change": "move", "to": ""}, "Choose the round"),
        ({"fixtures": ["1.1.1"], "change": "delete"}, "changed meanwhile"),
        ({"fixtures": ["\x00"], "change": "delete"}, "changed meanwhile"),
    ],
)
def test_what_is_no_change_is_refused(
    cast: Cast, competition: Competition, fields: dict[str, object], said: str
) -> None:
    page = page_of(cast, competition).press("Change them", **{"fixtures": ids(competition, 1), "to": "", **fields})
    assert page.status == 422 and said in page.text
    assert Fixture.objects.filter(round__competition=competition).count() == 6
