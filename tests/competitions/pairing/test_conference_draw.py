"""Round robins of conferences: which teams meet, how often, in which round and where."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.pairing.conference_draw import draw_conferences
from competitions.pairing.round_robin import Round, RoundRobinRefused

Draw = tuple[list[list[int]], int, int, tuple[Round, ...]]


def conferences_of(sizes: list[int]) -> list[list[int]]:
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [list(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)]


def drawn(sizes: list[int], legs: int, across: int, seed: int) -> Draw:
    conferences = conferences_of(sizes)
    return conferences, legs, across, draw_conferences(conferences, legs=legs, across=across, rng=Random(seed))


draws = st.builds(
    drawn, st.lists(st.integers(2, 7), min_size=1, max_size=5), st.integers(1, 4), st.integers(0, 4), st.integers()
)


@given(draws)
def test_each_pair_meets_as_often_as_set_with_equal_home_matches(draw: Draw) -> None:
    conferences, legs, across, rounds = draw
    of = {team: number for number, conference in enumerate(conferences) for team in conference}
    hosted = Counter((pairing.home, pairing.away) for each in rounds for pairing in each.pairings)
    for one, other in combinations(of, 2):
        there, back = hosted.pop((one, other), 0), hosted.pop((other, one), 0)
        assert there + back == (legs if of[one] == of[other] else across)
        assert abs(there - back) <= 1
    assert not hosted


@given(draws)
def test_each_team_plays_once_in_a_round_or_has_a_bye(draw: Draw) -> None:
    conferences, _legs, _across, rounds = draw
    all_teams = [team for conference in conferences for team in conference]
    assert [each.number for each in rounds] == list(range(1, len(rounds) + 1))
    for each in rounds:
        busy = [team for pairing in each.pairings for team in (pairing.home, pairing.away)]
        assert each.pairings
        assert sorted([*busy, *map(int, each.resting)]) == all_teams


@given(draws)
def test_home_and_away_matches_of_a_team_differ_by_one_at_most(draw: Draw) -> None:
    rounds = draw[-1]
    surplus: Counter[object] = Counter()
    for pairing in (pairing for each in rounds for pairing in each.pairings):
        surplus[pairing.home] += 1
        surplus[pairing.away] -= 1
    assert all(abs(each) <= 1 for each in surplus.values())


@pytest.mark.parametrize(
    ("sizes", "legs", "across", "rounds"),
    [
        ([4, 4], 2, 1, 10),  # 6 matches within, 4 across: no team ever has a bye
        ([4, 4], 2, 0, 6),
        ([5, 5], 1, 1, 9),  # teams without a match in their conference meet across
        ([4, 4, 4], 1, 1, 12),  # 11 matches each: the remaining conference plays its own
        ([3, 3, 3], 1, 1, 9),
        ([4, 4, 4, 4], 2, 1, 18),
        ([6, 4], 1, 0, 5),
    ],
)
def test_a_draw_has_as_few_rounds_as_possible_or_nearly(sizes: list[int], legs: int, across: int, rounds: int) -> None:
    assert len(drawn(sizes, legs, across, 1)[-1]) == rounds


def test_the_same_seed_gives_the_same_draw_and_another_seed_another() -> None:
    assert drawn([5, 4], 2, 1, 7) == drawn([5, 4], 2, 1, 7)
    assert drawn([5, 4], 2, 1, 7) != drawn([5, 4], 2, 1, 8)


@pytest.mark.parametrize(
    ("conferences", "legs", "across", "code", "advice"),
    [
        ([["ann", "bob"], ["cat", "bob"]], 1, 1, "team_twice", "bob: in two conferences"),
        ([["ann"]], 1, 1, "too_few_teams", "at least two teams"),
        ([["ann", "bob"], ["cat"]], 1, 0, "alone", "let conferences meet"),
        ([["ann", "bob"]], 0, 1, "legs", "1 to 4 times"),
        ([["ann", "bob"]], 1, 5, "legs", "0 to 4 times"),
    ],
)
def test_an_impossible_draw_is_refused(
    conferences: list[list[str]], legs: int, across: int, code: str, advice: str
) -> None:
    with pytest.raises(RoundRobinRefused, match=advice) as refusal:
        draw_conferences(conferences, legs=legs, across=across)
    assert refusal.value.code == code


def test_a_team_alone_in_its_conference_meets_the_others() -> None:
    rounds = draw_conferences([["ann", "bob"], ["cat"]], legs=2, across=1)
    met = Counter(frozenset((pairing.home, pairing.away)) for each in rounds for pairing in each.pairings)
    assert met == {frozenset(("ann", "bob")): 2, frozenset(("ann", "cat")): 1, frozenset(("bob", "cat")): 1}
