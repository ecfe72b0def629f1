"""Seeding crosswise: A1 meets B2, and teams of one division meet as late as possible."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.pairing.crosswise import crosswise
from competitions.pairing.knock_out import draw_bracket, seeded_seats

pytestmark = pytest.mark.once


def by_places(divisions: str, places: int) -> list[str]:
    """A1, B1, ... then A2, B2, ...: as teams of divisions qualify."""
    return [f"{division}{place}" for place in range(1, places + 1) for division in divisions]


def drawn(teams: list[str], rng: Random | None = None) -> list[tuple[str, str]]:
    """The pairs of the first round in the order of the bracket; "-" is a bye."""
    order = crosswise(teams, {team: team[0] for team in teams}, rng)
    return [(tie.home, tie.away or "-") for tie in draw_bracket(order) if tie.round == 1]


@pytest.mark.parametrize(
    ("teams", "pairs"),
    [
        (by_places("AB", 1), [("A1", "B1")]),
        (by_places("AB", 2), [("A1", "B2"), ("B1", "A2")]),
        (["B1", "A1", "A2", "B2"], [("B1", "A2"), ("A1", "B2")]),
        (by_places("AB", 4), [("A1", "B4"), ("B2", "A3"), ("B1", "A4"), ("A2", "B3")]),
        (by_places("ABCD", 2), [("A1", "C2"), ("D1", "B2"), ("B1", "D2"), ("C1", "A2")]),
        (by_places("ABC", 2), [("A1", "-"), ("C2", "B2"), ("B1", "-"), ("C1", "A2")]),
        (by_places("A", 4), [("A1", "A4"), ("A2", "A3")]),
    ],
)
def test_the_pairs_of_usual_play_offs(teams: list[str], pairs: list[tuple[str, str]]) -> None:
    found = drawn(teams)
    assert [set(pair) for pair in found] == [set(pair) for pair in pairs]


def test_teams_without_a_division_keep_their_seeds() -> None:
    teams = ["A1", "x", "B1", "A2", "y", "B2"]
    order = crosswise(teams, {team: team[0] for team in teams if team.isupper() or team[0] in "AB"})
    assert (order[1], order[4]) == ("x", "y") and sorted(order) == sorted(teams)
    assert crosswise(teams, {}) == teams and crosswise([], {}) == []


def rounds_of_meeting(order: list[str]) -> dict[frozenset[str], int]:
    seats = {seed: seat for seat, seed in enumerate(seeded_seats(1 << max(0, len(order) - 1).bit_length()))}
    return {
        frozenset((one, other)): (seats[order.index(one)] ^ seats[order.index(other)]).bit_length()
        for one in order
        for other in order
        if one < other
    }


@given(st.integers(2, 8), st.integers(1, 8), st.randoms(use_true_random=False))
def test_nobody_is_lost_winners_keep_their_seeds_and_a_lot_changes_nothing_of_the_rule(
    divisions: int, places: int, rng: Random
) -> None:
    teams = by_places("ABCDEFGH"[:divisions], places)
    of = {team: team[0] for team in teams}
    plain, lot = crosswise(teams, of), crosswise(teams, of, rng)
    assert Counter(plain) == Counter(lot) == Counter(teams)
    assert plain[:divisions] == teams[:divisions] and set(lot[:divisions]) == set(teams[:divisions])
    for order in (plain, lot):
        for place in range(places):
            level = order[place * divisions : (place + 1) * divisions]
            assert {team[1:] for team in level} == {str(place + 1)}, "a better place has a better seed"
        meeting = rounds_of_meeting(order)
        firsts = [meeting[frozenset((f"{each}1", f"{each}2"))] for each in "ABCDEFGH"[:divisions] if places > 1]
        assert not firsts or min(firsts) >= (len(teams) - 1).bit_length(), (
            "the first two meet in the final at the earliest"
        )


def test_a_bracket_of_128_is_seeded_in_a_moment() -> None:
    teams = [f"{division:02}-{place}" for place in range(8) for division in range(16)]
    order = crosswise(teams, {team: team[:2] for team in teams})
    meeting = rounds_of_meeting(order)
    same = [early for pair, early in meeting.items() if len({team[:2] for team in pair}) == 1]
    assert min(same) >= 4, "eight teams of a division, one in each eighth of the bracket"
