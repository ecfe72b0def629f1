"""Who is promoted and relegated where a table has conferences: cases by hand."""

from __future__ import annotations

import pytest

from competitions.pairing.movers import Placed, first_of, last_of


def table(conferences: str) -> list[Placed]:
    """Teams 1, 2, 3 ... in this order, each in the conference of its letter ("-": in none)."""
    letters = ["" if each == "-" else each for each in conferences.split()]
    return [Placed(team, name, letters[:team].count(name) if name else 0) for team, name in enumerate(letters, 1)]


@pytest.mark.parametrize(
    ("conferences", "number", "first", "last"),
    [
        ("- - - - - -", 2, [1, 2], [5, 6]),  # no conferences
        ("A A A B B B", 2, [1, 4], [3, 6]),  # one of each
        ("A A A B B B", 4, [1, 2, 4, 5], [2, 3, 5, 6]),  # two of each
        ("A A A B B B", 1, [1], [6]),  # one cannot be shared out: the whole table
        ("A A A B B B", 3, [1, 2, 3], [4, 5, 6]),
        ("B A B A B A", 2, [1, 2], [5, 6]),
        ("A A B B C C", 2, [1, 2], [5, 6]),  # three conferences cannot have as many each
        ("A A B B C C", 3, [1, 3, 5], [2, 4, 6]),
        ("A A A A A B", 4, [1, 2, 3, 4], [3, 4, 5, 6]),  # B has one team, not two
        ("A A A A A A", 2, [1, 2], [5, 6]),  # one conference
        ("- A A - B B", 2, [2, 5], [3, 6]),  # teams without a conference are none
        ("A B", 0, [], []),
        ("A A B B", 9, [1, 2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_the_first_and_the_last_by_hand(conferences: str, number: int, first: list[int], last: list[int]) -> None:
    assert first_of(table(conferences), number) == first
    assert last_of(table(conferences), number) == last


def test_the_order_within_a_conference_can_differ_from_that_of_the_table() -> None:
    rows = [Placed(1, "A", 2), Placed(2, "A", 1), Placed(3, "B", 1), Placed(4, "B", 2)]
    assert (first_of(rows, 2), last_of(rows, 2)) == ([2, 3], [1, 4])
