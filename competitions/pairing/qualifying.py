"""Which teams qualify from competitions for another: the top places of each, and the best teams at one place.

Pure: a competition is the list of its lines, the best first; lots use a given ``random.Random``.
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
    """A team at the end of a competition."""

    team: Key
    played: int = 0
    points: int = 0
    score_difference: int = 0
    casualty_difference: int = 0

    @property
    def worth(self) -> tuple[Fraction, Fraction, Fraction]:
        """Compares teams of different competitions: points, differences of score and of casualties per match."""
        matches = max(1, self.played)
        figures = (self.points, self.score_difference, self.casualty_difference)
        points, scores, casualties = (Fraction(figure, matches) for figure in figures)
        return points, scores, casualties


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Places ``first`` to ``last`` of ``source``; with ``best``, only that many of all teams at this place."""

    source: Key
    first: int
    last: int
    best: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualified:
    """A team that qualifies, with its source and place; ``by_lot``: a lot decided between level teams."""

    team: Key
    source: Key
    place: int
    by_lot: bool = False


def how_many(feeds: Sequence[Places]) -> int:
    """How many teams qualify, if every source has enough."""
    whole = sum(each.last - each.first + 1 for each in feeds if each.best is None)
    pools: dict[int, tuple[int, int]] = {}
    for each in feeds:
        if each.best is not None:
            best, sources = pools.get(each.first, (0, 0))
            pools[each.first] = max(best, each.best), sources + 1
    return whole + sum(min(best, sources) for best, sources in pools.values())


def qualified(feeds: Sequence[Places], tables: Mapping[Key, Sequence[Finisher]], rng: Random) -> list[Qualified]:
    """The teams that qualify, in the order of their seeds: all first places, then all second places, and so on.

    The best teams at a place come last. Teams of different sources are ordered by their results per match. A source
    with fewer teams sends those it has. No team qualifies twice.
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
    """The entries in an order that does not depend on the order of the rules."""
    return sorted(entries, key=lambda each: (each[0], str(each[1])))


def _rank(line: Finisher, lots: Mapping[Key, float]) -> tuple[Fraction, Fraction, Fraction, float]:
    points, scores, casualties = line.worth
    return -points, -scores, -casualties, lots[line.team]


def _as_qualified(entry: tuple[int, Key, Finisher], *, by_lot: bool = False) -> Qualified:
    place, source, line = entry
    return Qualified(team=line.team, source=source, place=place, by_lot=by_lot)


def leads_to(edges: Mapping[Key, Sequence[Key]], start: Key, goal: Key) -> bool:
    """Whether ``edges`` lead from ``start`` to ``goal``: then an edge back would make a circle."""
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
