"""Values under a competition's version that the next version goes on with, so that a result costs only what it adds.

The reader of such a value must find out itself what came since, and must not change what it gets. A value is kept in
place of earlier ones.

Each process also holds the values that it used last, since to read a large one from the cache, and to write it there,
takes longer than to go on with it. Pages write only each eighth version to the cache, from which other processes go on.
What is held is never found once the cache was emptied, as after a restored backup.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any, NamedTuple

from django.core.cache import cache

from competitions.cache_keys import CACHE_SECONDS, key_of
from competitions.models import Competition
from web.preview import is_preview
from web.snapshot_reads import in_snapshot

REACH = 24
"""How many versions of the table back values are looked for."""
SELDOM = 8
"""After how many versions a value that a process holds is written to the cache again; fewer than ``REACH``."""
MOST = 60
"""How many values of a kind a process holds."""


class _Held(NamedTuple):
    """A value that a process holds, of a ``version``; ``stored`` is the one that the cache got, this or an earlier."""

    mark: str
    version: int
    stored: int
    value: Any


_held: dict[str, OrderedDict[str, _Held]] = defaultdict(OrderedDict)
_lock = Lock()


def kept_now(what: str, competitions: Iterable[Competition]) -> dict[int, Any]:
    """The values of the current versions, held by this process or else from the cache, by the ids of competitions."""
    every, mark, found = list(competitions), _mark(), dict[int, Any]()
    for each in every:
        held = _held_in(what, each, mark)
        if held is not None and held.version == each.standings_version:
            found[each.pk] = held.value
    keys = {_keys(what, each)[0]: each for each in every if each.pk not in found}
    there = cache.get_many(keys) if keys else {}
    for key, value in there.items():
        version = keys[key].standings_version
        _hold(what, keys[key], _Held(mark, version, version, value))
        found[keys[key].pk] = value
    return found


def last_kept(what: str, competitions: Iterable[Competition]) -> dict[int, Any]:
    """The last value kept of each competition, by id; none for a competition of which nothing is kept."""
    every, mark = list(competitions), _mark()
    last = {each.pk: held.value for each in every if (held := _held_in(what, each, mark)) is not None}
    keys = {each: _keys(what, each) for each in every if each.pk not in last}
    there = cache.get_many([key for several in keys.values() for key in several]) if keys else {}
    for each, several in keys.items():
        found = next((place for place, key in enumerate(several) if key in there), None)
        if found is not None:
            last[each.pk] = there[several[found]]
            version = each.standings_version - found
            _hold(what, each, _Held(mark, version, version, last[each.pk]))
    return last


def keep(what: str, changed: Mapping[Competition, Any]) -> None:
    """Keep these values under the current versions, in place of earlier ones."""
    if not changed:
        return
    mark, stored = _mark(), {}
    for each, value in changed.items():
        held, now = _held_in(what, each, mark), each.standings_version
        if held is None or not 0 <= now - held.stored < SELDOM:
            stored[each] = value
        _hold(what, each, _Held(mark, now, now if held is None or each in stored else held.stored, value))
    if stored:
        cache.set_many({_keys(what, each)[0]: value for each, value in stored.items()}, CACHE_SECONDS)
        cache.delete_many([key for each in stored for key in _keys(what, each)[1:]])


def hold(what: str, values: Mapping[Competition, Any]) -> None:
    """Hold these values in this process alone, for the current versions (``held_now``)."""
    mark = _mark()
    for each, value in values.items():
        _hold(what, each, _Held(mark, each.standings_version, 0, value))


def held_now(what: str, competition: Competition) -> Any:
    """The value of the current version, if this process holds it; else None."""
    found = _held_in(what, competition, _mark())
    return found.value if found is not None and found.version == competition.standings_version else None


def forget() -> None:
    """Let go all that this process holds."""
    with _lock:
        _held.clear()


def _held_in(what: str, competition: Competition, mark: str) -> _Held | None:
    with _lock:
        found = _held[what].get(competition.public_id)
        if found is None or found.mark != mark:
            return None
        _held[what].move_to_end(competition.public_id)
        return found


def _hold(what: str, competition: Competition, value: _Held) -> None:
    if not value.mark:
        return
    with _lock:
        held = _held[what]
        held[competition.public_id] = value
        held.move_to_end(competition.public_id)
        while len(held) > MOST:
            held.popitem(last=False)


def _mark() -> str:
    """What the cache has as long as what was held with it counts. Empty where nothing is held: rows that are not
    committed may never come to be."""
    if not in_snapshot() or is_preview():
        return ""
    key = key_of("held", "mark")
    found: str | None = cache.get(key)
    if found is None:
        new = secrets.token_hex(8)
        found = new if cache.add(key, new, None) else cache.get(key, new)
    return str(found)


def _keys(what: str, competition: Competition) -> list[str]:
    """The cache keys of now and of earlier versions, the latest first."""
    now = competition.standings_version
    return [key_of(what, competition.public_id, each) for each in range(now, max(-1, now - REACH), -1)]
