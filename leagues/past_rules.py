"""The house rules that a league once had: no ruleset ever changes, so what was played under one can still be seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from leagues.models import League, LogEntry, Ruleset
from leagues.options import changes_between

HISTORY_LENGTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """House rules other than today's: the log's entry of their day, the page that shows them, how today's differ."""

    entry: LogEntry
    url: str
    changes: list[dict[str, str]]


def settings_of(league: League) -> QuerySet[LogEntry]:
    """The log's entries by which house rules were set, the latest first; none where they are known from records."""
    return league.log.filter(ruleset__isnull=False).select_related("by", "ruleset").order_by("-id")


def set_then(league: League, asked: str) -> LogEntry | None:
    """The entry of that number, as an address names it; None where the league has none such."""
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 18):
        return None
    return settings_of(league).filter(pk=int(asked)).first()


def history_of(latest: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Each entry with what it changed, for the very first None."""
    return [
        {"entry": entry, "changes": changes_between(before.ruleset, entry.ruleset) if before else None}
        for entry, before in zip_longest(latest, latest[1:])
    ]


def other_than_now(league: League, rulesets: QuerySet[Any]) -> list[Past]:
    """Of these rulesets (a query of their ids) those that are not what the league plays by today; the oldest first.

    One query where none differs.
    """
    entries = settings_of(league).filter(ruleset__in=rulesets).exclude(ruleset=league.ruleset_id)
    found = list(entries.order_by("pk"))
    if not found:
        return []
    now = Ruleset.objects.get(pk=league.ruleset_id)
    page = reverse("leagues:house_rules", args=[league.slug])
    past = [
        Past(entry=entry, url=f"{page}?set={entry.pk}", changes=changes_between(entry.ruleset, now)) for entry in found
    ]
    return [each for each in past if each.changes]
