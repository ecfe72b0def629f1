"""The tie-breakers, each by a table worked out by hand, and the laws that hold for all of them."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.ranking.points import THRESHOLDS, Adjustment, Outcome, Points, Result, Side
from competitions.ranking.tables import Row, Scheme, rank_teams
from competitions.ranking.tallies import open_book
from competitions.ranking.tie_breakers import HEAD_TO_HEAD, TIE_BREAKERS, TieBreaker, known_keys, tie_breaker_of

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
LEVEL = Points(win=0, draw=0)
"""With this scheme all teams are level on points, so the tie-breaker under test decides."""


def game(key: int, home: str, score: str, away: str, *, values: tuple[int, int] | None = None) -> Result:
    """``game(1, "a", "2-1", "b")``, played in round ``key``."""
    ours, theirs = map(int, score.split("-"))
    one, other = (D, D) if ours == theirs else (W, L) if ours > theirs else (L, W)
    home_value, away_value = values or (None, None)
    return Result(
        key=key,
        round=key,
        home=Side(team=home, outcome=one, score=ours, team_value=home_value),
        away=Side(team=away, outcome=other, score=theirs, team_value=away_value),
    )


def ranked(results: list[Result], *keys: str, points: Points = LEVEL, teams: str = "") -> tuple[Row, ...]:
    names = sorted(set(teams) | {str(each.team) for result in results for each in result.sides})
    return rank_teams(names, results, scheme=Scheme(points=points, tie_breakers=("points", *keys)))


def amounts(rows: tuple[Row, ...], key: str) -> dict[object, int | None]:
    return {row.team: value.amount for row in rows if (value := row.value(key)) is not None}


RING = [game(1, "a", "1-0", "b"), game(2, "b", "3-0", "c"), game(3, "c", "1-0", "a")]


def test_a_mini_league_counts_only_points_among_the_tied_teams() -> None:
    # All have 4 points; among themselves b took 4, a 3 and c 1. Touchdowns against d do not count.
    results = [
        game(1, "a", "1-0", "c"),
        game(2, "b", "1-0", "a"),
        game(3, "b", "1-1", "c"),
        game(4, "a", "5-5", "d"),
        game(5, "c", "5-0", "d"),
    ]
    rows = ranked(results, "mini_league", points=Points())
    assert [row.team for row in rows] == ["b", "a", "c", "d"]
    assert amounts(rows, "mini_league") == {"a": 3, "b": 4, "c": 1, "d": None}


def test_a_circle_of_wins_is_level_in_the_mini_league_and_decided_by_its_touchdowns() -> None:
    rows = ranked(RING, "mini_league", "mini_league_difference", points=Points())
    assert amounts(rows, "mini_league") == {"a": 3, "b": 3, "c": 3}
    assert amounts(rows, "mini_league_difference") == {"b": 2, "a": 0, "c": -2}
    assert [row.team for row in rows] == ["b", "a", "c"]
    swept = ranked(RING, "head_to_head", points=Points())
    assert [row.rank for row in swept] == [1, 1, 1]


@pytest.mark.parametrize("key", ["mini_league", "mini_league_difference"])
def test_a_mini_league_decides_only_if_all_teams_met_equally_often(key: str) -> None:
    never_met = ranked([game(1, "a", "2-0", "x"), game(2, "b", "3-0", "x")], key, points=Points())
    assert amounts(never_met, key)["a"] is None and never_met[0].rank == never_met[1].rank == 1
    some = ranked([*RING, game(4, "a", "1-0", "b")], key)
    assert set(amounts(some, key).values()) == {None}
    again = [game(4, "a", "1-0", "b"), game(5, "b", "1-0", "c"), game(6, "c", "1-0", "a")]
    twice = ranked([*RING, *again], key)
    assert None not in amounts(twice, key).values()


def test_a_walkover_does_not_count_in_a_mini_league() -> None:
    given = Result(
        key=1,
        round=1,
        home=Side(team="a", outcome=Outcome.WALKOVER, score=2),
        away=Side(team="b", outcome=Outcome.FORFEIT),
        played=False,
    )
    assert amounts(ranked([given], "mini_league", points=Points(walkover=0)), "mini_league") == {"a": None, "b": None}


def test_opponents_points_are_the_sum_of_all_opponents_points() -> None:
    results = [game(1, "a", "1-0", "c"), game(2, "b", "1-0", "d"), game(3, "c", "1-0", "d"), game(4, "c", "1-0", "e")]
    rows = ranked(results, "opponents_points", points=Points())
    assert amounts(rows, "opponents_points") == {"a": 6, "c": 3, "b": 0, "d": 9, "e": 6}
    assert [row.team for row in rows] == ["c", "a", "b", "d", "e"]


def test_an_opponent_met_twice_counts_twice_and_its_adjustments_do_not_count() -> None:
    results = [game(1, "a", "0-1", "b"), game(2, "a", "1-0", "b"), game(3, "b", "1-0", "c")]
    scheme = Scheme(tie_breakers=("opponents_points",))
    plain = rank_teams("abc", results, scheme=scheme)
    taken = rank_teams("abc", results, scheme=scheme, adjustments=[Adjustment("b", -5)])
    assert amounts(plain, "opponents_points") == amounts(taken, "opponents_points") == {"a": 12, "b": 6, "c": 6}


def test_the_win_ratio_is_matches_won_divided_by_matches_played() -> None:
    results = [game(1, "a", "1-0", "b"), game(2, "a", "1-0", "c"), game(3, "a", "0-0", "d"), game(4, "b", "1-0", "c")]
    rows = ranked(results, "win_ratio", teams="e")
    assert [row.team for row in rows] == ["a", "b", "c", "d", "e"]
    assert amounts(rows, "win_ratio") == {"a": 666_667, "b": 500_000, "c": 0, "d": 0, "e": 0}


@given(st.tuples(st.integers(1, 300), st.integers(1, 300)), st.tuples(st.integers(1, 300), st.integers(1, 300)))
def test_two_ratios_look_equal_only_if_they_are_equal(one: tuple[int, int], other: tuple[int, int]) -> None:
    def results(team: str, won: int, played: int) -> list[Result]:
        return [game(number, team, "1-0" if number < won else "0-0", f"{team}'s") for number in range(played)]

    found = []
    for won, played in (one, other):
        won = min(won, played)
        book = open_book(["t", "t's"], results("t", won, played), points=Points())
        found.append((tie_breaker_of("win_ratio").measure("t", book), won, played))
    (first, won, played), (second, wins, games) = found
    assert (first > second) == (won * games > wins * played)


def test_the_team_value_of_the_latest_match_decides_only_if_all_teams_have_one() -> None:
    results = [
        game(1, "a", "1-0", "b", values=(1_000_000, 1_200_000)),
        game(2, "b", "1-0", "a", values=(1_100_000, 1_300_000)),
    ]
    rows = ranked(results, "team_value")
    assert amounts(rows, "team_value") == {"a": 1_300_000, "b": 1_100_000}
    assert [row.team for row in rows] == ["a", "b"]
    unknown = ranked([*results, game(3, "c", "1-0", "d")], "team_value")
    assert {row.rank for row in unknown} == {1}


def test_the_team_that_conceded_fewer_matches_is_first() -> None:
    left = Result(key=1, round=1, home=Side(team="a", outcome=Outcome.CONCEDED), away=Side(team="b", outcome=W))
    rows = ranked([left], "concessions")
    assert [(row.team, amounts(rows, "concessions")[row.team]) for row in rows] == [("b", 0), ("a", 1)]


def test_the_team_that_conceded_fewer_touchdowns_is_first() -> None:
    results = [game(1, "a", "3-2", "x"), game(2, "b", "1-0", "x"), game(3, "c", "4-1", "x")]
    rows = ranked(results, "touchdowns_conceded")
    assert [row.team for row in rows] == ["b", "c", "a", "x"]
    assert amounts(rows, "touchdowns_conceded") == {"b": 0, "c": 1, "a": 2, "x": 8}


def test_a_drawn_lot_separates_the_remaining_teams() -> None:
    scheme = Scheme(tie_breakers=("points", "coin_toss"))
    rows = rank_teams("abc", [], scheme=scheme, coin_tosses={"a": 2, "b": 3, "c": 1})
    assert [row.team for row in rows] == ["b", "a", "c"]


# Laws


@st.composite
def books(draw: st.DrawFn) -> tuple[list[int], list[Result], list[Adjustment], dict[int, int], Scheme]:
    """Competitions of few teams with low scores, bonuses, concessions, walkovers, byes, adjustments and lots."""
    teams = list(range(draw(st.integers(2, 6))))
    results = [_result(draw, key, teams) for key in range(draw(st.integers(0, 14)))]
    taken = draw(st.lists(st.tuples(st.sampled_from(teams), st.integers(-3, 3), st.integers(0, 5)), max_size=4))
    lots = draw(st.permutations(teams)) if draw(st.booleans()) else []
    size = st.integers(-1, 2)
    points = Points(
        **{name: draw(size) for name in Points.__slots__ if name not in THRESHOLDS},
        touchdowns_needed=draw(st.integers(1, 3)),
        casualties_needed=draw(st.integers(1, 3)),
        narrow_loss_by=draw(st.integers(1, 2)),
    )
    keys = draw(st.lists(st.sampled_from(known_keys()), min_size=1, unique=True))
    scheme = Scheme(points=points, tie_breakers=tuple(keys), idle_teams_ranked=draw(st.booleans()))
    return teams, results, [Adjustment(*each) for each in taken], {team: lot for lot, team in enumerate(lots)}, scheme


def _result(draw: st.DrawFn, key: int, teams: list[int]) -> Result:
    home, away = draw(st.lists(st.sampled_from(teams), min_size=2, max_size=2, unique=True))
    kind = draw(st.sampled_from(["played", "conceded", "walkover", "bye"]))
    if kind == "bye":
        return Result(key=key, round=1, home=Side(team=home, outcome=Outcome.BYE), played=False)
    ours, theirs = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    one, other = (D, D) if ours == theirs else (W, L) if ours > theirs else (L, W)
    if kind == "conceded":
        one, other = Outcome.CONCEDED, W
    elif kind == "walkover":
        one, other = Outcome.WALKOVER, Outcome.FORFEIT
    hurt, values = st.integers(0, 3), st.none() | st.integers(0, 2)
    sides = [
        Side(team=team, outcome=outcome, score=score, casualties=draw(hurt), team_value=draw(values))
        for team, outcome, score in ((home, one, ours), (away, other, theirs))
    ]
    return Result(key=key, round=draw(st.integers(0, 5)), home=sides[0], away=sides[1], played=kind != "walkover")


@given(books(), st.randoms(use_true_random=False))
def test_the_order_of_entry_does_not_matter_to_any_tie_breaker(book: tuple, shuffle: random.Random) -> None:
    teams, results, adjustments, lots, scheme = book
    rows = rank_teams(teams, results, scheme=scheme, coin_tosses=lots, adjustments=adjustments)
    for entered in (teams, results, adjustments):
        shuffle.shuffle(entered)
    assert rank_teams(teams, results, scheme=scheme, coin_tosses=lots, adjustments=adjustments) == rows


@given(books())
def test_points_are_the_sum_of_their_terms(book: tuple) -> None:
    teams, results, adjustments, lots, scheme = book
    for row in rank_teams(teams, results, scheme=scheme, coin_tosses=lots, adjustments=adjustments):
        own = [result for result in results if row.team in {side.team for side in result.sides}]
        counted = sum(scheme.points.of(*result.part_of(row.team)) for result in own)
        given = sum(each.points for each in adjustments if each.team == row.team)
        assert row.tally.points == sum(each.points for each in row.tally.sums) == counted + given
        assert row.tally.adjusted == given


@given(books(), st.sampled_from(TIE_BREAKERS))
def test_each_tie_breaker_orders_a_group_or_leaves_it_level(book: tuple, tie_breaker: TieBreaker) -> None:
    """Its tiers contain each team once, in the order of their values; no value appears twice."""
    teams, results, adjustments, lots, scheme = book
    opened = open_book(teams, results, points=scheme.points, coin_tosses=lots, adjustments=adjustments)
    tiers = tie_breaker.split(teams, opened)
    assert sorted(team for tier in tiers for team in tier.teams) == teams
    values = [tier.value for tier in tiers if tier.value is not None]
    upwards = tie_breaker.fewest or tie_breaker is HEAD_TO_HEAD
    assert all((low < high) == upwards and low != high for low, high in pairwise(values))
    assert len(tiers) == 1 or tie_breaker is HEAD_TO_HEAD or len(values) == len(tiers)


@given(books())
def test_the_upper_team_is_better_by_the_tie_breaker_that_is_named(book: tuple) -> None:
    teams, results, adjustments, lots, scheme = book
    rows = rank_teams(teams, results, scheme=scheme, coin_tosses=lots, adjustments=adjustments)
    for upper, lower in pairwise([row for row in rows if row.rank is not None]):
        assert (upper.rank == lower.rank) == (lower.why is None)
        if lower.why is not None and lower.why.key != "head_to_head":
            assert lower.why.above is not None and lower.why.own is not None
            assert (lower.why.above < lower.why.own) == tie_breaker_of(lower.why.key).fewest
