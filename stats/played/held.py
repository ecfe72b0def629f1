"""Kept figures in the memory of a process, and the mark of a league by which all of them are dropped at once.

A figure of a long league takes longer to read from the cache than to go on with. So each process holds those that it
used last, under keys that say all that they were worked out from. The cache, which all processes share, has a mark for
each league that is a part of these keys: without it, or with another one, what a process holds is never found.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

from django.core.cache import cache

from leagues.models import League
from stats.played.signs import Signs

MOST = 24_000
"""The weight of what a process holds at most; a figure weighs as much as it has matches."""
MARKED = "_mark_of_figures"


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


def mark_of(league: League) -> str:
    """The mark of a league's figures, which is made when there is none; one look into the cache for each request."""
    found: str | None = league.__dict__.get(MARKED)
    if found is None:
        found = cache.get(_key(league))
        if found is None:
            new = secrets.token_hex(8)
            found = new if cache.add(_key(league), new, None) else cache.get(_key(league), new)
        league.__dict__[MARKED] = found
    return str(found)


def unmark(league: League) -> None:
    """Take the mark away."""
    league.__dict__.pop(MARKED, None)
    cache.delete(_key(league))


def _key(league: League) -> str:
    return f"figures-of:{league.slug}"
