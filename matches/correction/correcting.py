"""The steps of a correction: start, change the report, answer questions, resolve conflicts, accept or discard.

The other coach can refuse what was proposed (`matches.correction.refusing`).

Nothing is written to the journals until it is accepted. Then it is one entry in each changed team's history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from leagues.services import locked as lock_league
from matches.correction.corrected import CorrectedMatch
from matches.correction.holding import held, names_of, write
from matches.correction.journals import AffectedJournal
from matches.correction.later_matches import recounts_of
from matches.correction.rewriting import move_players, name_players, rewrite, write_journal
from matches.correction.rights import FOR_COMMISSIONER, NOT_YOURS, accepting, discarding, may_accept, may_rule
from matches.extensions import match_changed, past_changed, preview_of
from matches.models import Match, MatchCorrection, UnsentReport
from matches.notices import REACHED as REACHED_NOTICE
from matches.previews import Preview
from matches.refusals import NOT_ALLOWED, NOT_ASKED, NOT_OPEN
from matches.report.appearances import Recount, recount
from matches.report.reporting import ReportRefused, is_own, refuse_day
from matches.sequence.annulling import answers_of, reset_match
from matches.sequence.answering import Given, value_of
from matches.sequence.locking import locked
from matches.sequence.rechecking import recheck
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState, minter
from notices.telling import tell
from rules.match_day.report_checks import check_report
from rules.sequence.codec import encode
from rules.sequence.sequence import SIDES, Side
from teams.models import TeamState
from web.errors import Message, Refusal, StaleVersion

STARTED = log.kind("matches.correction_begun", _("{by} started a correction of {home} against {away}."), reasoned=True)
ACCEPTED = log.kind("matches.corrected", _("{by} corrected {home} against {away}."))
ANNULLED = log.kind("matches.annulled", _("{by} annulled {home} against {away}; it can be played again."))
REACHED = log.kind("matches.correction_reached", _("The correction of {home} against {away} also changes {team}."))
DISCARDED = log.kind("matches.correction_given_up", _("{by} discarded the correction of {home} against {away}."))

STARTED_ALREADY = Message(
    id="matches.correction_begun_already",
    text=_("This match already has an open correction."),
    remedy=_("Continue that one, or discard it first."),
    status=409,
)
UNFIT = Message(
    id="matches.correction_unfit",
    text=_("The corrected report no longer fits the rosters, since another correction changed one: {why}"),
    remedy=_("Change the report again, or discard the correction."),
)
STILL_ASKED = Message(
    id="matches.correction_still_asked",
    text=_("The changed report needs more rolls or decisions."),
    remedy=_("Answer the open questions first."),
)
UNDECIDED = Message(
    id="matches.correction_undecided",
    text=_("Some later events conflict with the correction, and nobody has decided about them."),
    remedy=_("Make a choice for each of them."),
)
MEANWHILE = Message(
    id="matches.correction_meanwhile",
    text=_("{team} has changed since you opened this preview. Nothing was saved."),
    remedy=_("Check the current preview, then accept it."),
    status=409,
)
CHANGED = Message(
    id="matches.correction_changed",
    text=_("This correction has changed since you opened it. Nothing was saved."),
    remedy=_("Check the current preview, then accept it."),
    status=409,
)
NOTHING_CHANGED = Message(
    id="matches.nothing_to_correct",
    text=_("The report has no changes, so there is nothing to correct."),
    remedy=_("Change the report first, or discard the correction."),
)


@transaction.atomic
def begin_correction(*, match: Match, by: User, reason: str, annuls: bool = False) -> MatchCorrection:
    """Starts a correction of a closed match, or its annulment. Nothing changes yet.

    Raises ``Refusal``.
    """
    match = locked(match, (Match.State.CLOSED,))
    if match.corrections.open().exists():
        raise Refusal(STARTED_ALREADY)
    made = MatchCorrection.objects.create(match=match, by=by, reason=reason, annuls=annuls)
    log.record(STARTED, league=match.league, by=by, reason=reason, **names_of(match))
    return made


@transaction.atomic
def correct_report(
    *, correction: MatchCorrection, expected: int, reported: Reported, played_on: date | None = None
) -> MatchCorrection:
    """Stores the corrected report. Raises ``ReportRefused``, ``StaleVersion``, ``Refusal``."""
    current = held(correction, expected)
    state = CorrectedMatch(current)
    problems = check_report(state.ruleset, state.played_as(reported))
    if forbidden := tuple(problem for problem in problems if not problem.hint_only):
        raise ReportRefused(forbidden)
    refuse_day(current.match, played_on)
    return write(current, report=encode(reported), played_on=played_on, choices={}, state=MatchCorrection.State.DRAFT)


@transaction.atomic
def answer_question(*, correction: MatchCorrection, given: Given) -> MatchCorrection:
    """Stores an answer to a question of the corrected match. Raises ``Refusal`` if it is not asked or not allowed."""
    current = held(correction, correction.version)
    state = CorrectedMatch(current)
    question = next((each for each in state.questions() if (each.side, each.key) == (given.side, given.key)), None)
    if question is None:
        raise Refusal(NOT_ASKED)
    value = value_of(state, question, given)
    outcome = state.tried(question, value)
    if outcome.refused is not None:
        raise Refusal(NOT_ALLOWED, violations=outcome.refused.violations)
    said = {
        "side": question.side,
        "key": question.key,
        "question": encode(question),
        "value": value,
        "rolled": given.by_server,
        "names": dict(given.names),
    }
    kept = [each for each in current.answers if (each["side"], each["key"]) != (question.side, question.key)]
    return write(current, answers=[*kept, said], state=MatchCorrection.State.DRAFT)


@transaction.atomic
def decide(*, correction: MatchCorrection, expected: int, choices: Mapping[str, Mapping[str, str]]) -> MatchCorrection:
    """Stores the choices for conflicts, by side or team, and by conflict. Raises ``Refusal``."""
    current = held(correction, expected)
    made = {
        label: {**current.choices.get(label, {}), **choices.get(label, {})} for label in {*current.choices, *choices}
    }
    return write(current, choices=made, state=MatchCorrection.State.DRAFT)


@transaction.atomic
def propose(*, correction: MatchCorrection, expected: int) -> MatchCorrection:
    """Proposes a finished correction to the other coach. Raises ``Refusal``."""
    current = held(correction, expected)
    _ready(CorrectedMatch(current))
    return write(current, state=MatchCorrection.State.PROPOSED, proposed_at=timezone.now())


@transaction.atomic
def discard_correction(*, correction: MatchCorrection, by: User) -> MatchCorrection:
    """Discards a correction. Nothing changes. Raises ``Refusal`` for a commissioner whose opponent started it."""
    current = held(correction, correction.version)
    if not is_own(current, MatchState(current.match), by):
        refuse_alone(discarding(current, by))
    UnsentReport.objects.discard(current.match)
    made = write(current, state=MatchCorrection.State.GIVEN_UP)
    log.record(DISCARDED, league=current.match.league, by=by, **names_of(current.match))
    return made


@transaction.atomic
def accept(
    *, correction: MatchCorrection, expected: int, by: User, seen: Mapping[str, int], commissioner: bool = False
) -> Match:
    """Writes a correction: one entry in each changed history, and the match's new rows.

    ``expected`` is the correction's version, ``seen`` are the seqs of all journals that it touches, as the preview
    showed them: by side, and those of other teams by their public ids. Trades of the league wait. ``commissioner`` says
    whether ``by`` may act as one: a coach accepts what somebody else proposed, and two coaches can change only their
    own teams. In a match in which they coach, commissioners are coaches; where no other can judge, two coaches of whom
    one is a commissioner may also change other teams. Raises ``Refusal``.
    """
    lock_league(correction.match.league)
    try:
        current = held(correction, expected)
    except StaleVersion as stale:
        raise Refusal(CHANGED if stale.current.state in MatchCorrection.OPEN else NOT_OPEN) from stale
    match = locked(current.match, (Match.State.CLOSED,))
    state = CorrectedMatch(current)
    if not may_accept(state, current, by):
        if not commissioner:
            raise Refusal(NOT_YOURS)
        refuse_alone(accepting(current, by))
    _ready(state)
    if state.for_commissioner and not may_rule(current, by, commissioner=commissioner):
        raise Refusal(FOR_COMMISSIONER)
    touched = sorted(state.touched, key=lambda journal: journal.team.pk)
    states = _as_seen(touched, seen)
    if not current.annuls:
        _give_ids(state)
    recounted = recounts_of(state)
    _write_all(state, touched, states, by)
    undone = _change_match(state, match, by)
    write(
        current,
        state=MatchCorrection.State.ACCEPTED,
        undone=undone,
        accepted_by=by,
        accepted_at=timezone.now(),
    )
    for journal in touched:
        recheck(journal.team)
    kind = ANNULLED if current.annuls else ACCEPTED
    log.record(kind, league=match.league, by=by, reason=current.reason, **names_of(match))
    past_changed.call(_recount_and_tell(match, recounted))
    return match


def preview(*, state: CorrectedMatch, by: User) -> Preview:
    """What accepting a correction would change in tables, brackets and later stages.

    ``state`` is worked out already, so the write lock is held only for the writes. The teams' journals are not written:
    the correction's page shows their changes from ``state``. Must not run inside a transaction.
    """
    recounted = recounts_of(state)

    def deed() -> None:
        match = locked(state.correction.match, (Match.State.CLOSED,))
        _change_match(state, match, by)
        _recount_and_tell(match, recounted)

    return preview_of(state.correction.match, deed)


def _change_match(state: CorrectedMatch, match: Match, by: User) -> list[dict[str, Any]]:
    """Writes the match's own rows as they should be; returns the answers that they replace."""
    undone = answers_of(match) if state.correction.annuls else rewrite(state, match, by)
    UnsentReport.objects.discard(match)
    if state.correction.annuls:
        reset_match(match)
    return undone


