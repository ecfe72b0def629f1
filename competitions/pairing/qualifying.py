"""Who goes on from some competitions to another: so many from the top of each, and the best of those at one place.

Pure: a competition is the list of its lines, the first one first; chance comes in as a ``random.Random``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from random import Random

from competitions.ranking.tallies import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Finisher:
    """A team as it came out of a competition."""

    team: Key
    played: int = 0
    points: int = 0
    touchdown_difference: int = 0
    casualty_difference: int = 0

    @property
    def worth(self) -> tuple[Fraction, Fraction, Fraction]:
        """What teams of different competitions are compared by: points, touchdown and casualty difference a match."""
        matches = max(1, self.played)
        figures = (self.points, self.touchdown_difference, self.casualty_difference)
        points, touchdowns, casualties = (Fraction(figure, matches) for figure in figures)
        return points, touchdowns, casualties


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Of ``source``: those from place ``first`` to ``last``; with ``best``, so many of all at that place anywhere."""

    source: Key
    first: int
    last: int
    best: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """A team that goes on, from where and from which place; ``by_lot`` says that a lot decided among equals."""

    team: Key
    source: Key
    place: int
    by_lot: bool = False


def how_many(feeds: Sequence[Places]) -> int:
    """How many teams come in, if every source has enough."""
    whole = sum(each.last - each.first + 1 for each in feeds if each.best is None)
    pools: dict[int, tuple[int, int]] = {}
    for each in feeds:
        if each.best is not None:
            best, sources = pools.get(each.first, (0, 0))
            pools[each.first] = max(best, each.best), sources + 1
    return whole + sum(min(best, sources) for best, sources in pools.values())


def qualified(feeds: Sequence[Places], tables: Mapping[Key, Sequence[Finisher]], rng: Random) -> list[Qualified]:
    """Those who go on, in the order of their seeds: all first places, then all second ones, the best of a place last.

    Within a place, and among the best, those of different sources come in the order of what they are worth a match.
    A source with fewer teams sends those it has. No team comes in twice.
    """
    whole: list[tuple[int, Key, Finisher]] = []
    pools: dict[int, list[tuple[int, Key, Finisher]]] = {}
    wanted: dict[int, int] = {}
    for feed in feeds:
        lines = tables.get(feed.source, ())
        for place in range(feed.first, min(feed.last, len(lines)) + 1):
            entry = (place, feed.source, lines[place - 1])
            if feed.best is None:
                whole.append(entry)
            else:
                pools.setdefault(place, []).append(entry)
                wanted[place] = max(wanted.get(place, 0), feed.best)
    lots = {entry[2].team: rng.random() for entry in sorted_by_key([*whole, *chain(*pools.values())])}
    found = [_as_qualified(entry) for entry in sorted(whole, key=lambda each: (each[0], *_rank(each[2], lots)))]
    for place in sorted(pools):
        pool = sorted(pools[place], key=lambda each: _rank(each[2], lots))
        chosen, others = pool[: wanted[place]], pool[wanted[place] :]
        edge = chosen[-1][2].worth if chosen and others and chosen[-1][2].worth == others[0][2].worth else None
        found += [_as_qualified(each, by_lot=each[2].worth == edge) for each in chosen]
    return list({each.team: each for each in reversed(found)}.values())[::-1]


def sorted_by_key(entries: Sequence[tuple[int, Key, Finisher]]) -> list[tuple[int, Key, Finisher]]:
    """Lots are drawn in an order that does not depend on how the feeds were written down."""
    return sorted(entries, key=lambda each: (each[0], str(each[1])))


def _rank(line: Finisher, lots: Mapping[Key, float]) -> tuple[Fraction, Fraction, Fraction, float]:
    points, touchdowns, casualties = line.worth
    return -points, -touchdowns, -casualties, lots[line.team]


def _as_qualified(entry: tuple[int, Key, Finisher], *, by_lot: bool = False) -> Qualified:
    place, source, line = entry
    return Qualified(team=line.team, source=source, place=place, by_lot=by_lot)


def leads_to(edges: Mapping[Key, Sequence[Key]], start: Key, goal: Key) -> bool:
    """Whether one gets from ``start`` to ``goal`` along ``edges``: then an edge back would close a circle."""
    seen: set[Key] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here == goal:
            return True
        if here not in seen:
            seen.add(here)
            waiting += edges.get(here, ())
    return False
