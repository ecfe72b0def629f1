"""What each player did in the matches of a scope, line by line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from leagues.changes import version_of
from matches.models import Match, PlayerLine
from stats.played.kept import kept_figure
from stats.played.scope import Scope
from web.prepared import Prepared

NOTHING: Mapping[str, int] = {}
MEMO = "_lines_of_matches"


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
_DEEDS = ("deeds__key", "deeds__count")


def lines_in(scope: Scope, only: Q | None = None) -> tuple[PlayedLine, ...]:
    """All lines of a scope, in the order of their rows; one query. ``only`` limits them: a condition on lines."""
    return _as_played(_rows(scope.matches("side__match__") & (only or Q())).iterator(chunk_size=5000))


def _rows(where: Q) -> QuerySet[PlayerLine, Any]:
    return PlayerLine.objects.filter(where).order_by("pk").values_list(*_COLUMNS, *_DEEDS)


def _as_played(rows: Iterable[Any]) -> tuple[PlayedLine, ...]:
    found: dict[int, tuple[Any, ...]] = {}
    deeds: dict[int, dict[str, int]] = {}
    for *row, key, count in rows:
        if key is not None:
            deeds.setdefault(row[0], {})[key] = count
        if row[0] not in found:
            found[row[0]] = (*row[:10], tuple(row[10] or ()), *row[11:])
    return tuple(PlayedLine._make((*row, deeds.get(pk, NOTHING))) for pk, row in found.items())


def lines_of(scope: Scope, matches: AbstractSet[int]) -> tuple[PlayedLine, ...]:
    """The lines of a few matches (row ids) by the book of a scope; one query for all who ask with the same league."""
    known: dict[Any, tuple[PlayedLine, ...]] = scope.league.__dict__.setdefault(MEMO, {})
    key = (version_of(scope.league), scope.edition, frozenset(matches))
    if key not in known:
        every = Scope(league=scope.league, edition=scope.edition, friendlies=True)
        several = getattr(scope.league, "several_books", True)
        whole = lines_in(every, Q(side__match__in=matches)) if several else None
        known[key] = _as_played(_some(scope.league.pk, list(matches))) if whole is None else whole
    return known[key]


@Prepared
def _some(league: int, matches: Collection[int]) -> QuerySet[PlayerLine, Any]:
    return _rows(Q(side__match__league=league, side__match__state__in=Match.PLAYED, side__match__in=matches))


class Noted(NamedTuple):
    """A line of a player who earned points, scored, hurt somebody or died: its row, the side's and the team's.

    ``score`` and ``hurt`` are what the book counts for the score and for injuries.
    """

    id: int
    side: int
    team: int
    player: int
    spp: int
    died: bool
    killed_by: int | None
    score: int
    hurt: int


NotedLines = dict[int, tuple[Noted, ...]]
"""The noted lines of each match (row id), in the order of their rows."""


def _gather(scope: Scope) -> NotedLines:
    score, hurt = _keys(scope)
    wanted = Q(spp__gt=0) | Q(died=True) | Q(deeds__key__in=[score, hurt])
    rows = PlayerLine.objects.filter(scope.matches("side__match__"), wanted, player__isnull=False)
    columns = ("side__match", "pk", "side", "side__team", "player", "spp", "died", "killed_by", *_DEEDS)
    found: dict[int, list[Noted]] = {}
    for match, *row, key, count in rows.order_by("pk").values_list(*columns).iterator(chunk_size=5000):
        lines = found.setdefault(match, [])
        if not lines or lines[-1].id != row[0]:
            lines.append(Noted._make((*row, 0, 0)))
        if key == score:
            lines[-1] = lines[-1]._replace(score=count)
        if key == hurt:
            lines[-1] = lines[-1]._replace(hurt=count)
    return {match: tuple(lines) for match, lines in found.items()}


def _grow(scope: Scope, before: NotedLines, new: AbstractSet[int], gone: AbstractSet[int]) -> NotedLines:
    found = {match: lines for match, lines in before.items() if match not in gone}
    score, hurt = _keys(scope)
    for line in lines_of(scope, new) if new else ():
        did = line.deeds.get(score, 0), line.deeds.get(hurt, 0)
        if line.player is not None and (line.spp or line.died or any(did)):
            who = (line.id, line.side, line.team, line.player, line.spp, line.died, line.killed_by)
            found[line.match] = (*found.get(line.match, ()), Noted(*who, *did))
    return found


def _keys(scope: Scope) -> tuple[str, str]:
    """The deeds that count for the score and as injuries; a book may have none of the latter."""
    return scope.book.scoring.key, scope.book.credited.key if scope.book.credited is not None else ""


NOTED = kept_figure("noted", _gather, grow=_grow)
