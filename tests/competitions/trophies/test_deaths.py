"""The deaths of a season after another result, a correction and an annulment: what a reading of all matches gives."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Competition, Fixture
from competitions.trophies.deaths import deaths_in
from matches.models import Match, PlayerLine
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast


@pytest.fixture
def cup(cast: Cast) -> Competition:
    return competition_in(cast.league, bare_teams(cast.league, 4), started=True)


def dead(competition: Competition) -> list[int]:
    """The dead as they are kept, which are those that a reading of everything gives."""
    competition.refresh_from_db()
    kept = deaths_in(competition.season)
    assert kept == deaths_in(competition.season)
    cache.clear()
    assert kept == deaths_in(competition.season)
    return [death.player for death in kept]


def die(fixture: Fixture, name: str) -> PlayerLine:
    decide_match(fixture, 1, 0)
    return add_player_line(fixture, "home", fixture.home.players.create(name=name), died=True)


def test_results_corrections_and_annulments_are_followed(cup: Competition) -> None:
    first, second, third, *_others = matches_of(cup)
    one = die(first, "Ann")
    assert dead(cup) == [one.player_id]
    other = die(second, "Bob")
    Match.objects.filter(pk=second.match_id).update(state=Match.State.POST_MATCH)
    assert sorted(dead(cup)) == [one.player_id, other.player_id]
    decide_match(second, 1, 0)
    late = die(third, "Cas")
    assert len(dead(cup)) == 3
    PlayerLine.objects.filter(pk=one.pk).update(died=False)
    decide_match(first, 0, 0)  # as a correction, which raises the version of the match
    assert sorted(dead(cup)) == [other.player_id, late.player_id]
    late.delete()
    annul_match(third)
    assert dead(cup) == [other.player_id]


def test_after_a_result_only_the_deaths_of_its_match_are_read(cup: Competition) -> None:
    first, second, *_others = matches_of(cup)
    die(first, "Ann")
    deaths_in(cup.season)
    die(second, "Bob")
    cup.refresh_from_db()
    with CaptureQueriesContext(connection) as seen:
        assert len(deaths_in(cup.season)) == 2
    [read] = [query["sql"] for query in seen if "killed_by" in query["sql"]]
    assert f"IN ({second.match_id})" in read
