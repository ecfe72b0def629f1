"""Answers to the questions of a match's sequences: typed, rolled by the server, or withdrawn.

An answer is stored with its question before anybody sees its result. Two coaches may answer at the same moment: the
answers are stored one after the other, and neither changes the other coach's question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.extensions import LogKind
from leagues.models import League
from matches.extensions import match_changed, turn_changed
from matches.models import Match, MatchAnswer
from matches.refusals import (
    ALREADY_USED,
    COACHES_ROLL,
    NOT_ALLOWED,
    NOT_ASKED,
    NOTHING_TO_UNDO,
    SERVER_ROLLS,
)
from matches.sequence.closing import finish_post_match, finish_pre_match
from matches.sequence.locking import locked
from matches.sequence.own_match import deed_about
from matches.sequence.sequences import BY_CHANCE, DRAWN, Found, MatchState, minter
from rules.match_day.run import Outcome
from rules.sequence.codec import encode
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import SIDES, Answer, Answerer, Key, Question, QuestionChanged, Side, other
from web.errors import Refusal

ANSWER_FOR = "matches.answer_for"

ANSWERED_FOR = log.kind(
    "matches.answered_for", _("{by} answered for {team} in its match against {opponent}: {answers}.")
)
UNDONE_FOR = log.kind(
    "matches.taken_back_for", _("{by} withdrew an answer of {team} in its match against {opponent}: {answers}.")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An answer to a question of one side. With ``roll`` the server rolls it.

    With ``forced`` the server rolls even in a league where coaches roll their own dice: a coach's time ran out.
    ``names`` are for new players on the roster, by the key of the question that gives each one an id.
    """

    side: Side
    key: str
    value: Any = None
    roll: bool = False
    forced: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def by_server(self) -> bool:
        """Whether the server rolls the answer."""
        return self.roll or self.forced


@transaction.atomic
def answer(*, match: Match, given: Sequence[Given], by: User | None, for_league: bool = False) -> MatchState:
    """Stores answers to open questions and to questions that follow from them, then goes on as far as possible.

    With ``for_league`` a commissioner answers for an absent coach, and the league's log says so; for the opponent in
    their own match only where nobody else can, and once the league's days have passed. Raises ``Refusal`` with the rule
    if an answer is not asked for or not allowed; then nothing is stored.
    """
    match = locked(match, (Match.State.PRE_MATCH, Match.State.POST_MATCH))
    state = MatchState(match)
    if for_league:
        for side in {one.side for one in given}:
            refuse_alone(answering_for(state, side, by))
    asked = state.turn
    _answer_all(state, given, by)
    if for_league:
        _log(ANSWERED_FOR, state, [(one.side, one.key) for one in given], by)
    finish = finish_pre_match if match.state == Match.State.PRE_MATCH else finish_post_match
    if finish(state, by):
        match_changed.call(match)
    elif state.turn != asked:
        match.turn = state.turn
        turn_changed.call(match)
    return state


def answering_for(state: MatchState, side: Side, by: User | None) -> Deed:
    """A commissioner's answer for a side, as others may have to give it: for a coach whom ``by`` plays against.

    The days of that coach begin with the sequence. Anybody who runs the league answers for a coach without an account.
    """
    match = state.match
    since = match.confirmed_at if match.state == Match.State.POST_MATCH else match.opened_at
    deed = deed_about(match, ANSWER_FOR, by, asked_at=since, side=side)
    coach = state.teams[side].coach_id
    return deed if coach is not None and by is not None and coach != by.pk else replace(deed, coaches=frozenset())


@transaction.atomic
def roll_on(state: MatchState, *, side: Side, by: User | None, for_league: bool = False) -> MatchState:
    """Has the server roll in the post-match for a side as long as nothing is left to decide for it.

    That is while all its open questions are rolls and draws that have to be made, in a league where the server rolls.
    Returns the match's state after the last one.
    """
    while (asked := _next_by_chance(state, side)) is not None:
        given = Given(side=side, key=asked.key, roll=True)
        state = answer(match=state.match, given=[given], by=by, for_league=for_league)
    return state


