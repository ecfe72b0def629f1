"""Earlier house rules of a league. A ruleset never changes, so old ones can still be shown."""

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
    """Earlier house rules: the log entry that set them, the page that shows them, how today's differ."""

    entry: LogEntry
    url: str
    changes: list[dict[str, str]]


def settings_of(league: League) -> QuerySet[LogEntry]:
    """The log entries that set house rules, the latest first; an imported league has none."""
    return league.log.filter(ruleset__isnull=False).select_related("by", "ruleset").order_by("-id")


def set_then(league: League, asked: str) -> LogEntry | None:
    """The entry with the number in an address; None if the league has no such entry."""
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 18):
        return None
    return settings_of(league).filter(pk=int(asked)).first()


def history_of(latest: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Each entry with what it changed; None for the first entry of all."""
    return [
        {"entry": entry, "changes": changes_between(before.ruleset, entry.ruleset) if before else None}
        for entry, before in zip_longest(latest, latest[1:])
    ]


def other_than_now(league: League, rulesets: QuerySet[Any]) -> list[Past]:
    """Those of these rulesets (a query of ids) that differ from the league's rules of today; the oldest first.

    One query if none differs.
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
