"""Whom each state of a match and of its report waits for, and what it tells."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from datetime import timedelta
from functools import partial

from django.db.models import Prefetch, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import moment_in
from leagues.models import Agreement
from leagues.notices import commissioners
from matches.extensions import match_changed, turn_changed
from matches.models import Match, Report
from matches.notices import MATCH, REPORTS, SIDES, TURNS, coaches_of, page_of, teams_of, words_of
from matches.report.deadlines import deadline_of
from matches.report.reporting import judges
from matches.sequence.own_match import subject_of
from matches.sequence.sequences import MatchState
from matches.sequence.turns import sides_asked
from notices.extensions import Kind, Machine, Silent, Subject, Topic, declare
from notices.models import When
from notices.telling import follow
from teams.extensions import coach_changed
from teams.models import Team

State = Match.State
AT_THE_TABLE = timedelta(minutes=10)
"""Coaches who sit at one table answer one after the other: they need no mail for each turn."""
AFTER_THE_MATCH = timedelta(hours=6)
"""A match is played and reported in this time; then coaches are reminded."""
RESULTS = Topic(key="results", name=_("Reports that are confirmed, and matches that are finished"), when=When.DIGEST)
DATA = ("data",)


def report_of(match: Match) -> Report | None:
    """The report of a match that was not replaced; None if there is none."""
    rows = sorted(match.reports.all(), key=lambda report: -report.number)
    return next((row for row in rows if row.state != Report.State.SUPERSEDED), None)


def report_words(match: Match, reader: User) -> dict[str, str]:
    """The words for a match with a report."""
    report = report_of(match)
    words = words_of(match, reader) | {"by": words_of(match, reader)["home"], "why": "", "deadline": ""}
    if report is None:
        return words
    words["why"] = report.dispute
    if report.by is not None:
        words["by"] = report.by.name
    if deadline := deadline_of(report, match.league):
        when = {"when": moment_in(match.league.zone, deadline)}
        words["deadline"] = "\n\n" + _now("If nobody answers by %(when)s, the report counts as confirmed.") % when
    return words


REPORT = Subject(
    key="report_of_match",
    things=Match.objects.select_related("league").prefetch_related(
        SIDES, Prefetch("reports", Report.objects.select_related("by").defer(*DATA))
    ),
    league=lambda match: match.league,
    words=report_words,
)


def _asked(match: Match) -> list[Team]:
    """The teams whose turn it is before or after the match."""
    sides = match.turn if match.turn is not None else sides_asked([match.pk]).get(match.pk, frozenset())
    return [team for side, team in teams_of(match).items() if side in sides]


def _coaches_asked(match: Match) -> list[int | None]:
    return [team.coach_id for team in _asked(match)]


def _for_the_absent(match: Match) -> list[int]:
    """The commissioners, if it is the turn of a coach who has no account."""
    if all(team.coach_id is not None for team in teams_of(match).values()):
        return []
    return commissioners(match.league) if any(team.coach_id is None for team in _asked(match)) else []


def _reporters(match: Match) -> list[int]:
    return coaches_of(match) or commissioners(match.league)


def _current(match: Match) -> Report | None:
    """The current report, read once for all kinds: `follow_match` gives them a copy of the match for this."""
    if not hasattr(match, "current_report"):
        match.current_report = match.reports.current()
    return match.current_report


def _report_id(match: Match) -> object:
    report = _current(match)
    return report.pk if report is not None else ""


def _judges(match: Match) -> list[int | None]:
    state = MatchState(match)
    state.sides = {side.side: side for side in match.sides.all()}
    return [team.coach_id for team in judges(state, state.report)]


def _only_commissioners(match: Match) -> list[int]:
    """The commissioners, if no coach can confirm the report."""
    return [] if any(_judges(match)) else commissioners(match.league)


def _impartial(match: Match) -> list[int]:
    """The commissioners who do not coach in the match; all of them if there are no others."""
    runs, coaches = commissioners(match.league), coaches_of(match)
    return [each for each in runs if each not in coaches] or runs


def _author(match: Match) -> list[int | None]:
    report = _current(match)
    return [report.by_id] if report is not None and report.answered_by_id is not None else []


def _after_the_deadline(match: Match) -> list[int]:
    report = _current(match)
    confirmed = report is not None and report.state == Report.State.CONFIRMED and report.answered_by_id is None
    return coaches_of(match) if confirmed else []


def _page(name: str) -> Callable[[Match], str]:
    """The page of a match where its reader acts, as in their to-do list."""
    return lambda match: reverse(f"matches:{name}", args=[match.public_id])


_turn = partial(Kind, topic=TURNS, subject=MATCH, waits=True, pause=AT_THE_TABLE)
_answer = partial(Kind, topic=REPORTS, subject=REPORT, waits=True, occasion=_report_id)
_late = partial(
    Kind,
    topic=REPORTS,
    subject=REPORT,
    readers=_judges,
    page=_page("confirm"),
    applies=lambda match, reader: match.state == State.REPORTED,
)

PRE_MATCH = _turn(
    key="matches.pre_match_turn",
    name=_("It is your turn in a pre-match"),
    line=_("Pre-match of %(match)s: it is your turn"),
    text=_("The pre-match of %(match)s in %(league)s waits for your answers:"),
    readers=_coaches_asked,
    page=_page("pre_match"),
)
PRE_MATCH_FOR = _turn(
    key="matches.pre_match_for_absent",
    name=_("As a commissioner: a pre-match waits for a coach without an account"),
    line=_("Pre-match of %(match)s: answer for a coach without an account"),
    text=_("The pre-match of %(match)s in %(league)s waits for a coach without an account. Answer for them:"),
    readers=_for_the_absent,
    page=_page("pre_match"),
)
TO_REPORT = Kind(
    key="matches.to_report",
    name=_("Your match has no report yet"),
    topic=REPORTS,
    subject=MATCH,
    line=_("Report %(match)s"),
    text=_("%(match)s in %(league)s has begun, and nobody has sent a report yet. Send it here:"),
    readers=_reporters,
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
    readers=_judges,
    page=_page("confirm"),
)
TO_SETTLE = _answer(
    key="matches.to_settle",
    name=_("As a commissioner: a report that nobody else can confirm"),
    line=_("%(match)s: settle the report, nobody else can confirm it"),
    text=_(
        "%(by)s has sent the report of %(match)s in %(league)s. No other coach can confirm it, so please settle it:"
    ),
    readers=_only_commissioners,
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
    readers=_impartial,
    page=_page("settle"),
)
CONFIRMED = Kind(
    key="matches.confirmed",
    name=_("Your report is confirmed"),
    topic=RESULTS,
    subject=REPORT,
    line=_("%(match)s: your report is confirmed"),
    text=_("Your report of %(match)s in %(league)s is confirmed, and the match counts."),
    readers=_author,
    page=page_of,
    occasion=_report_id,
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
    readers=_after_the_deadline,
    page=page_of,
    occasion=_report_id,
)
POST_MATCH = _turn(
    key="matches.post_match_turn",
    name=_("It is your turn in a post-match"),
    line=_("Post-match of %(match)s: it is your turn"),
    text=_("The post-match of %(match)s in %(league)s waits for your answers:"),
    readers=_coaches_asked,
    page=_page("post_match"),
)
POST_MATCH_FOR = _turn(
    key="matches.post_match_for_absent",
    name=_("As a commissioner: a post-match waits for a coach without an account"),
    line=_("Post-match of %(match)s: answer for a coach without an account"),
    text=_("The post-match of %(match)s in %(league)s waits for a coach without an account. Answer for them:"),
    readers=_for_the_absent,
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
    occasion=lambda match: _deadline_words(match, "matches.report_due_soon"),
)
DEADLINE_SET = _late(
    key="matches.report_deadline_set",
    name=_("A report has a new deadline"),
    line=_("%(match)s: the report has a new deadline"),
    text=_("The report of %(match)s in %(league)s, by %(by)s, waits for your answer.%(deadline)s"),
    occasion=lambda match: _deadline_words(match, "matches.report_deadline_set"),
)


def _deadline_words(match: Match, what: str) -> str:
    deadline = deadline_of(_current(match), match.league)
    return f"{what} {deadline.isoformat()}" if deadline else what


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
    asked = Agreement.objects.open().filter(league=match.league_id, subject=subject_of(match))
    if ids := list(asked.values_list("pk", flat=True)):
        for agreement in Agreement.objects.select_related("league", "by").filter(pk__in=ids):
            follow(agreement)


@coach_changed.add
def follow_matches(team: Team) -> None:
    """What waited in a team's matches for its former coach waits for its new one."""
    under_way = Match.objects.filter(sides__team=team).exclude(
        state__in=(State.SCHEDULED, State.CLOSED, State.RECORDED, State.DROPPED)
    )
    for match in under_way.select_related("league", "ruleset"):
        follow(match)
