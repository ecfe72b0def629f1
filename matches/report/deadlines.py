"""The deadline to answer a report: the league's number of days after it was sent. Then it counts as confirmed.

A change of that number, or an end of the league's archiving, starts the days of waiting reports again. So no report is
confirmed at once.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format

from leagues.models import League
from matches.models import Report


def answer_by(sent: datetime, days: int, since: datetime | None) -> datetime | None:
    """The deadline, counted from when the report was sent or the days were set; None if there is none."""
    if not days:
        return None
    return max(sent, since or sent) + timedelta(days=days)


def deadline_of(report: Report | None, league: League) -> datetime | None:
    """The deadline of this report; None if it does not wait, or has no deadline."""
    if report is None or report.state != Report.State.WAITING or league.archived:
        return None
    return answer_by(report.at, league.confirm_days, league.confirm_since)


class Waiting(NamedTuple):
    """A waiting report: who entered it, and its deadline."""

    by: int | None
    deadline: datetime | None


def waiting_reports(matches: Collection[int]) -> dict[int, Waiting]:
    """The waiting reports of these matches, by the match's id. One query."""
    if not matches:
        return {}
    rows = Report.objects.waiting().filter(match__in=matches).order_by("number")
    columns = ("match", "by", "at", "match__league__confirm_days", "match__league__confirm_since")
    return {match: Waiting(by, answer_by(*counted)) for match, by, *counted in rows.values_list(*columns)}


def in_words(deadline: datetime) -> str:
    """A deadline in words, in the active time zone."""
    return date_format(timezone.localtime(deadline), "D j M, H:i T")
