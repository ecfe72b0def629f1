"""The mark of a league by which all that is kept of its figures is dropped at once.

The cache, which all processes share, has a mark for each league that is a part of the keys of figures: without it, or
with another one, what a process holds is never found.
"""

from __future__ import annotations

import secrets

from django.core.cache import cache

from leagues.models import League

MARKED = "_mark_of_figures"


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
