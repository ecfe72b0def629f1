"""Imported teams (C9) and their players, for tests."""

from dataclasses import replace
from typing import Any

from rules.team.arriving.arrival_checks import Arrival, Veteran

OLD_HAND = {"MA": 8, "ST": 2, "AG": 3, "AV": 7}


def squad(*players: Veteran, size: int = 11) -> tuple[Veteran, ...]:
    """The given players, and linemen from number 50 on, ``size`` players in total."""
    rest = (Veteran(number=50 + nth, position="Lineman") for nth in range(size - len(players)))
    return (*players, *rest)


def human(*players: Veteran, **more: Any) -> Arrival:
    """A Human team, of eleven unless its players are named."""
    return Arrival(team_list="Human", **({"players": squad(*players)} | more))


def off_the_list(**changes: Any) -> Veteran:
    """A player whose position is on no list."""
    old = Veteran(number=9, position="Star Catcher", profile=tuple(OLD_HAND.items()), skills=("Catch",), cost=80_000)
    return replace(old, **changes)


def blitzer(**changes: Any) -> Veteran:
    """A Blitzer with number 4."""
    return replace(Veteran(number=4, position="Blitzer"), **changes)
