"""The report of a match: entered by one coach, confirmed or disputed by the other, settled by a commissioner.

No version is deleted. A coach confirms exactly the version they saw: the digest of its contents identifies it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import zone
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement
from matches.extensions import match_changed
from matches.models import Match, MatchAnswer, MatchCorrection, Report, UnsentReport
from matches.refusals import NOT_ALLOWED, OTHER_VERSION, OWN_DISPUTE, OWN_REPORT, WRONG_STATE
from matches.report.deadlines import deadline_of
from matches.report.unsent import Seen, refuse_unseen
from matches.sequence.closing import finish_post_match
from matches.sequence.lines import write_lines, write_outcome
from matches.sequence.locking import locked, write
from matches.sequence.own_match import deed_about, match_of, page_of
from matches.sequence.rechecking import remove_unfit_answers
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from matches.sequence.taking_back import take_back
from rules.match_day.report_checks import Problem, check_report
from rules.sequence.codec import encode
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import MatchPlayed
from teams.models import Team
from teams.trading.takeovers import predecessors
from web.errors import Message, Refusal, StaleVersion

SETTLED = log.kind("matches.settled", _("{by} settled the report of {home} against {away}."))
BY_DEADLINE = log.kind(
    "matches.confirmed_by_deadline",
    _("The report of {home} against {away} was confirmed by deadline: no answer within {days} days."),
)
NOT_YET_DUE = Message(
    id="matches.not_yet_lapsed",
    text=_("There is still time to answer this report."),
    remedy=_("The other coach can confirm or dispute it, or a commissioner can settle it."),
    status=409,
)
NOT_YET_PLAYED = Message(
    id="matches.not_yet_played",
    text=_("The match cannot have been played on {day}: that day is in the future."),
    remedy=_("Enter the day of the match, or leave it empty for today."),
)
TOO_LONG_AGO = Message(
    id="matches.played_too_long_ago",
    text=_("The match cannot have been played on {day}: the game itself is from {year}."),
    remedy=NOT_YET_PLAYED.remedy,
)
CARDS_SINCE = Message(
    id="matches.cards_since_report",
    text=_("Cards of this match were played or undone after this report was sent."),
    remedy=_("Send the report again, so that it has the cards as they are now."),
    status=409,
)
SENT_AGAIN = log.kind(
    "matches.report_without_cards",
    _("Cards were played or undone since the report of {home} against {away}: it must be sent again."),
)
SETTLE = "matches.settle"
JUDGED = (Match.State.REPORTED, Match.State.DISPUTED)
OPEN_REPORT = (Report.State.WAITING, Report.State.DISPUTED)
FIRST_DAY = date(1986, 1, 1)
"""The game came out in this year. A league may enter matches that it played long before it used Dugout."""


class ReportRefused(Refusal):
    """A report that the rules forbid. ``problems`` have the place of each broken rule."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(NOT_ALLOWED, violations=[problem.violation for problem in problems])
        self.problems = problems


@transaction.atomic
def report_match(
    *,
    match: Match,
    expected: int,
    reported: Reported,
    by: User,
    played_on: date | None = None,
    unsent: Seen | None = None,
) -> Report:
    """Stores a report, or a new version of it, for the other coach to confirm. Deletes the draft.

    ``played_on`` is the day of the match; None means the day of the confirmation. ``unsent`` is the draft that the
    coach saw, None without a page.
    Raises ``ReportRefused`` with every broken rule, ``StaleVersion`` if the match or the draft has changed since,
    ``Refusal`` for a day on which the match cannot have been played.
    """
    match = locked(match, Match.REPORTABLE)
    if unsent is not None:
        refuse_unseen(match, unsent, by)
    if match.version != expected + 1:
        match.version -= 1
        raise StaleVersion(match)
    state = MatchState(match)
    refuse_forbidden(state, state.played_as(reported))
    refuse_day(match, played_on)
    match.reports.filter(state__in=OPEN_REPORT).update(state=Report.State.SUPERSEDED)
    data = encode(reported)
    report = Report.objects.create(
        match=match, number=match.reports.count() + 1, data=data, digest=digest_of(data, played_on), by=by
    )
    write(match, state=Match.State.REPORTED, played_on=played_on)
    UnsentReport.objects.discard(match)
    match_changed.call(match)
    return report


