"""Sums of statistics: they equal the sums over the rows, in every part of a league's life, and follow each change."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from competitions.models import Competition
from competitions.standings import kept_back
from competitions.standings.standings import results_changed
from leagues.models import League
from matches.models import Match
from stats.played.scope import Scope, whole
from stats.tables import check
from stats.tables.kept_sums import totals_in
from stats.tables.sums import of_spells
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_team,
    competition_in,
    decide_match,
    matches_of,
)
from web.snapshot_reads import snapshot


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


def deeds(scope: Scope) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in totals_in(scope).lines:
        found.update(line.deeds)
    return found


def test_the_sums_are_those_of_the_lines(division: Competition, league: League) -> None:
    totals = totals_in(whole(league))
    assert totals.matches == 4
    assert sum(side.matches for side in totals.sides) == 8
    assert sum(side.won for side in totals.sides) == sum(side.lost for side in totals.sides) == 4
    assert sum(side.scored for side in totals.sides) == sum(side.scored_against for side in totals.sides) == 12
    assert deeds(whole(league)) == {"touchdowns": 8}
    assert not check.differences(league)


def test_a_correction_and_an_annulment_change_the_sums_at_once(division: Competition, league: League) -> None:
    assert totals_in(whole(league)).matches == 4
    first, second = matches_of(division)[:2]
    decide_match(first, 5, 0)
    assert sum(side.scored for side in totals_in(whole(league)).sides) == 14
    annul_match(second)
    for scope in (whole(league), Scope(league=league, season=division.season.pk)):
        assert totals_in(scope).matches == 3
        assert deeds(scope) == {"touchdowns": 6}
    assert not check.differences(league)


def test_only_the_competition_that_changed_is_added_up_again(
    division: Competition, league: League, django_assert_num_queries: Any
) -> None:
    other = competition_in(league, [bare_team(league, "Owls"), bare_team(league, "Larks")], started=True)
    totals_in(whole(league))
    with django_assert_num_queries(2):
        totals_in(whole(league))
    decide_match(matches_of(other)[0], 1, 1)
    with django_assert_num_queries(6):
        assert totals_in(whole(league)).matches == 5


def test_a_result_is_added_to_the_sums_that_are_kept(division: Competition, league: League) -> None:
    def read() -> tuple[int, list[Any], list[Any]]:
        with snapshot():
            found = totals_in(whole(league))
        assert sorted(of_spells(found.spells)) == sorted(of_spells(found.lines))
        return found.matches, sorted(found.sides), sorted(found.lines, key=repr)

    def again() -> tuple[int, list[Any], list[Any]]:
        kept_back.forget()
        cache.clear()
        return read()

    read()
    late = [each for each in matches_of(division) if each.match is None or each.match.state not in Match.PLAYED]
    for state, score in ((Match.State.CLOSED, (3, 1)), (Match.State.POST_MATCH, (0, 2))):
        fixture = late.pop()
        decide_match(fixture, *score)
        Match.objects.filter(pk=fixture.match_id).update(state=state)
        for _each in range(2):
            add_player_line(fixture, "home", fixture.home.players.create(), spp=4, completions=1)
        add_player_line(fixture, "home", fixture.home.players.first() or fixture.home.players.create(), spp=4)
        results_changed([division.pk])
        grown = read()
        assert grown == again() and grown[0] == 5 + (state == Match.State.POST_MATCH)
    decide_match(matches_of(division)[0], 9, 9)
    assert read() == again()


def test_level_rows_stand_in_the_same_order_however_their_sums_were_come_by(
    division: Competition, league: League
) -> None:
    fixture = matches_of(division)[0]
    for number in range(4):
        for team in (fixture.away, fixture.home):
            side = "home" if team == fixture.home else "away"
            add_player_line(fixture, side, team.players.create(name=f"No. {number}"), touchdowns=1, spp=3)
    results_changed([division.pk])
    client = Client()
    for score in ((3, 1), (4, 1)):
        client.get(f"/leagues/{league.slug}/statistics/")
        decide_match(fixture, *score)
        kept = client.get(f"/leagues/{league.slug}/statistics/").text
        kept_back.forget()
        cache.clear()
        assert kept == client.get(f"/leagues/{league.slug}/statistics/").text


def test_sums_that_a_result_changed_are_not_read_again_after_another_change(
    division: Competition, league: League, django_assert_num_queries: Any
) -> None:
    def read() -> int:
        with snapshot():
            return totals_in(whole(league)).matches

    late = [each for each in matches_of(division) if each.match is None or each.match.state not in Match.PLAYED]
    assert read() == 4
    decide_match(late[0], 2, 1)
    assert read() == 5
    with django_assert_num_queries(2):
        assert read() == 5


def test_a_kill_belongs_to_the_killer(division: Competition, league: League) -> None:
    fixture = matches_of(division)[0]
    killer = fixture.away.players.create(name="Axe")
    victim = fixture.home.players.create(name="Unlucky")
    add_player_line(fixture, "home", victim, died=True, killed_by=killer)
    add_player_line(fixture, "away", killer, number=9, position="Blitzer")
    decide_match(fixture, 2, 1)
    [line] = [line for line in totals_in(whole(league)).lines if line.player == killer.pk]
    assert (line.kills, line.team, line.position, line.number) == (1, fixture.away_id, "Blitzer", 9)
    assert sum(line.died for line in totals_in(whole(league)).lines) == 1
    assert not check.differences(league)


FIGURES = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))


# What one example leaves behind is part of the next one: the sums hold for all of it.
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(results=st.lists(FIGURES, min_size=1, max_size=6))
def test_whatever_is_played_the_tables_add_up_to_it(
    division: Competition, results: list[tuple[int, int, int, int]]
) -> None:
    league = division.season.league
    fixtures = matches_of(division)
    for place, (home, away, one, other) in enumerate(results):
        fixture = fixtures[place % len(fixtures)]
        decide_match(fixture, home, away, (one, other))
        player = fixture.home.players.create(name="Somebody")
        add_player_line(fixture, "home", player, spp=one, touchdowns=home, completions=other)
        if place % 3 == 2:
            annul_match(fixture)
    # Lines that are added after the result count once the result is written again.
    for fixture in fixtures:
        fixture.match.refresh_from_db()
        if fixture.match.counts:
            sides = {side.side: side for side in fixture.match.sides.all()}
            decide_match(fixture, sides["home"].score, sides["away"].score)
    assert not check.differences(league)
