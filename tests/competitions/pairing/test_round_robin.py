"""Round robins: which teams meet, in which round and where."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.pairing.round_robin import Round, RoundRobinRefused, draw_round_robin

draws = st.builds(
    lambda size, legs, seed: (size, legs, draw_round_robin(range(100, 100 + size), legs=legs, rng=Random(seed))),
    st.integers(2, 24),
    st.integers(1, 4),
    st.integers(),
)
Draw = tuple[int, int, tuple[Round, ...]]


def grounds(rounds: tuple[Round, ...]) -> dict[object, str]:
    """For each team an H or A for each match, in the order of rounds."""
    found: dict[object, str] = defaultdict(str)
    for drawn in rounds:
        for pairing in drawn.pairings:
            found[pairing.home] += "H"
            found[pairing.away] += "A"
    return found


def test_four_teams_in_the_given_order() -> None:
    rounds = draw_round_robin(["ann", "bob", "cat", "dan"])
    assert [[(pairing.home, pairing.away) for pairing in drawn.pairings] for drawn in rounds] == [
        [("ann", "dan"), ("bob", "cat")],
        [("dan", "bob"), ("cat", "ann")],
        [("cat", "dan"), ("ann", "bob")],
    ]
    assert [(drawn.number, drawn.leg, drawn.bye) for drawn in rounds] == [(1, 1, None), (2, 1, None), (3, 1, None)]


def test_three_teams_have_a_bye_each() -> None:
    rounds = draw_round_robin(["ann", "bob", "cat"])
    assert [drawn.bye for drawn in rounds] == ["ann", "bob", "cat"]
    assert set(grounds(rounds).values()) == {"HA", "AH"}


def test_a_second_leg_swaps_home_and_away() -> None:
    rounds = draw_round_robin("abcdef", legs=2)
    first = {(pairing.home, pairing.away) for drawn in rounds if drawn.leg == 1 for pairing in drawn.pairings}
    second = {(pairing.away, pairing.home) for drawn in rounds if drawn.leg == 2 for pairing in drawn.pairings}
    assert first == second


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    teams = list(range(12))
    drawn = draw_round_robin(teams, rng=Random(7))
    assert draw_round_robin(teams, rng=Random(7)) == drawn
    assert draw_round_robin(teams, rng=Random(8)) != drawn
    assert teams == list(range(12))


@given(draws)
def test_all_teams_meet_once_in_each_leg(draw: Draw) -> None:
    size, legs, rounds = draw
    for leg in range(1, legs + 1):
        met = Counter(
            frozenset((pairing.home, pairing.away))
            for drawn in rounds
            if drawn.leg == leg
            for pairing in drawn.pairings
        )
        assert met == Counter(frozenset(pair) for pair in combinations(range(100, 100 + size), 2))


@given(draws)
def test_each_team_plays_once_in_a_round_or_has_the_bye(draw: Draw) -> None:
    size, legs, rounds = draw
    assert [drawn.number for drawn in rounds] == list(range(1, len(rounds) + 1))
    assert len(rounds) == legs * (size - 1 + size % 2)
    for drawn in rounds:
        busy = [team for pairing in drawn.pairings for team in (pairing.home, pairing.away)]
        assert sorted([*busy, *([] if drawn.bye is None else [drawn.bye])]) == list(range(100, 100 + size))
        assert (drawn.bye is None) == (size % 2 == 0)


@given(draws)
def test_with_an_odd_number_each_team_has_one_bye_in_each_leg(draw: Draw) -> None:
    size, legs, rounds = draw
    byes = Counter(drawn.bye for drawn in rounds if drawn.bye is not None)
    assert byes == (Counter(dict.fromkeys(range(100, 100 + size), legs)) if size % 2 else Counter())


@given(draws)
def test_home_and_away_matches_differ_by_one_at_most(draw: Draw) -> None:
    size, legs, rounds = draw
    odd_number_of_matches = (size - 1) * legs % 2
    for ground in grounds(rounds).values():
        assert abs(ground.count("H") - ground.count("A")) == odd_number_of_matches


@given(draws)
def test_no_team_is_at_home_or_away_more_than_twice_in_a_row(draw: Draw) -> None:
    size, legs, rounds = draw
    longest = max(len(list(run)) for ground in grounds(rounds).values() for _, run in groupby(ground))
    assert longest <= (1 if legs == 1 and size % 2 else 2)


@given(draws)
def test_two_teams_meet_again_only_after_nearly_all_others(draw: Draw) -> None:
    size, _, rounds = draw
    last: dict[frozenset[object], int] = {}
    for drawn in rounds:
        for pairing in drawn.pairings:
            pair = frozenset((pairing.home, pairing.away))
            assert pair not in last or drawn.number - last[pair] >= max(1, size - 2)
            last[pair] = drawn.number


@pytest.mark.parametrize("size", [63, 64, 101])
def test_large_leagues_can_be_drawn(size: int) -> None:
    rounds = draw_round_robin(range(size), legs=2)
    assert sum(len(drawn.pairings) for drawn in rounds) == size * (size - 1)
    assert all(ground.count("H") == ground.count("A") for ground in grounds(rounds).values())


@pytest.mark.parametrize(
    ("teams", "legs", "code", "advice"),
    [
        ([], 1, "too_few_teams", "Enter 2 more"),
        (["ann"], 1, "too_few_teams", "Enter 1 more"),
        (["ann", "bob", "ann"], 1, "team_twice", "ann: entered twice. Remove the second entry"),
        (["ann", "bob"], 0, "legs", "1 to 4 times, not 0"),
        (["ann", "bob"], 5, "legs", "choose a number in between"),
    ],
)
def test_an_impossible_draw_is_refused_with_a_remedy(teams: list[str], legs: int, code: str, advice: str) -> None:
    with pytest.raises(RoundRobinRefused, match=advice) as refusal:
        draw_round_robin(teams, legs=legs)
    assert refusal.value.code == code
    assert refusal.value.details
