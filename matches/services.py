"""A match's life: opened, prepared, reported, confirmed or disputed, taken through the post-match, closed.

Every function here is one step, made in one transaction; who may make it is the views' business (``matches.access``).
Each write checks the version of the match that it was made from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.commands import write_version
from leagues.errors import Message, Refusal
from leagues.models import League
from matches.lines import write_lines, write_results
from matches.models import Match, MatchAnswer, MatchSide, Report
from matches.sequences import Reported, Table, as_row, minter, rolled_by_server
from matches.signals import match_changed
from rules.codec import encode
from rules.explanations import RuleBroken
from rules.inducements import Item
from rules.match import Terms
from rules.report import check_report
from rules.sequence import SIDES, Answer, Question, Side, other
from teams import ledger
from teams.models import Team, TeamState

WRONG_STATE = Message(
    id="matches.wrong_state",
    text=_("The match is at another step now ({state}); nothing was changed."),
    remedy=_("Reload its page and go on from there."),
    status=409,
)
NOT_READY = Message(
    id="matches.team_not_ready",
    text=_("{team} is not an active team, so it cannot play."),
    remedy=_("It has to be submitted and approved first."),
)
NOT_ASKED = Message(
    id="matches.not_asked",
    text=_("This was answered already, or is not asked any more; nothing was changed."),
    remedy=_("The page shows what is open now."),
    status=409,
)
NOT_ALLOWED = Message(
    id="matches.not_allowed", text=_("The rules do not allow this."), remedy=_("Mend what is listed and send it again.")
)
SERVER_ROLLS = Message(
    id="matches.server_rolls",
    text=_("In this league the server rolls the dice."),
    remedy=_("Press the button that rolls."),
)
COACHES_ROLL = Message(
    id="matches.coaches_roll",
    text=_("In this league coaches roll their own dice."),
    remedy=_("Type in what the dice showed."),
)
OTHER_VERSION = Message(
    id="matches.other_version",
    text=_("The report was changed since you looked at it; you have not confirmed anything."),
    remedy=_("Read it as it is now, then confirm or dispute that."),
    status=409,
)
OWN_REPORT = Message(
    id="matches.own_report",
    text=_("You entered this report yourself, so you cannot confirm it."),
    remedy=_("The other coach confirms it, or a commissioner settles it."),
    status=403,
)
CALLED_OFF = log.kind("matches.called_off", _("{by} called off {home} against {away} before it was played."))
SETTLED = log.kind("matches.settled", _("{by} settled the report of {home} against {away}."))
ANSWERED_FOR = log.kind("matches.answered_for", _("{by} answered for {team} in its match against {opponent}: {what}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An answer that somebody gives: whose question, which, and its value; ``roll`` asks the server to roll it."""

    side: Side
    key: str
    value: Any = None
    roll: bool = False


def create_match(*, league: League, home: Team, away: Team, terms: Terms, played_on: Any = None) -> Match:
    """A match to be played under the league's rules of today. Must run inside a transaction."""
    match = Match.objects.create(
        league=league, ruleset=league.ruleset, stage=terms.stage, tournament=terms.tournament, played_on=played_on
    )
    MatchSide.objects.bulk_create(
        [MatchSide(match=match, side="home", team=home), MatchSide(match=match, side="away", team=away)]
    )
    return match


@transaction.atomic
def open_match(*, match: Match, by: User) -> Match:
    """Opens the pre-match: both teams are held and both rosters frozen as they stand.

    The match is played under the league's rules of this moment. Raises ``Refusal`` if a team is not active or in
    another match.
    """
    match = _step(match, (Match.State.SCHEDULED,), state=Match.State.PRE_MATCH, opened_at=timezone.now(),
                  ruleset=match.league.ruleset)  # fmt: skip
    for side in sorted(match.sides.select_related("team"), key=lambda row: row.team_id):
        if side.team.state != Team.State.ACTIVE:
            raise Refusal(NOT_READY, team=side.team.name)
        ledger.hold(side.team, match.holder)
        state = TeamState.objects.get(team=side.team)
        MatchSide.objects.filter(pk=side.pk).update(sheet=state.sheet, team_value=state.value)
    match_changed.send(Match, match=match)
    return match


@transaction.atomic
def call_off(*, match: Match, by: User, reason: str) -> Match:
    """A commissioner takes an opened match back to scheduled, before its pre-match is done; rolls made are void."""
    match = _step(match, (Match.State.PRE_MATCH,), state=Match.State.SCHEDULED, opened_at=None)
    sides = {side.side: side for side in match.sides.select_related("team")}
    for side in sides.values():
        ledger.release(side.team, match.holder)
    match.answers.all().delete()
    match.sides.update(sheet=None, team_value=None)
    names = {side: row.team.name for side, row in sides.items()}
    log.record(CALLED_OFF, league=match.league, by=by, reason=reason, **names)
    match_changed.send(Match, match=match)
    return match


