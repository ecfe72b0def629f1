"""What a search finds, for the tests of search."""

from __future__ import annotations

from typing import Any

from leagues.models import League
from search.asked import query_of
from search.everything import found


def names(user: Any, query: str, kind: str, league: League | None = None) -> list[str]:
    """The names of the hits of a kind, in their order."""
    groups = found(query_of(query), user, league, kind)
    return [hit.name for group in groups if group.kind == kind for hit in group.hits]


class Nobody:
    """A visitor."""

    is_authenticated = is_staff = False
    pk = None
