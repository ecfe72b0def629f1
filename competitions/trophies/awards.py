"""The awards at the end of a competition or a season, worked out from places and statistics.

Pure: rows in, awards out. Level teams or players share an award. Trophies that a commissioner awards are in
``competitions.trophies.trophies``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

CHAMPION, RUNNER_UP, WOODEN_SPOON = "champion", "runner_up", "wooden_spoon"
BEST_ROOKIE = "best_rookie"
TEAM_AWARDS = (CHAMPION, RUNNER_UP, WOODEN_SPOON)
DEEDS = ("touchdowns", "casualties", "completions", "kills", "mvps")
"""The columns of ``Deeds`` that have an award for the most."""


class Finish(NamedTuple):
    """A team's final place; level teams have the same."""

    team: int
    place: int


class Deeds(NamedTuple):
    """What a player did in all matches counted; ``rookie`` says that this is their first season."""

    player: int
    team: int
    touchdowns: int = 0
    casualties: int = 0
    completions: int = 0
    kills: int = 0
    mvps: int = 0
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


def player_awards(deeds: Iterable[Deeds]) -> tuple[Award, ...]:
    """The most of each deed, and the rookie with the most SPP; no award for a deed that no player has."""
    rows = list(deeds)
    amounts: Mapping[str, dict[Deeds, int]] = {
        **{key: {row: getattr(row, key) for row in rows} for key in DEEDS},
        BEST_ROOKIE: {row: row.spp for row in rows if row.rookie},
    }
    found = []
    for key, counted in amounts.items():
        most = max(counted.values(), default=0)
        if most > 0:
            best = sorted((row.team, row.player) for row, amount in counted.items() if amount == most)
            found.append(Award(key, tuple(Winner(team, player) for team, player in best), most))
    return tuple(found)
