"""Whom each state of a match and of its report waits for, and what it tells."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import timedelta
from functools import partial

from django.db.models import QuerySet, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.models import Agreement
from matches.extensions import match_changed, turn_changed
from matches.models import Match, Report
from matches.notices import MATCH, REPORTS, SIDES, TURNS, coaches_of, page_of
from matches.report.notices.readers import (
    REPORT,
    author_of_report,
    coaches_asked,
    commissioners_alone,
    commissioners_for_the_absent,
    deadline_words,
    impartial_commissioners,
    judging_coaches,
    report_id,
    reporters,
    told_after_the_deadline,
)
from matches.sequence.own_match import subject_of
from notices.extensions import Kind, Machine, Silent, Topic, declare
from notices.models import When
from notices.telling import follow
from teams.extensions import coach_changed
from teams.models import Team
from web.prepared import Prepared

State = Match.State
AT_THE_TABLE = timedelta(minutes=10)
"""Coaches who sit at one table answer one after the other: they need no mail for each turn."""
AFTER_THE_MATCH = timedelta(hours=6)
"""A match is played and reported in this time; then coaches are reminded."""
RESULTS = Topic(key="results", name=_("Reports that are confirmed, and matches that are finished"), when=When.DIGEST)


def _page(name: str) -> Callable[[Match], str]:
    """The page of a match where its reader acts, as in their to-do list."""
    return lambda match: reverse(f"matches:{name}", args=[match.public_id])


_turn = partial(Kind, topic=TURNS, subject=MATCH, waits=True, pause=AT_THE_TABLE)
_answer = partial(Kind, topic=REPORTS, subject=REPORT, waits=True, occasion=report_id)
_late = partial(
    Kind,
    topic=REPORTS,
    subject=REPORT,
    readers=judging_coaches,
    page=_page("confirm"),
    applies=lambda match, reader: match.state == State.REPORTED,
)

PRE_MATCH = _turn(
    key="matches.pre_match_turn",
    name=_("It is your turn in a pre-match"),
    line=_("Pre-match of %(match)s: it is your turn"),
    text=_("The pre-match of %(match)s in %(league)s waits for your answers:"),
    readers=coaches_asked,
    page=_page("pre_match"),
)
PRE_MATCH_FOR = _turn(
    key="matches.pre_match_for_absent",
    name=_("As a commissioner: a pre-match waits for a coach without an account"),
    line=_("Pre-match of %(match)s: answer for a coach without an account"),
    text=_("The pre-match of %(match)s in %(league)s waits for a coach without an account. Answer for them:"),
    readers=commissioners_for_the_absent,
    page=_page("pre_match"),
)
TO_REPORT = Kind(
    key="matches.to_report",
    name=_("Your match has no report yet"),
    topic=REPORTS,
    subject=MATCH,
    line=_("Report %(match)s"),
    text=_("%(match)s in %(league)s has begun, and nobody has sent a report yet. Send it here:"),
    readers=reporters,
    page=_page("report"),
    waits=True,
    pause=AFTER_THE_MATCH,
)
TO_CONFIRM = _answer(
    key="matches.to_confirm",
    name=_("A report waits for your answer"),
    line=_("%(match)s: please confirm the report"),
    text=_(
        "%(by)s has sent the report of %(match)s in %(league)s. Please read it, and confirm or dispute it.%(deadline)s"
    ),
    readers=judging_coaches,
    page=_page("confirm"),
)
TO_SETTLE = _answer(
    key="matches.to_settle",
    name=_("As a commissioner: a report that nobody else can confirm"),
    line=_("%(match)s: settle the report, nobody else can confirm it"),
    text=_(
        "%(by)s has sent the report of %(match)s in %(league)s. No other coach can confirm it, so please settle it:"
    ),
    readers=commissioners_alone,
    page=_page("settle"),
)
DISPUTED = _answer(
    key="matches.report_disputed",
    name=_("The report of your match is disputed"),
    line=_("%(match)s: the report is disputed"),
    text=_(
        "The report of %(match)s in %(league)s, by %(by)s, is disputed:\n\n%(why)s\n\n"
        "Either coach can send a new one, or a commissioner settles it."
    ),
    readers=coaches_of,
    page=_page("report"),
)
DISPUTE_TO_SETTLE = _answer(
    key="matches.dispute_to_settle",
    name=_("As a commissioner: a disputed report waits"),
    line=_("%(match)s: settle the disputed report"),
    text=_("The report of %(match)s in %(league)s, by %(by)s, is disputed:\n\n%(why)s\n\nPlease settle it:"),
    readers=impartial_commissioners,
    page=_page("settle"),
)
CONFIRMED = Kind(
    key="matches.confirmed",
    name=_("Your report is confirmed"),
    topic=RESULTS,
    subject=REPORT,
    line=_("%(match)s: your report is confirmed"),
    text=_("Your report of %(match)s in %(league)s is confirmed, and the match counts."),
    readers=author_of_report,
    page=page_of,
    occasion=report_id,
)
BY_DEADLINE = Kind(
    key="matches.confirmed_by_deadline",
    name=_("A report is confirmed by deadline"),
    topic=REPORTS,
    subject=REPORT,
    line=_("%(match)s: report confirmed by deadline"),
    text=_(
        "Nobody answered the report of %(match)s in %(league)s, by %(by)s, in time. The report now counts as "
        "confirmed, and the match counts. Next: the post-match.\n\n"
        "If the report is wrong, tell a commissioner of the league, who can correct the match once it is closed."
    ),
    readers=told_after_the_deadline,
    page=page_of,
    occasion=report_id,
)
POST_MATCH = _turn(
    key="matches.post_match_turn",
    name=_("It is your turn in a post-match"),
    line=_("Post-match of %(match)s: it is your turn"),
    text=_("The post-match of %(match)s in %(league)s waits for your answers:"),
    readers=coaches_asked,
    page=_page("post_match"),
)
POST_MATCH_FOR = _turn(
    key="matches.post_match_for_absent",
    name=_("As a commissioner: a post-match waits for a coach without an account"),
    line=_("Post-match of %(match)s: answer for a coach without an account"),
    text=_("The post-match of %(match)s in %(league)s waits for a coach without an account. Answer for them:"),
    readers=commissioners_for_the_absent,
    page=_page("post_match"),
)
CLOSED = Kind(
    key="matches.closed",
    name=_("Your match is finished"),
    topic=RESULTS,
    subject=MATCH,
    line=_("%(match)s is finished"),
    text=_("The post-match of %(match)s in %(league)s is finished, and both rosters are up to date."),
    readers=coaches_of,
    page=page_of,
    occasion=lambda match: match.closed_at or "",
)
REMINDED = _late(
    key="matches.report_due_soon",
    name=_("The deadline of a report is near"),
    line=_("%(match)s: the report still waits for you"),
    text=_(
        "The report of %(match)s in %(league)s, by %(by)s, still waits for your answer: confirm it, or say what is "
        "wrong with it.%(deadline)s"
    ),
    occasion=lambda match: deadline_words(match, "matches.report_due_soon"),
)
DEADLINE_SET = _late(
    key="matches.report_deadline_set",
    name=_("A report has a new deadline"),
    line=_("%(match)s: the report has a new deadline"),
    text=_("The report of %(match)s in %(league)s, by %(by)s, waits for your answer.%(deadline)s"),
    occasion=lambda match: deadline_words(match, "matches.report_deadline_set"),
)


declare(
    Machine(
        model=Match,
        states={
            State.SCHEDULED: Silent("the draw, a date and a deadline are told by the fixture"),
            State.PRE_MATCH: (PRE_MATCH, PRE_MATCH_FOR),
            State.PLAYING: (TO_REPORT,),
            State.REPORTED: (TO_CONFIRM, TO_SETTLE),
            State.DISPUTED: (DISPUTED, DISPUTE_TO_SETTLE),
            State.POST_MATCH: (CONFIRMED, BY_DEADLINE, POST_MATCH, POST_MATCH_FOR),
            State.CLOSED: (CONFIRMED, BY_DEADLINE, CLOSED),
            State.RECORDED: Silent("nobody has done anything: it comes from records"),
            State.DROPPED: Silent("a friendly that was called off tells its coaches itself"),
        },
    ),
    Machine(
        model=Report,
        states=dict.fromkeys(Report.State, Silent("the state of its match tells it")),
    ),
    REMINDED,
    DEADLINE_SET,
)


@match_changed.add
@turn_changed.add
def follow_match(match: Match) -> None:
    """Tell those for whom a match waits now; decisions about it that no longer make sense wait for nobody."""
    shown = copy(match)  # for the caller's one, sides that were read now would soon be old
    prefetch_related_objects([shown], SIDES)
    follow(shown)
    for agreement in _asked_about(match.league_id, subject_of(match)):
        follow(agreement)


@Prepared
def _asked_about(league: int, subject: str) -> QuerySet[Agreement]:
    return Agreement.objects.open().select_related("league", "by").filter(league=league, subject=subject).order_by()


@coach_changed.add
def follow_matches(team: Team) -> None:
    """What waited in a team's matches for its former coach waits for its new one."""
    under_way = Match.objects.filter(sides__team=team).exclude(
        state__in=(State.SCHEDULED, State.CLOSED, State.RECORDED, State.DROPPED)
    )
    for match in under_way.select_related("league", "ruleset"):
        follow(match)
