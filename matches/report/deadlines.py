"""By when a report is to be answered: so many days after it was sent, as its league has set; then it stands as it is.

Whoever changes the days, or takes the league out of the archive, starts them anew for the reports that wait: nothing is
settled at once by that.
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
    """The end of a report's days, counted from when it was sent or the days were set; None where there is no end."""
    if not days:
        return None
    return max(sent, since or sent) + timedelta(days=days)


def deadline_of(report: Report | None, league: League) -> datetime | None:
    """By when this report is to be answered; None where it does not wait, or may wait for ever."""
    if report is None or report.state != Report.State.WAITING or league.archived:
        return None
    return answer_by(report.at, league.confirm_days, league.confirm_since)


class Waiting(NamedTuple):
    """A report that waits for its answer: who entered it, and by when it is to be answered."""

    by: int | None
    deadline: datetime | None


def waiting_reports(matches: Collection[int]) -> dict[int, Waiting]:
    """The reports that wait in these matches, by the match's id. One query."""
    if not matches:
        return {}
    rows = Report.objects.waiting().filter(match__in=matches).order_by("number")
    columns = ("match", "by", "at", "match__league__confirm_days", "match__league__confirm_since")
    return {match: Waiting(by, answer_by(*counted)) for match, by, *counted in rows.values_list(*columns)}


def in_words(deadline: datetime) -> str:
    """A deadline in the zone that is active, with its name."""
    return date_format(timezone.localtime(deadline), "D j M, H:i T")
