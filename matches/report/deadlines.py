"""The deadline to answer a report: the league's number of days after it was sent. Then it counts as confirmed.

A change of that number, or an end of the league's archiving, starts the days of waiting reports again. So no report is
confirmed at once.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from accounts.zones import zone
from leagues.models import League
from matches.models import Report
from web.prepared import Prepared


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
    """A waiting report: who entered it, its deadline, and the time zone of its league."""

    by: int | None
    deadline: datetime | None
    zone: str = "UTC"


def waiting_reports(matches: Collection[int]) -> dict[int, Waiting]:
    """The waiting reports of these matches, by the match's id. One query."""
    if not matches:
        return {}
    return {match: Waiting(by, answer_by(*counted), where) for match, by, where, *counted in _waiting(list(matches))}


@Prepared
def _waiting(matches: Collection[int]) -> QuerySet[Report, Any]:
    columns = (
        "match",
        "by",
        "match__league__zone",
        "at",
        "match__league__confirm_days",
        "match__league__confirm_since",
    )
    return Report.objects.waiting().filter(match__in=matches).order_by("number").values_list(*columns)


def in_words(deadline: datetime, where: str = "") -> str:
    """A deadline in words, in the time zone named ``where``, or else in the active one: that of the page's league."""
    return date_format(timezone.localtime(deadline, zone(where) if where else None), "D j M, H:i T")