def _recount_and_tell(match: Match, recounted: Sequence[Recount]) -> tuple[Match, ...]:
    """Writes what changes in later matches, tells the rooms above of all changed matches, and returns them."""
    # Both sides of a match may change: it is told once, as the second left it.
    later = {changed.pk: changed for changed in map(recount, recounted)}
    all_changed = (match, *later.values())
    for changed in all_changed:
        match_changed.call(changed)
    return all_changed


def _as_seen(touched: Sequence[AffectedJournal], seen: Mapping[str, int]) -> dict[int, TeamState]:
    """The states of all changed teams, by their ids. Raises ``Refusal`` if one differs from what the user saw.

    Locks the matches that hold one of them, because closing a match locks the match first and the team after it.
    """
    rows = TeamState.objects.filter(team__in=[journal.team.pk for journal in touched])
    held = [holder.partition(":")[2] for holder in rows.exclude(held_by="").values_list("held_by", flat=True)]
    if held:
        list(Match.objects.select_for_update().filter(public_id__in=held).order_by("pk"))
    states = {state.team_id: state for state in rows.all()}
    for journal in touched:
        if not states[journal.team.pk].seq == journal.seq == seen.get(journal.label):
            raise Refusal(MEANWHILE, team=journal.team.name)
    return states


def _write_all(
    state: CorrectedMatch, touched: Sequence[AffectedJournal], states: Mapping[int, TeamState], by: User
) -> None:
    """Writes all journals in this order, and logs other teams that change. Raises ``Refusal``."""
    match, names = state.match, names_of(state.match)
    for journal in touched:
        try:
            write_journal(state, journal, states[journal.team.pk], by)
        except StaleVersion as stale:
            raise Refusal(MEANWHILE, team=journal.team.name) from stale
        if journal.label not in SIDES and state.changes(journal):
            log.record(REACHED, league=match.league, by=by, team=journal.team.name, **names)
            tell(REACHED_NOTICE, journal.team, by=by)
    move_players(state)


