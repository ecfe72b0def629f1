"""What a match is played for: the competition and its round, where the room that knows of these tells.

Nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matches.models import Match


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a match is played for in words, ``Riverside Championship, round 8``, and the page that it leads to."""

    words: str
    url: str


Tells = Callable[[Match], Occasion | None]
TELLERS: list[Tells] = []


def tells_occasions(function: Tells) -> Tells:
    """Registers a function that knows what a match is played for; None for a match that it does not know."""
    TELLERS.append(function)
    return function


def occasion_of(match: Match) -> Occasion | None:
    """What a match is played for; None for one that nobody knows of, a friendly."""
    return next((found for found in (tells(match) for tells in TELLERS) if found is not None), None)