def refuse_forbidden(state: MatchState, played: MatchPlayed) -> None:
    """Raises ``ReportRefused`` with every broken rule."""
    problems = check_report(state.ruleset, played)
    if forbidden := tuple(problem for problem in problems if not problem.hint_only):
        raise ReportRefused(forbidden)


def refuse_day(match: Match, day: date | None) -> None:
    """Raises ``Refusal`` for a day on which a match cannot have been played, by the calendar of its league."""
    if day is None:
        return
    if day > timezone.localdate(timezone=zone(match.league.zone)):
        raise Refusal(NOT_YET_PLAYED, field="played_on", day=date_format(day, "j F Y"))
    if day < FIRST_DAY:
        raise Refusal(TOO_LONG_AGO, field="played_on", day=date_format(day, "j F Y"), year=FIRST_DAY.year)


def digest_of(data: Any, played_on: date | None = None) -> str:
    """SHA-256 of a report's contents, with the day of the match if it is given."""
    said = [data, played_on.isoformat() if played_on else None]
    return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@transaction.atomic
def confirm_report(
    *, match: Match, digest: str, by: User, settle: bool = False, reason: str = "", agreed_by: User | None = None
) -> Match:
    """Confirms exactly this version. From now on the match counts and its post-match runs.

    ``settle``: a commissioner decides, even about their own report, but not alone if they coach in the match:
    ``agreed_by`` agreed. Raises ``Refusal`` for another version, or for one's own report.
    """
    match = locked(match, JUDGED)
    state, report = _seen(match, digest)
    if not settle and is_own(report, state, by):
        raise Refusal(OWN_REPORT)
    if match.state == Match.State.DISPUTED and not settle:
        raise Refusal(WRONG_STATE, state=match.get_state_display())
    if settle:
        refuse_alone(settling(match, digest, by), agreed_by)
        log.record(SETTLED, league=match.league, by=by, reason=reason, **_team_names(state))
        Report.objects.filter(pk=report.pk).update(settled=True, reason=reason, agreed_by=agreed_by)
    _confirm(state, report, by, timezone.localdate(timezone=zone(match.league.zone)))
    return match


def settling(match: Match, digest: str, by: User, teams: Mapping[Side, Team] | None = None) -> Deed:
    """Settling this version of a report, as others may have to agree to it."""
    return deed_about(match, SETTLE, by, teams=teams, digest=digest)


def _may_settle(agreement: Agreement) -> bool:
    match = match_of(agreement)
    if match is None or match.state not in JUDGED:
        return False
    there = match.reports.filter(state__in=OPEN_REPORT, digest=agreement.args["digest"]).exists()
    return there and not has_other_cards(MatchState(match))


def _settle_agreed(agreement: Agreement, agreed_by: User) -> None:
    match = match_of(agreement)
    assert match is not None
    confirm_report(
        match=match,
        digest=agreement.args["digest"],
        by=agreement.by,
        settle=True,
        reason=agreement.reason,
        agreed_by=agreed_by,
    )


agreement_kinds.add(
    AgreementKind(
        id=SETTLE,
        text=_("{by} asks to settle the report as it is"),
        still_open=_may_settle,
        carry_out=_settle_agreed,
        address=page_of,
    )
)


@transaction.atomic
def confirm_by_deadline(*, match: Match, digest: str, now: datetime) -> Match:
    """Confirms exactly this version because nobody has answered in time; else like ``confirm_report``.

    If the report gives no day, the match was played on the day of the report. One without the cards that were played
    is disputed instead. Raises ``Refusal`` for another version, for one that is disputed or answered, and before the
    deadline.
    """
    match = locked(match, (Match.State.REPORTED,))
    state, report = _seen(match, digest)
    deadline = deadline_of(report, match.league)
    if deadline is None or deadline > now:
        raise Refusal(NOT_YET_DUE)
    if has_other_cards(state):  # of a release in which that did not dispute it
        take_back(state, f"{CARDS_SINCE.text} {CARDS_SINCE.remedy}", SENT_AGAIN)
        return match
    log.record(BY_DEADLINE, league=match.league, by=None, days=match.league.confirm_days, **_team_names(state))
    _confirm(state, report, None, timezone.localdate(report.at, timezone=zone(match.league.zone)))
    return match


