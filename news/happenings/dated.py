"""Rows of a league that have a moment of their own: honours, entries of the log, stories. One query for all of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import CharField, F, IntegerField, QuerySet, TextField, Value
from django.db.models.functions import Cast

from competitions.models import Holding
from leagues.models import League, LogEntry
from news.happenings.headline import BEST_PLAYER, FINISHED, STARTED, TROPHY
from news.models import Story
from web.prepared import Prepared

HONOURS = {Holding.Role.HOLDER.value: TROPHY, Holding.Role.BEST_PLAYER.value: BEST_PLAYER}
OF_COMPETITIONS = {"competitions.started": STARTED, "competitions.finished": FINISHED}
"""The kinds of entries in a league's log that say when a competition began and ended."""
HONOUR, LOGGED, STORY = "honour", "logged", "story"


class Honour(NamedTuple):
    """A trophy that was awarded and not revoked, or the award of its best player; ``address`` is that of the trophy."""

    id: int
    at: datetime
    kind: str
    team: int
    player: int | None
    name: str
    address: str


class Logged(NamedTuple):
    """When a competition began or ended, with what the log says of it."""

    id: int
    at: datetime
    kind: str
    args: Mapping[str, Any]


class Dated(NamedTuple):
    """The rows: entries of the log in their order, stories that are published by row id and moment."""

    honours: Sequence[Honour]
    logged: Sequence[Logged]
    stories: Sequence[tuple[int, datetime]]


@Prepared
def _all(league: int) -> QuerySet[Any, Any]:
    honours = Holding.objects.filter(trophy__league=league, role__in=HONOURS, taken_back_at__isnull=True)
    logged = LogEntry.objects.filter(league=league, kind__in=OF_COMPETITIONS)
    stories = Story.objects.filter(league=league, published_at__isnull=False, deleted_at__isnull=True)
    rows = _rows(honours, HONOUR, "at", F("role"), "trophy__name", "trophy__key", "trophy__public_id", whose=True)
    return rows.union(
        _rows(logged, LOGGED, "at", F("kind"), Cast("args", TextField())),
        _rows(stories, STORY, "published_at", Value("", output_field=CharField())),
        all=True,
    )


def dated_rows(league: League) -> Dated:
    """All of a league; one query."""
    found: dict[str, list[Any]] = {HONOUR: [], LOGGED: [], STORY: []}
    for what, pk, at, team, player, kind, name, key, public_id in sorted(_all(league.pk), key=lambda row: row[:2]):
        if what == HONOUR:
            found[what].append(Honour(pk, at, HONOURS[kind], team, player, name, key or public_id))
        elif what == LOGGED:
            found[what].append(Logged(pk, at, OF_COMPETITIONS[kind], json.loads(name)))
        else:
            found[what].append((pk, at))
    return Dated(found[HONOUR], found[LOGGED], found[STORY])


def _rows(rows: QuerySet[Any], what: str, at: str, kind: Any, *texts: Any, whose: bool = False) -> QuerySet[Any]:
    """Rows in the columns that all of them have."""
    nobody: Any = Value(None, output_field=IntegerField())
    nothing = Value("", output_field=CharField())
    columns: dict[str, Any] = {
        "what": Value(what, output_field=CharField()),
        "row": F("pk"),
        "moment": F(at),
        "whose_team": F("team") if whose else nobody,
        "whose_player": F("player") if whose else nobody,
        "sort": kind,
    }
    for number, text in enumerate((*texts, nothing, nothing, nothing)[:3]):
        columns[f"text_{number}"] = F(text) if isinstance(text, str) else text
    return rows.order_by().annotate(**columns).values_list(*columns)
