"""Kept figures in the memory of a process.

A figure of a long league takes longer to read from the cache than to go on with. So each process holds those that it
used last, under keys that say all that they were worked out from.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

from stats.played.signs import Signs

MOST = 24_000
"""The weight of what a process holds at most; a figure weighs as much as it has matches."""


class Held(NamedTuple):
    """A figure under its key, with the signs of its matches; by how many matches it is ``ahead`` of the cache."""

    key: str
    signs: Signs | None
    value: Any
    ahead: int = 0


_held: OrderedDict[str, tuple[int, Held]] = OrderedDict()
_lock = Lock()


def held(place: str) -> Held | None:
    """What this process holds in a place."""
    with _lock:
        found = _held.get(place)
        if found is None:
            return None
        _held.move_to_end(place)
        return found[1]


def hold(place: str, figure: Held, *, weight: int) -> None:
    """Hold a figure in its place, and let go what was used longest ago."""
    with _lock:
        _held[place] = weight + 1, figure
        _held.move_to_end(place)
        whole = sum(each for each, _figure in _held.values())
        while whole > MOST and len(_held) > 1:
            _place, (each, _figure) = _held.popitem(last=False)
            whole -= each


def forget() -> None:
    """Let go all that this process holds."""
    with _lock:
        _held.clear()
