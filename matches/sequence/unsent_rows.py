"""Emptying the saved draft of a report once nobody writes it any more."""

from __future__ import annotations

from django.db.models import F

from matches.models import Match, UnsentReport


def empty_unsent(match: Match) -> None:
    """Nobody writes the report of a match any more: it was sent, or there is nothing to report or correct.

    Must run inside a transaction that holds the match, or its correction. A page from before is known as one, since
    the version goes on.
    """
    rows = UnsentReport.objects.filter(match=match)
    if not rows.update(fields={}, by=None, at=None, page="", version=F("version") + 1):
        UnsentReport.objects.create(match=match)
