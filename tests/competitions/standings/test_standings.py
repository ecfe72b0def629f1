"""Tables from rows: what counts, the number of queries, and the cache."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from competitions.fixtures import fixtures
from competitions.models import Adjustment, Competition, Entrant, Fixture
from competitions.setup import services
from competitions.setup.setup import Setup
from competitions.standings.leaders import KILLS, leaders_of
from competitions.standings.standings import Standings, cache_key, standings_after, standings_of, standings_of_all
from matches.models import POINTS, Match
from matches.report import reporting
from matches.sequence import opening
from tests.competitions.competition_builders import (
    add_player_line,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.leagues.cast import Cast
from tests.matches import match_builders
from tests.teams.team_builders import approved_team


def table(competition: Competition) -> Standings:
    competition.refresh_from_db()
    return standings_of(competition)


def points(competition: Competition) -> dict[int, int]:
    return {int(row.team): row.points for row in table(competition).lines}


def test_without_matches_the_table_has_zeros(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    found = table(competition)
    assert [(row.rank, row.played, row.points) for row in found.lines] == [(1, 0, 0)] * 3
    assert (found.rounds, found.played) == ((), 0)


def test_the_table_has_the_figures_of_the_matches(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True, legs=2)
    first, second = matches_of(competition)
    decide_match(first, 3, 1, (2, 5))
    decide_match(second, 1, 1, (0, 1))
    rows = {row.team: row for row in table(competition).lines}
    home = rows[first.home_id]
    assert (home.played, home.won, home.drawn, home.lost, home.points, home.form) == (2, 1, 1, 0, 4, "WD")
    assert (home.score_for, home.score_against, home.score_difference) == (4, 2, 2)
    assert (home.casualties_for, home.casualties_against, home.casualty_difference) == (3, 5, -2)
    assert dict(table(competition).climb)[first.home_id] == (3, 4)


def test_a_concession_has_points_of_its_own(cast: Cast) -> None:
    competition = competition_in(
        cast.league, bare_teams(cast.league, 2), started=True, points={"win": 3, "conceded": -1}
    )
    fixture = matches_of(competition)[0]
    decide_match(fixture, 2, 0)
    fixture.match.sides.filter(side="away").update(result="conceded")
    services.results_changed([competition.pk])
    assert points(competition) == {fixture.home_id: 3, fixture.away_id: -1}


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(5))
def test_the_table_is_the_same_after_any_order_of_entry(cast: Cast, seed: int) -> None:
    """The same results, confirmed in two orders, in two competitions of the same teams."""
    rng = random.Random(seed)
    teams = bare_teams(cast.league, 6)
    one = competition_in(cast.league, teams, started=True)
    other = competition_in(cast.league, teams, started=True)
    results = [(rng.randrange(4), rng.randrange(4), (rng.randrange(4), rng.randrange(4))) for _ in range(15)]
    for fixture, (home, away, casualties) in zip(matches_of(one), results, strict=True):
        decide_match(fixture, home, away, casualties)
    shuffled = list(zip(matches_of(other), results, strict=True))
    rng.shuffle(shuffled)
    for fixture, (home, away, casualties) in shuffled:
        decide_match(fixture, home, away, casualties)
    assert table(one) == table(other)


@pytest.mark.parametrize("state", [state for state in Match.State if state not in Match.PLAYED])
def test_an_unconfirmed_match_does_not_count(cast: Cast, state: str) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    fixture = matches_of(competition)[0]
    decide_match(fixture, 2, 0)
    Match.objects.filter(pk=fixture.match_id).update(state=state)
    services.results_changed([competition.pk])
    assert table(competition).played == 0


# -- byes --


def test_a_bye_counts_only_if_the_commissioner_chooses_it(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    for counts in (False, True):
        competition = competition_in(cast.league, teams, started=True, byes_count=counts)
        for fixture in matches_of(competition):
            decide_match(fixture, 1, 1)
        assert set(points(competition).values()) == {2 + 3 * counts}
        assert {row.played for row in table(competition).lines} == {2}
        assert {"B" in row.form for row in table(competition).lines} == {counts}


def test_a_bye_counts_from_the_first_match_of_its_round_on(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True, byes_count=True)
    rests = {fixture.round.number: fixture.home_id for fixture in fixtures_of(competition) if fixture.away is None}
    assert set(points(competition).values()) == {0}
    decide_match(matches_of(competition)[0], 0, 0)
    assert points(competition)[rests[1]] == 3
    assert table(competition).climb and points(competition)[rests[2]] == 1


# -- records --


def test_results_without_play_count_as_recorded(cast: Cast) -> None:
    teams = bare_teams(cast.league, 2)
    competition = competition_in(cast.league, teams, drawn=True)
    fixture = fixtures_of(competition)[0]
    counted = {
        "home": {"score": 2, "touchdown_difference": 0, "casualty_difference": 0},
        "away": {"score": 0, "touchdown_difference": 0, "casualty_difference": 0, "points": -1},
    }
    Fixture.objects.filter(pk=fixture.pk).update(home_outcome="walkover", away_outcome="forfeit", counted=counted)
    Competition.objects.filter(pk=competition.pk).update(recorded=True)
    services.results_changed([competition.pk])
    rows = {row.team: row for row in table(competition).lines}
    winner, loser = rows[fixture.home_id], rows[fixture.away_id]
    assert (winner.points, winner.played, winner.walkovers, winner.score_difference) == (3, 0, 1, 0)
    assert (loser.points, loser.forfeits, loser.form) == (-1, 1, "F")


def test_the_form_follows_the_recorded_order_of_play(cast: Cast) -> None:
    teams = bare_teams(cast.league, 2)
    competition = competition_in(cast.league, teams, started=True, legs=2)
    first, second = matches_of(competition)
    decide_match(first, 1, 0)
    decide_match(second, 2, 2)
    Fixture.objects.filter(pk=first.pk).update(order=2)
    Fixture.objects.filter(pk=second.pk).update(order=1)
    services.results_changed([competition.pk])
    assert next(row.form for row in table(competition).lines if row.team == first.home_id) == "DW"


def test_a_recorded_coin_toss_separates_teams(cast: Cast) -> None:
    teams = bare_teams(cast.league, 2)
    competition = competition_in(cast.league, teams, started=True, tie_breakers=("points", "coin_toss"))
    Entrant.objects.filter(competition=competition, team=teams[1]).update(coin_toss=1)
    Entrant.objects.filter(competition=competition, team=teams[0]).update(coin_toss=0)
    services.results_changed([competition.pk])
    assert [row.team for row in table(competition).lines] == [teams[1].pk, teams[0].pk]


# -- adjustments, earlier tables --


def adjust(competition: Competition, team: Any, points: int, round: int = 0) -> None:
    Adjustment.objects.create(competition=competition, team=team, points=points, round=round, reason="Late report")
    services.results_changed([competition.pk])


def test_an_adjustment_counts_as_points_and_in_the_points_by_round(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True, legs=2)
    first, second = matches_of(competition)
    decide_match(first, 1, 0)
    adjust(competition, first.home, -2, round=1)
    decide_match(second, 0, 0)
    assert points(competition) == {first.home_id: 2, first.away_id: 1}
    assert dict(table(competition).climb) == {first.home_id: (1, 2), first.away_id: (0, 1)}


def test_points_by_round_end_with_the_points_of_the_table_whatever_the_round_of_an_adjustment(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    for number, fixture in enumerate(matches_of(competition)):
        decide_match(fixture, number % 3, 1)
        adjust(competition, fixture.home, number - 7, round=number * 2)
    found = table(competition)
    climbs = dict(found.climb)
    assert all(climbs[int(row.team)][-1] == row.points == sum(each.points for each in row.sums) for row in found.lines)


def test_the_table_after_a_round_ignores_later_rounds(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    tables = {}
    for number in (1, 2, 3):
        for fixture in matches_of(competition):
            if fixture.round.number == number:
                decide_match(fixture, 2, number % 2, (number, 0))
        adjust(competition, fixture.home, -number, round=number)
        tables[number] = table(competition)
    competition.refresh_from_db()
    for number, then in tables.items():
        assert standings_after(competition, number) == then
    assert standings_after(competition, 0).played == 0


def test_an_earlier_table_is_cached_and_never_stale(cast: Cast, django_assert_num_queries: Callable[..., Any]) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    first, *_others, last = matches_of(competition)
    decide_match(first, 1, 0)
    decide_match(last, 1, 0)
    competition.refresh_from_db()
    with django_assert_num_queries(5):
        before = standings_after(competition, 1)
    with django_assert_num_queries(0):
        assert standings_after(competition, 1) == before
    decide_match(first, 0, 1)
    competition.refresh_from_db()
    assert standings_after(competition, 1) != before


def test_the_team_value_is_that_of_the_latest_match(cast: Cast) -> None:
    teams = bare_teams(cast.league, 2)
    competition = competition_in(cast.league, teams, started=True, tie_breakers=("team_value",))
    fixture = matches_of(competition)[0]
    decide_match(fixture, 1, 0)
    fixture.match.sides.filter(side="home").update(team_value=1_000_000)
    fixture.match.sides.filter(side="away").update(team_value=1_100_000)
    services.results_changed([competition.pk])
    assert [row.team for row in table(competition).lines] == [fixture.away_id, fixture.home_id]


# -- queries and the cache --


def test_any_number_of_tables_takes_four_queries_and_then_none(
    cast: Cast, django_assert_num_queries: Callable[..., Any], django_assert_max_num_queries: Callable[..., Any]
) -> None:
    few, many = bare_teams(cast.league, 3), bare_teams(cast.private, 12)
    competitions = [competition_in(cast.league, few, started=True), competition_in(cast.private, many, started=True)]
    for competition in competitions:
        for fixture in matches_of(competition)[:20]:
            decide_match(fixture, 2, 1)
    for wanted in (competitions[:1], competitions[1:], competitions):
        for competition in wanted:
            services.results_changed([competition.pk])
            competition.refresh_from_db()
        with django_assert_max_num_queries(4):  # the last only if a result is new
            cold = standings_of_all(wanted)
        with django_assert_num_queries(0):
            assert standings_of_all(wanted) == cold


def test_the_cache_is_read_only_for_the_current_version(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    old = table(competition)
    decide_match(matches_of(competition)[0], 1, 0)
    assert table(competition) != old
    cache.delete(cache_key(competition, "standings"))
    assert table(competition).played == 1


def changes(competition: Competition, cast: Cast) -> dict[str, Callable[[], object]]:
    """All changes that a commissioner can make to the table of a running competition."""
    fixture = matches_of(competition)[1]
    asked = {"fixture": fixture, "by": cast.commissioner, "expected": fixture.version}
    setup = Setup(name=competition.name, points={"win": 7}, tie_breakers=("points", "touchdowns"))
    return {
        "settings": lambda: services.change_competition(
            competition=competition, by=cast.commissioner, expected=competition.version, setup=setup
        ),
        "a fixture moved": lambda: fixtures.move_fixture(**asked, to=4),
        "sides swapped": lambda: fixtures.swap_sides(**asked),
        "a fixture deleted": lambda: fixtures.delete_fixture(**asked),
    }


@pytest.mark.parametrize("change", ["settings", "a fixture moved", "sides swapped", "a fixture deleted"])
def test_every_change_of_a_competition_raises_the_version(cast: Cast, change: str) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    before = competition.standings_version
    changes(competition, cast)[change]()
    competition.refresh_from_db()
    assert competition.standings_version > before


def test_a_change_that_is_rolled_back_keeps_the_version(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    before = competition.standings_version
    with transaction.atomic():
        decide_match(matches_of(competition)[0], 1, 0)
        transaction.set_rollback(True)
    competition.refresh_from_db()
    assert competition.standings_version == before


def test_a_match_does_not_change_other_competitions(cast: Cast) -> None:
    teams = bare_teams(cast.league, 2)
    one = competition_in(cast.league, teams, started=True)
    other = competition_in(cast.league, teams, started=True)
    before = other.standings_version
    decide_match(matches_of(one)[0], 1, 0)
    other.refresh_from_db()
    assert other.standings_version == before


# -- a whole match, by the services that people use --


@pytest.fixture
def derby(cast: Cast) -> Competition:
    teams = [
        approved_team(cast.league, coach, by=cast.commissioner, name=f"{coach.name}'s team")
        for coach in (cast.coach, cast.other_coach)
    ]
    return competition_in(cast.league, teams, started=True)


def test_the_table_follows_a_match_through_report_dispute_settlement_and_close(derby: Competition, cast: Cast) -> None:

    fixture = matches_of(derby)[0]
    home, away = fixture.home, fixture.away
    assert table(derby).played == 0
    match = opening.open_match(match=fixture.match, by=home.coach)
    match_builders.answer_all(match, by=home.coach)
    match.refresh_from_db()
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match, 2, 1), by=home.coach
    )
    assert table(derby).played == 0
    match.refresh_from_db()
    reporting.dispute_report(match=match, digest=match.reports.last().digest, by=away.coach, what="it was 2-2")
    assert table(derby).played == 0
    match.refresh_from_db()
    reporting.confirm_report(
        match=match, digest=match.reports.last().digest, by=cast.commissioner, settle=True, reason="seen it"
    )
    settled = table(derby)
    assert (settled.played, points(derby)) == (1, {home.pk: 3, away.pk: 0})
    assert leaders_of(derby)["touchdowns"][0].amount == 2
    match.refresh_from_db()
    match_builders.answer_all(match, by=home.coach)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    closed = table(derby)
    assert closed == settled
    assert leaders_of(derby)[POINTS][0].amount >= 5


# -- the best players --


def test_the_best_players_are_listed_by_what_they_did(
    cast: Cast, django_assert_num_queries: Callable[..., Any]
) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    first, second, unplayed = matches_of(competition)
    decide_match(first, 2, 1)
    decide_match(second, 1, 1)
    ann, bob = (first.home.players.create(name=name) for name in ("Ann", "Bob"))
    cyd = first.away.players.create(name="Cyd")
    add_player_line(first, "home", ann, touchdowns=2, spp=6, casualties=1)
    add_player_line(first, "home", bob, spp=5)
    add_player_line(first, "away", cyd, touchdowns=1, spp=6, died=True, killed_by=ann)
    add_player_line(unplayed, "home", ann, touchdowns=9)
    competition = Competition.objects.select_related("season__league__ruleset").get(pk=competition.pk)
    with django_assert_num_queries(5):
        found = leaders_of(competition)
    with django_assert_num_queries(0):
        assert leaders_of(competition) == found
    shown = {key: [(leader.rank, leader.player, leader.amount) for leader in found[key]] for key in found}
    assert shown == {
        "touchdowns": [(1, ann.pk, 2), (2, cyd.pk, 1)],
        "casualties": [(1, ann.pk, 1)],
        "completions": [],
        POINTS: [(1, ann.pk, 6), (1, cyd.pk, 6), (3, bob.pk, 5)],
        KILLS: [(1, ann.pk, 1)],
    }
    assert found[KILLS][0].team == first.home_id