@transaction.atomic
def answer(*, match: Match, given: Sequence[Given], by: User | None, for_league: bool = False) -> Table:
    """Stores answers to open questions, in the order given, and goes on as far as they lead.

    ``for_league``: a commissioner answers for an absent coach, which the league's log tells. Raises ``Refusal`` for an
    answer that is not asked for or not allowed, with the rule; then nothing is stored.
    """
    match = _step(match, (Match.State.PRE_MATCH, Match.State.POST_MATCH))
    table = Table(match)
    for one in given:
        _answer_one(table, one, by)
    if for_league:
        _log_answers(table, given, by)
    if match.state == Match.State.PRE_MATCH:
        _finish_pre_match(table, by)
    else:
        _finish_post_match(table, by)
    return table


def _answer_one(table: Table, given: Given, by: User | None) -> None:
    question = next((q for q in table.questions() if (q.side, q.key) == (given.side, given.key)), None)
    if question is None:
        raise Refusal(NOT_ASKED)
    value = _value(table, question, given)
    sequence = str(table.match.state)
    found = Answer(question=question, value=value)
    more = {(question.side, question.key): found}
    fresh = _run_with(table, sequence, more)
    rows = [as_row(table.match, sequence, found, by=by, rolled=given.roll)]
    rows += [as_row(table.match, sequence, minted, by=None, rolled=True) for minted in fresh]
    MatchAnswer.objects.bulk_create(rows)
    table.rows.extend(rows)
    table.__dict__.pop("outcomes", None)


def _value(table: Table, question: Question, given: Given) -> Any:
    by_chance = question.kind in ("roll", "draw")
    server = table.match.league.dice == League.Dice.SERVER
    if given.roll:
        if not by_chance:
            raise Refusal(NOT_ASKED)
        if not server:
            raise Refusal(COACHES_ROLL)
        return rolled_by_server(question)
    if by_chance and server:
        raise Refusal(SERVER_ROLLS)
    return given.value


def _run_with(table: Table, sequence: str, more: dict[Any, Answer]) -> tuple[Answer, ...]:
    """Tries an answer; gives the ids minted on the way. Raises ``Refusal`` if the rules do not allow it."""
    refused: RuleBroken | None
    if sequence == MatchAnswer.Sequence.PRE_MATCH:
        prepared = table.pre_match(more, minter(table))
        refused, fresh = prepared.refused, prepared.fresh
    else:
        fresh = ()
        for side in SIDES:
            outcome = table.post_match(
                side, more | {(a.question.side, a.question.key): a for a in fresh}, minter(table)
            )
            refused = outcome.refused
            fresh = (*fresh, *outcome.fresh)
            if refused is not None:
                break
    if refused is not None:
        raise Refusal(NOT_ALLOWED, violations=refused.violations)
    return fresh


def _log_answers(table: Table, given: Sequence[Given], by: User | None) -> None:
    for side in {one.side for one in given}:
        what = ", ".join(one.key for one in given if one.side == side)
        names = {"team": table.sides[side].team.name, "opponent": table.sides[other(side)].team.name}
        log.record(ANSWERED_FOR, league=table.match.league, by=by, what=what, **names)


def _finish_pre_match(table: Table, by: User | None) -> None:
    outcome = table.pre_match()
    if not outcome.done:
        return
    state = outcome.state
    for side in SIDES:
        row = table.sides[side]
        facts = [ledger.Fact(entry, state.purchases[side].bill) for entry in state.entries(side)]
        if facts:
            team_state = TeamState.objects.get(team=row.team)
            ledger.append(
                team=row.team,
                ruleset=table.ruleset,
                expected=team_state.seq,
                facts=facts,
                source=f"{table.match.holder}:pre",
                by=by,
                holder=table.match.holder,
            )
        row.sheet = encode(state.sheet(side))
        row.fans, row.fame = state.fans[side].amount, state.fame(side)
        row.inducements = [_as_json(item) for item in state.purchases[side].items if item.count]
        row.save(update_fields=["sheet", "fans", "fame", "inducements"])
    table.__dict__.pop("sheets", None)
    Match.objects.filter(pk=table.match.pk).update(state=Match.State.PLAYING, weather=state.weather)
    table.match.refresh_from_db(fields=["state", "weather"])
    match_changed.send(Match, match=table.match)


def _as_json(item: Item) -> dict[str, Any]:
    wish = {"kind": item.kind, "count": item.count, "name": item.name, "position": item.position, "deck": item.deck}
    return {key: value for key, value in wish.items() if value} | ({"skills": list(item.skills)} if item.skills else {})


