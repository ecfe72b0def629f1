"""The awards at the end of a competition or a season, worked out from places and statistics.

Pure: rows in, awards out. Level teams or players share an award. Trophies that a commissioner awards are in
``competitions.trophies.awarding``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

CHAMPION, RUNNER_UP, WOODEN_SPOON = "champion", "runner_up", "wooden_spoon"
BEST_ROOKIE = "best_rookie"
TEAM_AWARDS = (CHAMPION, RUNNER_UP, WOODEN_SPOON)


class Finish(NamedTuple):
    """A team's final place; level teams have the same."""

    team: int
    place: int


NOTHING: Mapping[str, int] = MappingProxyType({})


class Deeds(NamedTuple):
    """What a player did in all matches counted, by key; ``rookie`` says that this is their first season."""

    player: int
    team: int
    counts: Mapping[str, int] = NOTHING
    spp: int = 0
    rookie: bool = False


class Winner(NamedTuple):
    """A team, or a player with their team."""

    team: int
    player: int | None = None


class Award(NamedTuple):
    """An award with all who share it; ``amount`` is the number of deeds, for a rookie the SPP."""

    key: str
    winners: tuple[Winner, ...]
    amount: int | None = None


class ConferenceAwards(NamedTuple):
    """The awards to the teams of one conference of a competition, by the table of the conference."""

    conference: str
    awards: tuple[Award, ...]


def team_awards(finishes: Iterable[Finish], *, spoon: bool = True) -> tuple[Award, ...]:
    """Champion, runner-up, and the wooden spoon for the last place where that is below the second.

    Teams level at the top are all champions, and none is second. ``spoon`` is False if the last place is not known, as
    in a knock-out.
    """
    by_place: dict[int, list[int]] = {}
    for finish in finishes:
        by_place.setdefault(finish.place, []).append(finish.team)
    last = max(by_place, default=0)
    places = {CHAMPION: 1, RUNNER_UP: 2, WOODEN_SPOON: last if spoon and last > 2 else 0}
    return tuple(
        Award(key, tuple(Winner(team) for team in sorted(by_place[place])))
        for key, place in places.items()
        if place in by_place
    )


def player_awards(deeds: Iterable[Deeds], keys: Sequence[str]) -> tuple[Award, ...]:
    """The most of each deed in ``keys``, and the rookie with the most SPP; no award for a deed that no player has."""
    rows = list(deeds)
    amounts = [(key, [(row, row.counts.get(key, 0)) for row in rows]) for key in keys]
    amounts.append((BEST_ROOKIE, [(row, row.spp) for row in rows if row.rookie]))
    found = []
    for key, counted in amounts:
        most = max((amount for _row, amount in counted), default=0)
        if most > 0:
            best = sorted((row.team, row.player) for row, amount in counted if amount == most)
            found.append(Award(key, tuple(Winner(team, player) for team, player in best), most))
    return tuple(found)
