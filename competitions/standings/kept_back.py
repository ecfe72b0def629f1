"""Values under a competition's version that the next version goes on with, so that a result costs only what it adds.

The reader of such a value must find out itself what came since. A value is kept in place of earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.cache import cache

from competitions.cache_keys import CACHE_SECONDS, key_of
from competitions.models import Competition

REACH = 24
"""How many versions of the table back values are looked for."""


def last_kept(what: str, competitions: Iterable[Competition]) -> dict[int, Any]:
    """The last value kept of each competition, by id; none for a competition of which nothing is kept."""
    keys = {each.pk: _keys(what, each) for each in competitions}
    there = cache.get_many([key for several in keys.values() for key in several])
    last = {pk: next((there[key] for key in several if key in there), None) for pk, several in keys.items()}
    return {pk: kept for pk, kept in last.items() if kept is not None}


def keep(what: str, changed: Mapping[Competition, Any]) -> None:
    """Keep these values under the current versions, in place of earlier ones."""
    if changed:
        cache.set_many({_keys(what, each)[0]: kept for each, kept in changed.items()}, CACHE_SECONDS)
        cache.delete_many([key for each in changed for key in _keys(what, each)[1:]])


def _keys(what: str, competition: Competition) -> list[str]:
    """The cache keys of now and of earlier versions, the latest first."""
    now = competition.standings_version
    return [key_of(what, competition.public_id, each) for each in range(now, max(-1, now - REACH), -1)]
