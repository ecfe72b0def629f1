"""The first and the last teams of a table, also where it has conferences: who is promoted and relegated.

Pure. Conferences share out the places if each can have the same number of them; otherwise the whole table counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Placed(NamedTuple):
    """A team in the order of the whole table: its conference, "" for none, and its place there from 1, 0 for none."""

    team: int
    conference: str = ""
    place: int = 0


def first_of(order: Sequence[Placed], number: int) -> list[int]:
    """The first ``number`` teams, in the order of the whole table."""
    return _taken(order, number, last=False)


def last_of(order: Sequence[Placed], number: int) -> list[int]:
    """The last ``number`` teams, in the order of the whole table."""
    return _taken(order, number, last=True)


def share_of(parts: Iterable[object], places: int) -> int:
    """How many of ``places`` each part has, by the part of each team; 0 if they cannot have the same number.

    Teams without a part ("") are none.
    """
    sizes = Counter(part for part in parts if part != "")
    if len(sizes) < 2:
        return 0
    each, left = divmod(places, len(sizes))
    return each if not left and all(size >= each for size in sizes.values()) else 0


def _taken(order: Sequence[Placed], number: int, *, last: bool) -> list[int]:
    each = share_of((row.conference for row in order), number)
    if not each:
        return [row.team for row in (order[max(0, len(order) - number) :] if last else order[:number])]
    taken: set[int] = set()
    for conference in {row.conference for row in order} - {""}:
        part = sorted((row for row in order if row.conference == conference), key=lambda row: row.place)
        taken.update(row.team for row in (part[-each:] if last else part[:each]))
    return [row.team for row in order if row.team in taken]