def _next_by_chance(state: MatchState, side: Side) -> Question | None:
    """The first of a side's open questions if the server has to answer all of them; else None."""
    match = state.match
    if match.state != Match.State.POST_MATCH or match.league.dice != League.Dice.SERVER:
        return None
    open_ones = [question for question in state.questions() if question.side == side]
    decides = any(question.kind not in BY_CHANCE or question.optional for question in open_ones)
    return open_ones[0] if open_ones and not decides else None


def _answer_all(state: MatchState, given: Sequence[Given], by: User | None) -> None:
    """Stores all answers in the order in which the sequences ask for them, or none."""
    sequence = str(state.match.state)
    wanted: dict[Key, Given] = {(one.side, one.key): one for one in given}
    fresh, found = _tried_again(state, wanted)
    if sum(one.question.kind != "mint" for one in fresh) < len(given):
        raise Refusal(NOT_ASKED)
    rows = []
    for one in fresh:
        minted = one.question.kind == "mint"
        rolled = minted or wanted[one.question.side, one.question.key].by_server
        rows.append(as_row(state.match, sequence, one, by=None if minted else by, rolled=rolled))
    MatchAnswer.objects.bulk_create(rows)
    state.record(rows, found)


def as_row(match: Match, sequence: str, answer: Answer, *, by: Any, rolled: bool) -> MatchAnswer:
    """The row of an answer."""
    question = answer.question
    return MatchAnswer(
        match=match,
        sequence=sequence,
        side=question.side,
        key=question.key,
        question=encode(question),
        value=answer.value,
        rolled=rolled,
        by=by,
    )


def _tried_again(state: MatchState, wanted: Mapping[Key, Given]) -> tuple[tuple[Answer, ...], Found]:
    """Like ``_tried``, but first deletes old dice that no longer fit their question."""
    while True:
        try:
            return _tried(state, wanted)
        except Refusal as refusal:
            if not _delete_left_over(state, refusal):
                raise


def _delete_left_over(state: MatchState, refusal: Refusal) -> bool:
    """Deletes the answer at which a run stopped, if the match has not reached it yet; says whether it did."""
    changed = refusal.__cause__
    if not isinstance(changed, QuestionChanged):
        return False
    used, _open_now = _state_of(state)
    key = (changed.asked.side, changed.asked.key)
    rows = [row for row in state.rows if row.sequence == state.match.state and _key(row) == key and key not in used]
    state.remove_answers(rows)
    return bool(MatchAnswer.objects.filter(pk__in=[row.pk for row in rows]).delete()[0])


def _tried(state: MatchState, wanted: Mapping[Key, Given]) -> tuple[tuple[Answer, ...], Found]:
    """Runs the sequence with the given answers: the answers it used, with new player ids, and how far it has come.

    Raises ``Refusal`` if the rules do not allow an answer.
    """
    answerer = _answerer(state, wanted)
    if state.match.state == Match.State.PRE_MATCH:
        prepared = state.pre_match(answerer=answerer)
        _let_through(prepared.refused)
        return prepared.fresh, prepared
    fresh: dict[Key, Answer] = {}
    outcomes: dict[Side, Outcome] = {}
    for side in SIDES:
        outcomes[side] = outcome = state.post_match(side, fresh, answerer)
        _let_through(outcome.refused)
        fresh |= {(one.question.side, one.question.key): one for one in outcome.fresh}
    return tuple(fresh.values()), outcomes


def _answerer(state: MatchState, wanted: Mapping[Key, Given]) -> Answerer:
    """Answers with the given answers, makes player ids where asked, and leaves all other questions open."""
    names: dict[Side, dict[str, str]] = {side: {} for side in SIDES}
    for one in wanted.values():
        names[one.side].update(one.names)
    mints = {side: minter(state, names[side]) for side in SIDES}

    def answered(question: Question) -> Answer | None:
        if question.kind == "mint":
            return mints[question.side](question)
        one = wanted.get((question.side, question.key))
        return Answer(question=question, value=value_of(state, question, one)) if one else None

    return answered


