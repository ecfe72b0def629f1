"""What a team was handed, as the rooms above know it: they register a function that tells it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from teams.models import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHonour:
    """Something that a team or its player was handed. ``player``, ``prize`` and ``season`` may be empty."""

    trophy: str
    url: str
    role: str
    team: str
    player: str
    prize: str
    season: str


Honours = Callable[[Team], list[ShownHonour]]
HONOURS: list[Honours] = []


def tells_honours(function: Honours) -> Honours:
    """Registers a function that tells what a team and its players were handed."""
    HONOURS.append(function)
    return function


def honours_of(team: Team) -> list[ShownHonour]:
    """All that a team was handed, the latest first."""
    return [honour for function in HONOURS for honour in function(team)]
