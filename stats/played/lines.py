"""What each player did in the matches of a scope, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import Q

from matches.models import Deed, PlayerLine
from stats.played.scope import Scope

NOTHING: Mapping[str, int] = {}


class PlayedLine(NamedTuple):
    """One player's line in a match. ``side`` is the row of their side, ``team`` its team at that time.

    ``player`` is None for hired players, who have a ``name`` only. ``deeds`` are by the keys of the match's book.
    """

    id: int
    match: int
    side: int
    team: int
    player: int | None
    kind: str
    name: str
    number: int | None
    position: str
    spp: int
    injuries: tuple[str, ...]
    died: bool
    killed_by: int | None
    deeds: Mapping[str, int]


_COLUMNS = (
    "pk", "side__match", "side", "side__team", "player", "kind", "name", "number", "position", "spp", "injuries",
    "died", "killed_by",
)  # fmt: skip


def lines_in(scope: Scope, only: Q | None = None) -> tuple[PlayedLine, ...]:
    """All lines of a scope, in the order of their rows; two queries. ``only`` limits them: a condition on lines."""
    where = scope.matches("side__match__")
    rows = PlayerLine.objects.filter(where)
    done = Deed.objects.filter(scope.matches("line__side__match__"))
    if only is not None:
        rows = rows.filter(only)
        done = done.filter(line__in=rows.order_by().values("pk"))
    deeds: dict[int, dict[str, int]] = {}
    for line, key, count in done.order_by().values_list("line", "key", "count"):
        deeds.setdefault(line, {})[key] = count
    return tuple(
        PlayedLine._make((*row[:10], tuple(row[10] or ()), *row[11:], deeds.get(row[0], NOTHING)))
        for row in rows.order_by("pk").values_list(*_COLUMNS).iterator(chunk_size=5000)
    )