def _seen(match: Match, digest: str) -> tuple[MatchState, Report]:
    """A locked match with the report that the user has read. Raises ``Refusal`` if the report has changed since."""
    state = MatchState(match)
    report = state.report
    if report is None or report.digest != digest:
        raise Refusal(OTHER_VERSION)
    return state, report


def _team_names(state: MatchState) -> dict[str, Any]:
    """Both teams' names, for the log."""
    return {side: state.teams[side].name for side in SIDES}


def has_other_cards(state: MatchState) -> bool:
    """Whether other cards were played than the current report has; False for one that has no cards at all."""
    if state.report is None:
        return False
    both = [(state.played.reports.of(side).cards, state.played_cards(side)) for side in SIDES]
    return any(reported is not None and set(reported) != set(played) for reported, played in both)


def dispute_over_cards(match: Match) -> None:
    """Disputes the report of a locked match if it has other cards than were played: both coaches are told why."""
    state = MatchState(match)
    if match.state == Match.State.REPORTED and has_other_cards(state):
        take_back(state, f"{CARDS_SINCE.text} {CARDS_SINCE.remedy}", SENT_AGAIN)


def _confirm(state: MatchState, report: Report, by: User | None, day: date) -> None:
    """Lets a match count by its report and starts its post-match; ``by`` is None for the deadline.

    Raises ``ReportRefused`` for a disputed report that a later correction of a roster has made impossible, ``Refusal``
    for a disputed one with other cards than were played.
    """
    match, now = state.match, timezone.now()
    refuse_forbidden(state, state.played)
    if has_other_cards(state):
        raise Refusal(CARDS_SINCE)
    Report.objects.filter(pk=report.pk).update(state=Report.State.CONFIRMED, answered_by=by, answered_at=now)
    played_on = match.played_on or day
    if any(row.sequence == MatchAnswer.Sequence.POST_MATCH for row in state.rows):  # of a report that was taken back
        write(match, state=Match.State.POST_MATCH)
        remove_unfit_answers(match)
        state = MatchState(match)
    write_outcome(state, match, state=Match.State.POST_MATCH, confirmed_at=now, played_on=played_on)
    UnsentReport.objects.discard(match)
    if not finish_post_match(state, by):  # else it has written them
        write_lines(state)
    match.turn = state.turn
    match_changed.call(match)


def is_own(said: Report | MatchCorrection, state: MatchState, user: User) -> bool:
    """Whether a report or correction is the user's own, or by a coach whose team the user has taken over since."""
    if said.by_id == user.pk:
        return True
    teams = state.teams.values()
    if any(team.coach_id == said.by_id for team in teams):
        return False
    return said.by_id in predecessors(user, teams)


def judges(state: MatchState, report: Report | None) -> list[Team]:
    """The teams whose coach can confirm or dispute a report: not its author, nor who took over the author's team.

    If there is none, because a coach has no account, only a commissioner can settle it.
    """
    if report is None:
        return []
    teams = state.teams.values()
    others = [team for team in teams if team.coach_id not in (None, report.by_id)]
    if any(team.coach_id == report.by_id for team in teams):
        return others
    return [team for team in others if not is_own(report, state, team.coach)]


@transaction.atomic
def dispute_report(*, match: Match, digest: str, by: User, what: str) -> Report:
    """Disputes exactly this version. Either coach can then send a new one.

    Raises ``Refusal`` for another version or one's own report.
    """
    match = locked(match, (Match.State.REPORTED,))
    state, report = _seen(match, digest)
    if is_own(report, state, by):
        raise Refusal(OWN_DISPUTE)
    report.state, report.dispute = Report.State.DISPUTED, what
    report.answered_by, report.answered_at = by, timezone.now()
    report.save(update_fields=["state", "dispute", "answered_by", "answered_at"])
    write(match, state=Match.State.DISPUTED)
    match_changed.call(match)
    return report