def _ready(state: CorrectedMatch) -> None:
    """Raises ``Refusal`` if a correction changes nothing, has open questions, or has undecided conflicts."""
    if state.correction.report is None and not state.correction.annuls:
        raise Refusal(NOTHING_CHANGED)
    if state.unfit:
        raise Refusal(UNFIT, why=" ".join(state.unfit))
    if state.questions():
        raise Refusal(STILL_ASKED)
    for outcome in () if state.correction.annuls else state.outcomes.values():
        if outcome.refused is not None:
            raise Refusal(NOT_ALLOWED, violations=outcome.refused.violations)
    if any(worked.undecided for worked in state.reached.worked.values()):
        raise Refusal(UNDECIDED)


def _give_ids(state: CorrectedMatch) -> None:
    """Runs the sequences again with ids for new players, who get the names that were typed for them."""
    names = {side: _new_names(state.correction, side) for side in SIDES}
    outcomes = {side: state.post_match(side, answerer=minter(state, names[side])) for side in SIDES}
    assert all(outcome.done for outcome in outcomes.values()), "new players' ids had something asked again"
    state.settle(outcomes)
    name_players(state, names)


def _new_names(correction: MatchCorrection, side: Side) -> dict[str, str]:
    """The names of new players from the new answers, by the key of the question that gives each one an id."""
    names: dict[str, str] = {}
    for each in correction.answers:
        if each["side"] == side:
            names |= each.get("names", {})
    return names