def value_of(state: MatchState, question: Question, given: Given) -> Any:
    """The value of an answer: what a person says, or what the server rolls or draws.

    Raises ``Refusal`` if a person says what the server rolls in this league, or the reverse.
    """
    by_chance = question.kind in BY_CHANCE
    server = state.match.league.dice == League.Dice.SERVER
    if given.by_server:
        if not by_chance:
            raise Refusal(NOT_ASKED)
        if not server and not given.forced:
            raise Refusal(COACHES_ROLL)
        return state.server_rolls.roll(question)
    if by_chance and server:
        raise Refusal(SERVER_ROLLS)
    return given.value


def _let_through(refused: RuleBroken | None) -> None:
    if refused is not None:
        raise Refusal(NOT_ALLOWED, violations=refused.violations)


def _log(kind: LogKind, state: MatchState, keys: Sequence[Key], by: User | None) -> None:
    for side in sorted({side for side, _key in keys}):
        log.record(
            kind,
            league=state.match.league,
            by=by,
            answers=[key for whose, key in keys if whose == side],
            team=state.teams[side].name,
            opponent=state.teams[other(side)].name,
        )


def last_undoable(state: MatchState, side: Side) -> MatchAnswer | None:
    """The last decision of a side if it can still undo it: a person typed it, and the server has not rolled since.

    A side cannot undo a decision that the other side's run has used, or, in the pre-match, one that the other side has
    answered after. Nor can it undo a card drawn from a pack of which the other side holds cards: a coach could name
    cards one by one and so learn which ones the opponent holds (S4).
    """
    sequence = str(state.match.state)
    rows = [row for row in state.rows if row.sequence == sequence and row.question["kind"] != "mint"]
    last = next((row for row in reversed(rows) if row.side == side), None)
    if last is None or last.rolled:
        return None
    if last.key.startswith(f"{DRAWN}.") and state.hand(other(side)):
        return None
    after = rows[rows.index(last) + 1 :]
    if sequence == MatchAnswer.Sequence.PRE_MATCH:
        return last if not after else None
    shared = (side, last.key) in state.outcomes[other(side)].used
    return None if shared and any(row.side != side for row in after) else last


@transaction.atomic
def undo_decision(*, match: Match, side: Side, key: str, by: User, for_league: bool = False) -> MatchState:
    """Withdraws the last decision of a side, with the player ids that were made for it.

    Deletes nothing that the server rolled. ``key`` is the question that the user saw as the last one. Raises
    ``Refusal`` if there is nothing to withdraw, or if any other question would change.
    """
    match = locked(match, (Match.State.PRE_MATCH, Match.State.POST_MATCH))
    state = MatchState(match)
    if for_league:
        refuse_alone(answering_for(state, side, by))
    last = last_undoable(state, side)
    if last is None or last.key != key:
        raise Refusal(NOTHING_TO_UNDO)
    before, _open_before = _state_of(state)
    state.remove_answers([last])
    used, open_now = _state_of(state)
    minted = [row for row in state.rows if row.question["kind"] == "mint" and _key(row) not in used]
    state.remove_answers([row for row in minted if row.sequence == match.state])
    left = {_key(row) for row in state.rows if row.sequence == match.state} & before
    if (side, key) not in open_now or not left <= used:
        raise Refusal(ALREADY_USED)
    MatchAnswer.objects.filter(pk__in=[last.pk, *(row.pk for row in minted)]).delete()
    if for_league:
        _log(UNDONE_FOR, state, [(side, key)], by)
    turn_changed.call(match)
    return state


def _key(row: MatchAnswer) -> Key:
    return (row.side, row.key)


def _state_of(state: MatchState) -> tuple[frozenset[Key], frozenset[Key]]:
    """The answers that the sequence uses, and its open questions. Raises ``Refusal`` if a question has changed."""
    open_now = frozenset((question.side, question.key) for question in state.questions())
    if state.match.state == Match.State.PRE_MATCH:
        return state.prepared.used, open_now
    used: frozenset[Key] = frozenset()
    for side in SIDES:
        used |= state.outcomes[side].used
    return used, open_now


def answer_words(keys: Sequence[str], entry: Any) -> str:
    """The answers of a log entry, named by their questions."""
    return ", ".join(dict.fromkeys(key.split(".")[0].replace("_", " ") for key in keys))


log.argument("answers", answer_words)
