"""Reports that nobody answers: coaches are told by mail by when to, and again a day before; then the report stands.

The league's clock finds all of it; each mail goes once for each deadline, and each report is confirmed once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.mail import link, write_to
from accounts.models import User
from accounts.zones import zone
from jobs.clockwork import Due, falls_due
from jobs.kinds import JobRefused, job_kind, site_staff_alone
from jobs.kinds import Report as Progress
from jobs.models import Job, Scope
from jobs.queue import enqueue
from leagues.errors import Refusal, Text
from matches.models import Match, Report
from matches.report_deadlines import answer_by, deadline_of
from matches.reporting import confirm_by_deadline, is_own
from matches.sequences import Table
from matches.wording import pairing
from rules.sequence import SIDES

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A kind of mail about a report: one that ``asks`` goes only while it waits, and to nobody whose own it is."""

    subject: Text
    text: Text
    asks: bool


LETTERS: Mapping[str, Letter] = {
    "asked": Letter(
        subject=_("%(match)s: a report waits for you"),
        text=_(
            "%(by)s has reported %(match)s in %(league)s. Read the report, and confirm it or say what is wrong with "
            "it.\n\n"
            "If nobody has answered it by %(when)s, it is taken as confirmed."
        ),
        asks=True,
    ),
    "soon": Letter(
        subject=_("%(match)s: the report stands from %(when)s"),
        text=_(
            "The report of %(match)s in %(league)s, by %(by)s, still waits for your answer: confirm it, or say what is "
            "wrong with it.\n\n"
            "If nobody has answered it by %(when)s, it is taken as confirmed."
        ),
        asks=True,
    ),
    "lapsed": Letter(
        subject=_("%(match)s: the report is confirmed by deadline"),
        text=_(
            "Nobody answered the report of %(match)s in %(league)s, by %(by)s, within its time: it is taken as "
            "confirmed, and the match counts. The post-match is next.\n\n"
            "If the report is wrong, tell a commissioner of the league, who can correct the match once it is closed."
        ),
        asks=False,
    ),
}
"""By what has happened."""


@falls_due
def reports_due(now: datetime) -> Iterable[Due]:
    """For each report that waits: its mails, or at the deadline its confirmation."""
    waiting = Report.objects.filter(state=Report.State.WAITING, match__state=Match.State.REPORTED)
    waiting = waiting.filter(match__league__confirm_days__gt=0, match__league__archived_at__isnull=True)
    columns = ("pk", "by", "at", "match__league__confirm_days", "match__league__confirm_since")
    rows = list(waiting.values_list(*columns, "match__sides__team__coach").order_by("pk"))
    told, ended = _told({row[0] for row in rows}), set()
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
            yield from (each for each in letters if (letter_in(each.params), each.version) not in told)


def _letter(report: int, what: str, to: int, deadline: datetime) -> Due:
    params = {"report": report, "what": what, "to": to}
    return Due("tell_of_report", params, deadline.isoformat(), Scope("report", str(report)))


def _told(reports: Collection[int]) -> set[tuple[tuple[int, str, int], str]]:
    """The letters that went, failed or wait, each with its deadline: one query, for only its job tells of a mail."""
    if not reports:
        return set()
    jobs = Job.objects.filter(kind="tell_of_report", scope_kind="report", scope_id__in=[str(pk) for pk in reports])
    return {(letter_in(params), version) for params, version in jobs.values_list("params", "version")}


def confirm_lapsed(report: Report, now: datetime) -> bool:
    """Take a report as confirmed if its time is over and nobody has answered it; says whether it was.

    Raises ``Refusal`` where it still waits and cannot be confirmed.
    """
    deadline = deadline_of(report, report.match.league)
    if deadline is None or deadline > now:
        return False
    try:
        with transaction.atomic():
            match = confirm_by_deadline(match=report.match, digest=report.digest, now=now)
            coaches = match.sides.filter(team__coach__isnull=False).values_list("team__coach", flat=True)
            for coach in sorted(set(coaches)):
                told = _letter(report.pk, "lapsed", coach, deadline)
                enqueue(told.kind, told.params, version=told.version, scope=told.scope)
    except Refusal:
        report.refresh_from_db(fields=["state"])
        if report.state == Report.State.WAITING:
            raise
        return False  # answered at the same moment
    return True


def tell(report: Report, what: str, coach: User) -> bool:
    """Send a coach one mail, unless it asks for what is answered meanwhile, or is not his to answer."""
    letter, match = LETTERS[what], report.match
    deadline = deadline_of(report, match.league)
    table = Table(match)
    if letter.asks and (deadline is None or deadline <= timezone.now() or is_own(report, table, coach)):
        return False
    until = timezone.localtime(deadline or report.answered_at, zone(match.league.zone))
    words = {
        "coach": coach.name,
        "by": report.by.name if report.by else table.teams["home"].name,
        "match": pairing(**{side: table.teams[side].name for side in SIDES}),
        "league": match.league.name,
        "when": f"{date_format(until, 'l j F Y, H:i')} ({match.league.zone})",
    }
    greeting = _("Hello %(coach)s,") % words
    page = link(reverse("matches:confirm" if letter.asks else "matches:match", args=[match.public_id]))
    return write_to(
        coach, subject=str(letter.subject % words), message=f"{greeting}\n\n{letter.text % words}\n\n{page}\n"
    )


def report_in(params: Mapping[str, Any]) -> int:
    """The id of a report. Raises ValueError for any other params."""
    if set(params) != {"report"} or type(params["report"]) is not int:
        raise ValueError(f"params should be 'report' and its id, not {dict(params)!r}")
    return int(params["report"])


def letter_in(params: Mapping[str, Any]) -> tuple[int, str, int]:
    """A report, what has happened, and who is told. Raises ValueError for any other params."""
    known = set(params) == {"report", "what", "to"} and params["what"] in LETTERS
    if not known or not all(type(params[name]) is int for name in ("report", "to")):
        raise ValueError(f"params should be 'report', 'what' and 'to', not {dict(params)!r}")
    return params["report"], str(params["what"]), params["to"]


@job_kind("confirm_report", title=_("Deadline of a report"), parse=report_in, seen_by=site_staff_alone)
def confirm_report_job(job: Job, progress: Progress) -> None:
    """Confirm one report, if it still has to be."""
    found = Report.objects.select_related("match__league").filter(pk=job.parsed).first()
    if found is not None:
        try:
            confirm_lapsed(found, timezone.now())
        except Refusal as why:
            raise JobRefused(str(why)) from why


@job_kind("tell_of_report", title=_("Mail about a report"), parse=letter_in, seen_by=site_staff_alone)
def tell_of_report(job: Job, progress: Progress) -> None:
    """Tell one coach."""
    pk, what, to = job.parsed
    report = Report.objects.select_related("by", "match__league", "match__ruleset").filter(pk=pk).first()
    coach = User.objects.filter(pk=to).first()
    if report is not None and coach is not None:
        tell(report, what, coach)
