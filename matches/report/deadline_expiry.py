"""Reports without an answer: coaches are told of a new deadline and a day before it; then the report is confirmed.

The scheduler finds them. Each is told once for each deadline, and each report is confirmed once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.extensions import Due, due_work
from jobs.extensions import Report as Progress
from jobs.kinds import JobRefused, id_of, job_kind, site_staff_only
from jobs.models import Job
from matches.models import Match, Report
from matches.report.deadlines import answer_by, deadline_of
from matches.report.notices.notices import DEADLINE_SET, REMINDED
from matches.report.reporting import confirm_by_deadline
from notices.extensions import Kind
from notices.models import Happening
from notices.telling import tell
from web.errors import Refusal

A_DAY = timedelta(days=1)
TELL = "tell_of_deadline"
Told = tuple[str, int, str]
"""The kind, the match and the occasion of a happening."""


@due_work.add
def reports_due(now: datetime) -> Iterable[Due]:
    """What is due for each waiting report: to tell of a new or near deadline, or at the deadline its confirmation."""
    waiting = Report.objects.waiting().filter(match__state=Match.State.REPORTED)
    waiting = waiting.filter(match__league__confirm_days__gt=0, match__league__archived_at__isnull=True)
    columns = ("pk", "match", "at", "match__league__confirm_days", "match__league__confirm_since")
    rows = list(waiting.values_list(*columns).order_by("pk"))
    told = _told({match for _pk, match, *_counted in rows})
    for pk, match, sent, days, since in rows:
        deadline = answer_by(sent, days, since)
        assert deadline is not None
        if deadline <= now:
            yield Due("confirm_report", {"report": pk}, deadline.isoformat())
            continue
        if since is not None and since > sent:
            yield from _to_tell(DEADLINE_SET, pk, match, deadline, told)
        if deadline - A_DAY <= now and days > 1:
            yield from _to_tell(REMINDED, pk, match, deadline, told)


def _to_tell(kind: Kind, report: int, match: int, deadline: datetime, told: Collection[Told]) -> Iterable[Due]:
    if (kind.key, match, f"{kind.key} {deadline.isoformat()}") not in told:
        yield Due(TELL, {"report": report, "what": kind.key}, deadline.isoformat())


def _told(matches: Collection[int]) -> set[Told]:
    """What was told of these matches' deadlines, each with the deadline. One query."""
    if not matches:
        return set()
    rows = Happening.objects.filter(kind__in=[kind.key for kind in (DEADLINE_SET, REMINDED)], thing__in=matches)
    return set(rows.values_list("kind", "thing", "occasion"))


def parse_what(params: Mapping[str, Any]) -> tuple[int, Kind]:
    """The report, and what to tell. Raises ValueError for other params."""
    kinds = {kind.key: kind for kind in (DEADLINE_SET, REMINDED)}
    known = set(params) == {"report", "what"} and params["what"] in kinds
    if not known or type(params["report"]) is not int:
        raise ValueError(f"params should be 'report' and 'what', not {dict(params)!r}")
    return params["report"], kinds[params["what"]]


@job_kind(TELL, title=_("News of a report's deadline"), parse=parse_what, seen_by=site_staff_only)
def tell_of_deadline(job: Job, progress: Progress) -> None:
    """Tell the coach who has to answer a report of its deadline, if it still waits."""
    report, kind = job.parsed
    found = Report.objects.waiting().select_related("match__league", "match__ruleset").filter(pk=report).first()
    if found is not None and deadline_of(found, found.match.league) is not None:
        with transaction.atomic():
            tell(kind, found.match)


def confirm_if_due(report: Report, now: datetime) -> bool:
    """Confirms a report if its time is over and nobody has answered it; says whether it did.

    Raises ``Refusal`` if it still waits and cannot be confirmed.
    """
    deadline = deadline_of(report, report.match.league)
    if deadline is None or deadline > now:
        return False
    try:
        with transaction.atomic():
            confirm_by_deadline(match=report.match, digest=report.digest, now=now)
    except Refusal:
        report.refresh_from_db(fields=["state"])
        if report.state == Report.State.WAITING:
            raise
        return False  # answered at the same moment
    return True


@job_kind("confirm_report", title=_("Deadline of a report"), parse=id_of("report"), seen_by=site_staff_only)
def confirm_report_job(job: Job, progress: Progress) -> None:
    """Confirm one report if it still waits."""
    found = Report.objects.select_related("match__league").filter(pk=job.parsed).first()
    if found is not None:
        try:
            confirm_if_due(found, timezone.now())
        except Refusal as why:
            raise JobRefused(str(why)) from why
