"""Who is awarded what at the end of a competition or a season, worked out from places and deeds.

Pure: rows in, awards out. Whoever is level shares an award. Nothing here hands anything over: a commissioner's own
trophies and awards are ``competitions.trophies.trophies``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

CHAMPION, RUNNER_UP, WOODEN_SPOON = "champion", "runner_up", "wooden_spoon"
BEST_ROOKIE = "best_rookie"
TEAM_AWARDS = (CHAMPION, RUNNER_UP, WOODEN_SPOON)
DEEDS = ("touchdowns", "casualties", "completions", "kills", "mvps")
"""The columns of ``Deeds`` of which the most are awarded."""
PLAYER_AWARDS = (*DEEDS, BEST_ROOKIE)


class Finish(NamedTuple):
    """The place of a team when all is played; level teams have the same."""

    team: int
    place: int


class Deeds(NamedTuple):
    """What a player did in all matches that are looked at; ``rookie`` says that this is his first season."""

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
    """A team, or a player with his team."""

    team: int
    player: int | None = None


class Award(NamedTuple):
    """An award with all who share it; ``amount`` is how many deeds it took, for a rookie how many SPP."""

    key: str
    winners: tuple[Winner, ...]
    amount: int | None = None


def team_awards(finishes: Iterable[Finish], *, spoon: bool = True) -> tuple[Award, ...]:
    """Champion, runner-up, and the wooden spoon for the last place where that is below the second.

    Level at the top all are champions, and nobody is second. ``spoon`` is False where the last place is not told, as in
    a knock-out.
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
    """The most of each deed, and the rookie with the most SPP; nothing for what nobody did."""
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
