"""Reports without an answer: coaches get a mail with the deadline and one a day before; then the report is confirmed.

The scheduler finds them. Each mail goes once for each deadline, and each report is confirmed once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from jobs.extensions import Due, due_work
from jobs.extensions import Report as Progress
from jobs.kinds import JobRefused, id_of, job_kind, site_staff_only
from jobs.models import Job
from matches.models import Match, Report
from matches.report.deadlines import answer_by, deadline_of
from matches.report.letters import REPORT_LETTERS, scope_of
from matches.report.reporting import confirm_by_deadline
from web.errors import Refusal

A_DAY = timedelta(days=1)


@due_work.add
def reports_due(now: datetime) -> Iterable[Due]:
    """The due mails of each waiting report, or at the deadline its confirmation."""
    waiting = Report.objects.waiting().filter(match__state=Match.State.REPORTED)
    waiting = waiting.filter(match__league__confirm_days__gt=0, match__league__archived_at__isnull=True)
    columns = ("pk", "by", "at", "match__league__confirm_days", "match__league__confirm_since")
    rows = list(waiting.values_list(*columns, "match__sides__team__coach").order_by("pk"))
    recorded, ended = _recorded_mails({row[0] for row in rows}), set()
    for pk, by, *counted, coach in rows:
        deadline = answer_by(*counted)
        assert deadline is not None
        if deadline <= now:
            if pk not in ended:
                yield Due("confirm_report", {"report": pk}, deadline.isoformat())
            ended.add(pk)
        elif coach is not None and coach != by:
            letters = [_letter(pk, "asked", coach, deadline)]
            if deadline - A_DAY <= now and counted[1] > 1:
                letters.append(_letter(pk, "soon", coach, deadline))
            yield from (each for each in letters if (REPORT_LETTERS.parse(each.params), each.version) not in recorded)


def _letter(report: int, what: str, to: int, deadline: datetime) -> Due:
    params = REPORT_LETTERS.params(report, what, to)
    return Due(REPORT_LETTERS.kind, params, deadline.isoformat(), scope_of(report))


def _recorded_mails(reports: Collection[int]) -> set[tuple[tuple[int, str, int], str]]:
    """The mails that were sent, failed or wait, each with its deadline. One query; only jobs record mails."""
    if not reports:
        return set()
    jobs = Job.objects.filter(kind=REPORT_LETTERS.kind, scope_kind="report", scope_id__in=[str(pk) for pk in reports])
    return {(REPORT_LETTERS.parse(params), version) for params, version in jobs.values_list("params", "version")}


def confirm_if_due(report: Report, now: datetime) -> bool:
    """Confirms a report if its time is over and nobody has answered it; says whether it did.

    Raises ``Refusal`` if it still waits and cannot be confirmed.
    """
    deadline = deadline_of(report, report.match.league)
    if deadline is None or deadline > now:
        return False
    try:
        with transaction.atomic():
            match = confirm_by_deadline(match=report.match, digest=report.digest, now=now)
            coaches = match.sides.filter(team__coach__isnull=False).values_list("team__coach", flat=True)
            version, scope = deadline.isoformat(), scope_of(report.pk)
            REPORT_LETTERS.send(report.pk, "lapsed", coaches, version=version, scope=scope)
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