@transaction.atomic
def report_match(*, match: Match, expected: int, reported: Reported, by: User) -> Report:
    """Stores a report, or a new version of it, for the other coach to confirm.

    Raises ``Refusal`` with everything that does not add up, ``StaleVersion`` if the match was changed meanwhile.
    """
    if match.state not in (Match.State.PLAYING, Match.State.REPORTED, Match.State.DISPUTED):
        raise Refusal(WRONG_STATE, state=match.get_state_display())
    table = Table(match)
    problems = [problem for problem in check_report(table.ruleset, table.played(reported)) if not problem.hint_only]
    if problems:
        raise Refusal(NOT_ALLOWED, violations=[problem.violation for problem in problems])
    write_version(match, expected=expected, changes={"state": Match.State.REPORTED})
    match.reports.filter(state__in=[Report.State.WAITING, Report.State.DISPUTED]).update(state=Report.State.SUPERSEDED)
    data = encode(reported)
    report = Report.objects.create(
        match=match, number=match.reports.count() + 1, data=data, digest=digest_of(data), by=by
    )
    match.refresh_from_db()
    match_changed.send(Match, match=match)
    return report


def digest_of(data: Any) -> str:
    """SHA-256 of a report's contents."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@transaction.atomic
def confirm_report(*, match: Match, digest: str, by: User, settle: bool = False, reason: str = "") -> Match:
    """Confirms exactly the version that was seen; from now on the match counts and its post-match runs.

    ``settle``: a commissioner decides, whoever entered it. Raises ``Refusal`` for another version or one's own report.
    """
    match = _step(match, (Match.State.REPORTED, Match.State.DISPUTED))
    table = Table(match)
    report = table.report
    if report is None or report.digest != digest:
        raise Refusal(OTHER_VERSION)
    if report.by_id == by.pk and not settle:
        raise Refusal(OWN_REPORT)
    if match.state == Match.State.DISPUTED and not settle:
        raise Refusal(WRONG_STATE, state=match.get_state_display())
    now = timezone.now()
    Report.objects.filter(pk=report.pk).update(state=Report.State.CONFIRMED, answered_by=by, answered_at=now)
    result = table.played().result
    Match.objects.filter(pk=match.pk).update(
        state=Match.State.POST_MATCH,
        confirmed_at=now,
        played_on=match.played_on or timezone.localdate(),
        conceded_by=result.conceded_by or "",
        conceded_without_penalty=result.conceded_without_penalty,
        decided_by=result.decided_by,
        decided_for=result.decided_for or "",
    )
    match.refresh_from_db()
    write_results(table)
    write_lines(table)
    if settle:
        names = {side: table.sides[side].team.name for side in SIDES}
        log.record(SETTLED, league=match.league, by=by, reason=reason, **names)
    _finish_post_match(table, by)
    match_changed.send(Match, match=match)
    return match


@transaction.atomic
def dispute_report(*, match: Match, digest: str, by: User, what: str) -> Report:
    """Says what is wrong with exactly the version that was seen; either coach may then report anew."""
    match = _step(match, (Match.State.REPORTED,), state=Match.State.DISPUTED)
    report = Table(match).report
    if report is None or report.digest != digest:
        raise Refusal(OTHER_VERSION)
    report.state, report.dispute = Report.State.DISPUTED, what
    report.answered_by, report.answered_at = by, timezone.now()
    report.save(update_fields=["state", "dispute", "answered_by", "answered_at"])
    match_changed.send(Match, match=match)
    return report


def _finish_post_match(table: Table, by: User | None) -> None:
    """Closes the match once both sides' sequences have ended: all entries of both teams in this transaction."""
    outcomes = table.outcomes
    if not all(outcome.done for outcome in outcomes.values()):
        return
    for side in sorted(SIDES, key=lambda side: table.sides[side].team_id):
        outcome, team = outcomes[side], table.sides[side].team
        figures = dict(outcome.figures)
        facts = []
        for step, entry in zip(outcome.entry_steps, outcome.entries, strict=True):
            facts.append(ledger.Fact(entry, figures.pop(step, None)))
        ledger.append(
            team=team,
            ruleset=table.ruleset,
            expected=TeamState.objects.get(team=team).seq,
            facts=facts,
            source=f"{table.match.holder}:post",
            by=by,
            holder=table.match.holder,
        )
        ledger.release(team, table.match.holder)
    write_lines(table)
    Match.objects.filter(pk=table.match.pk).update(state=Match.State.CLOSED, closed_at=timezone.now())
    table.match.refresh_from_db(fields=["state", "closed_at"])
    match_changed.send(Match, match=table.match)


def _step(match: Match, states: Sequence[str], **changes: Any) -> Match:
    """Takes the match for a step: only one step at a time can have the version that it was read with."""
    if match.state not in states:
        raise Refusal(WRONG_STATE, state=match.get_state_display())
    return write_version(match, expected=match.version, changes=changes)
