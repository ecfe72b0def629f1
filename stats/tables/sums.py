"""Sums of what sides and players did: everything that the tables of statistics are made from.

Rows hold ids and numbers only; a coach is a team's spell (`stats.played.coaches`). `stats.tables.totals` reads them,
`stats.tables.kept_sums` keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import chain
from typing import Any, NamedTuple


class SideSum(NamedTuple):
    """What a team did in a competition under one coach. Winnings are in gp; ``valued`` matches have a team value."""

    team: int
    spell: int
    matches: int
    won: int
    drawn: int
    lost: int
    conceded: int
    scored: int
    scored_against: int
    casualties: int
    casualties_against: int
    winnings: int
    value: int
    valued: int


class LineSum(NamedTuple):
    """What one player did for a team under one coach. ``player`` is None for hired ones, who have a ``name``.

    ``number`` and ``position`` are those of the ``last`` line. ``hurt`` counts matches with an injury, ``kills`` the
    opponents killed.
    """

    player: int | None
    team: int
    spell: int
    kind: str
    name: str
    position: str
    number: int | None
    last: int
    matches: int
    points: int
    died: int
    hurt: int
    kills: int
    deeds: Mapping[str, int]


class SpellSum(NamedTuple):
    """What all players of a team did together under one coach, as in the `LineSum` of each of them."""

    team: int
    spell: int
    points: int
    died: int
    hurt: int
    kills: int
    deeds: Mapping[str, int]


_side_sum, _line_sum = partial(tuple.__new__, SideSum), partial(tuple.__new__, LineSum)
_spell_sum = partial(tuple.__new__, SpellSum)
"""The same as their ``_make``, without a call in Python for each row."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of a competition. They are kept as plain tuples, which are read faster."""

    sides: Sequence[Any]
    lines: Sequence[Any]
    spells: Sequence[Any]
    matches: int


NOTHING = Totals((), (), (), 0)


@dataclass(frozen=True)
class Together:
    """The sums of several competitions, each with its own rows, which have names here."""

    parts: Sequence[Totals]

    @cached_property
    def sides(self) -> Sequence[SideSum]:
        """What teams did."""
        return list(map(_side_sum, chain.from_iterable(part.sides for part in self.parts)))

    @cached_property
    def lines(self) -> Sequence[LineSum]:
        """What each player did."""
        return list(map(_line_sum, chain.from_iterable(part.lines for part in self.parts)))

    @cached_property
    def spells(self) -> Sequence[SpellSum]:
        """What the players of each team did together."""
        return list(map(_spell_sum, chain.from_iterable(part.spells for part in self.parts)))

    @property
    def matches(self) -> int:
        """How many matches they are of."""
        return sum(part.matches for part in self.parts)


def of_spells(lines: Iterable[LineSum | SpellSum]) -> list[Any]:
    """The lines of players added up by team and spell, as plain tuples."""
    found: dict[tuple[int, int], tuple[Any, ...]] = {}
    for line in lines:
        one = (line.team, line.spell, line.points, line.died, line.hurt, line.kills, line.deeds)
        there = found.get(one[:2])
        found[one[:2]] = one if there is None else _both_spells(there, one)
    return list(found.values())


def added(one: Totals, other: Totals) -> Totals:
    """The sums of two parts of one competition together, in new lists."""
    if not one.matches or not other.matches:
        return one if one.matches else other
    return Totals(
        _added(one.sides, other.sides, key=lambda row: row[:2], sum_of=_both_sides),
        _added(one.lines, other.lines, key=lambda row: row[:5], sum_of=_both_lines),
        _added(one.spells, other.spells, key=lambda row: row[:2], sum_of=_both_spells),
        one.matches + other.matches,
    )


def replaced(one: Totals, other: Totals, teams: AbstractSet[int]) -> Totals:
    """The sums of a competition, in which those of some teams are the ones that ``other`` has of them.

    There are more matches in it than there should be if one of them is among the sums of a team that does not have it.
    """
    sides = _replaced(one.sides, other.sides, teams, 0)
    return Totals(
        sides,
        _replaced(one.lines, other.lines, teams, 1),
        _replaced(one.spells, other.spells, teams, 0),
        (sum(row[2] for row in sides) + 1) // 2,
    )


def _replaced(one: Sequence[Any], other: Sequence[Any], teams: AbstractSet[int], place: int) -> list[Any]:
    """Rows with the team in this place."""
    return [
        *(row for row in one if row[place] not in teams),
        *(row for row in other if row[place] in teams),
    ]


def _added(
    one: Sequence[Any], other: Sequence[Any], *, key: Callable[[Any], Any], sum_of: Callable[[Any, Any], Any]
) -> list[Any]:
    """Rows begin with a team or a player: most of these have nothing new."""
    new, touched = {key(row): row for row in other}, {row[0] for row in other}
    found = [
        row if row[0] not in touched or (more := new.pop(key(row), None)) is None else sum_of(row, more) for row in one
    ]
    return [*found, *new.values()]


def _both_sides(one: Any, other: Any) -> Any:
    return (*one[:2], *(a + b for a, b in zip(one[2:], other[2:], strict=True)))


def _both_lines(one: Any, other: Any) -> Any:
    """Shirt and position are those of the last line."""
    here, there = LineSum._make(one), LineSum._make(other)
    last = max(here, there, key=lambda row: row.last)
    figures = (a + b for a, b in zip(one[8:13], other[8:13], strict=True))
    return (*one[:5], *last[5:8], *figures, _both_deeds(here.deeds, there.deeds))


def _both_spells(one: Any, other: Any) -> Any:
    return (*one[:2], *(a + b for a, b in zip(one[2:6], other[2:6], strict=True)), _both_deeds(one[6], other[6]))


def _both_deeds(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in one.keys() | other.keys()}
