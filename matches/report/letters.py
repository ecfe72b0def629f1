"""Mails about a report that waits: to whom it waits for, and to both coaches once its deadline has confirmed it."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import moment_in
from jobs.letters import Letter, Letters
from jobs.models import Scope
from matches.models import Report
from matches.report.deadlines import deadline_of
from matches.report.reporting import is_own
from matches.sequence.sequences import MatchState
from matches.wording import pairing
from rules.sequence.sequence import SIDES


def _still_asked(report: Report, reader: User) -> bool:
    """Whether a report waits for this reader, whose own it is not, and its time is not over."""
    deadline = deadline_of(report, report.match.league)
    return deadline is not None and deadline > timezone.now() and not is_own(report, MatchState(report.match), reader)


LETTERS = {
    "asked": Letter(
        subject=_("%(match)s: a report waits for you"),
        text=_(
            "%(by)s has reported %(match)s in %(league)s. Read the report, and confirm it or say what is wrong with "
            "it.\n\n"
            "If nobody has answered it by %(when)s, it is taken as confirmed."
        ),
        goes=_still_asked,
    ),
    "soon": Letter(
        subject=_("%(match)s: the report stands from %(when)s"),
        text=_(
            "The report of %(match)s in %(league)s, by %(by)s, still waits for your answer: confirm it, or say what is "
            "wrong with it.\n\n"
            "If nobody has answered it by %(when)s, it is taken as confirmed."
        ),
        goes=_still_asked,
    ),
    "lapsed": Letter(
        subject=_("%(match)s: the report is confirmed by deadline"),
        text=_(
            "Nobody answered the report of %(match)s in %(league)s, by %(by)s, within its time: it is taken as "
            "confirmed, and the match counts. The post-match is next.\n\n"
            "If the report is wrong, tell a commissioner of the league, who can correct the match once it is closed."
        ),
    ),
}


def _words_of(report: Report) -> dict[str, str]:
    """What the letters say of a report."""
    match = report.match
    teams = MatchState(match).teams
    return {
        "by": report.by.name if report.by else teams["home"].name,
        "match": pairing(**{side: teams[side].name for side in SIDES}),
        "league": match.league.name,
        "when": moment_in(match.league.zone, deadline_of(report, match.league) or report.answered_at),
    }


def _page_of(report: Report, what: str) -> str:
    """Where the report is answered, or the match that it has become."""
    return reverse("matches:match" if what == "lapsed" else "matches:confirm", args=[report.match.public_id])


REPORT_LETTERS = Letters(
    kind="tell_of_report",
    title=_("Mail about a report"),
    about="report",
    things=Report.objects.select_related("by", "match__league", "match__ruleset"),
    letters=LETTERS,
    words=_words_of,
    page=_page_of,
)


def scope_of(report: int) -> Scope:
    """What the jobs of a report's letters are about."""
    return Scope("report", str(report))
