"""Mails about a waiting report that an earlier release has enqueued and that may still wait to be sent.

Today `matches.report.notices.notices` says what people are told.
"""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import moment_in
from jobs.letters import Letter, Letters
from matches.models import Report
from matches.report.deadlines import deadline_of
from matches.report.reporting import is_own
from matches.sequence.sequences import MatchState
from matches.wording import pairing
from rules.sequence.sequence import SIDES


def _still_asked(report: Report, reader: User) -> bool:
    """Whether a report still waits for this reader, who did not send it."""
    deadline = deadline_of(report, report.match.league)
    return deadline is not None and deadline > timezone.now() and not is_own(report, MatchState(report.match), reader)


LETTERS = {
    "asked": Letter(
        subject=_("%(match)s: please confirm the report"),
        text=_(
            "%(by)s has sent the report of %(match)s in %(league)s. Please read it, and confirm or dispute it.\n\n"
            "If nobody answers by %(when)s, the report counts as confirmed."
        ),
        applies=_still_asked,
    ),
    "soon": Letter(
        subject=_("%(match)s: the report counts as confirmed from %(when)s"),
        text=_(
            "The report of %(match)s in %(league)s, by %(by)s, still waits for your answer: confirm it, or say what is "
            "wrong with it.\n\n"
            "If nobody answers by %(when)s, the report counts as confirmed."
        ),
        applies=_still_asked,
    ),
    "lapsed": Letter(
        subject=_("%(match)s: report confirmed by deadline"),
        text=_(
            "Nobody answered the report of %(match)s in %(league)s, by %(by)s, in time. The report now counts as "
            "confirmed, and the match counts. Next: the post-match.\n\n"
            "If the report is wrong, tell a commissioner of the league, who can correct the match once it is closed."
        ),
    ),
}


def _words_of(report: Report) -> dict[str, str]:
    """The values for the mails' placeholders."""
    match = report.match
    teams = MatchState(match).teams
    return {
        "by": report.by.name if report.by else teams["home"].name,
        "match": pairing(**{side: teams[side].name for side in SIDES}),
        "league": match.league.name,
        "when": moment_in(match.league.zone, deadline_of(report, match.league) or report.answered_at),
    }


def _page_of(report: Report, what: str) -> str:
    """The page to answer the report; after the deadline, the match's page."""
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
