"""Whether a match of a stage that needs a winner may end level: the room that knows of its other leg tells.

Nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable

from matches.models import Match

Tells = Callable[[Match], bool]
TELLERS: list[Tells] = []


def tells_of_legs(function: Tells) -> Tells:
    """Registers a function that tells whether a match may end level because another leg decides with it."""
    TELLERS.append(function)
    return function


def may_stay_level(match: Match) -> bool:
    """Whether somebody knows of another leg that decides with this match."""
    return any(function(match) for function in TELLERS)
