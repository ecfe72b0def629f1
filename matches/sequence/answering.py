"""Answers to the questions of a match's sequences: given, rolled by the server, taken back.

An answer is stored with its question before anybody sees what comes of it. Two coaches may answer at the same moment:
each is one after the other, and neither disturbs the other's question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.models import League
from matches.extensions import match_changed
from matches.models import Match, MatchAnswer
from matches.refusals import (
    COACHES_ROLL,
    NOT_ALLOWED,
    NOT_ASKED,
    NOTHING_TO_TAKE_BACK,
    OTHERS_BUILT_ON_IT,
    SERVER_ROLLS,
)
from matches.sequence.closing import finish_post_match, finish_pre_match
from matches.sequence.opening import locked
from matches.sequence.sequences import DRAWN, Found, MatchState, as_row, minter, rolled_by_server
from rules.match_day.run import Outcome
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import SIDES, Answer, Answerer, Key, Question, QuestionChanged, Side, other
from web.errors import Refusal

BY_CHANCE = ("roll", "draw")

ANSWERED_FOR = log.kind(
    "matches.answered_for", _("{by} answered for {team} in its match against {opponent}: {answers}.")
)
TAKEN_BACK_FOR = log.kind(
    "matches.taken_back_for", _("{by} took back an answer of {team} in its match against {opponent}: {answers}.")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An answer that somebody gives: whose question, which, and its value; ``roll`` asks the server to roll it.

    With ``forced`` the server rolls even where coaches roll their own dice: for somebody who let his time run out.

    ``names`` are for the players that the answer brings onto the roster, by the key under which each is minted.
    """

    side: Side
    key: str
    value: Any = None
    roll: bool = False
    forced: bool = False
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def by_server(self) -> bool:
        """Whether the server rolls it."""
        return self.roll or self.forced


@transaction.atomic
def answer(*, match: Match, given: Sequence[Given], by: User | None, for_league: bool = False) -> MatchState:
    """Stores answers to open questions, and to those that come up on the way, and goes on as far as they lead.

    ``for_league``: a commissioner answers for an absent coach, which the league's log tells. Raises ``Refusal`` for an
    answer that is not asked for or not allowed, with the rule; then nothing is stored.
    """
    match = locked(match, (Match.State.PRE_MATCH, Match.State.POST_MATCH))
    state = MatchState(match)
    _answer_all(state, given, by)
    if for_league:
        _log(ANSWERED_FOR, state, [(one.side, one.key) for one in given], by)
    finish = finish_pre_match if match.state == Match.State.PRE_MATCH else finish_post_match
    if finish(state, by):
        match_changed.call(match)
    return state


def _answer_all(state: MatchState, given: Sequence[Given], by: User | None) -> None:
    """Stores answers that the sequences take, in the order in which they ask; all or none."""
    sequence = str(state.match.state)
    wanted: dict[Key, Given] = {(one.side, one.key): one for one in given}
    fresh, found = _tried_anew(state, wanted)
    if sum(one.question.kind != "mint" for one in fresh) < len(given):
        raise Refusal(NOT_ASKED)
    rows = []
    for one in fresh:
        minted = one.question.kind == "mint"
        rolled = minted or wanted[one.question.side, one.question.key].by_server
        rows.append(as_row(state.match, sequence, one, by=None if minted else by, rolled=rolled))
    MatchAnswer.objects.bulk_create(rows)
    state.record(rows, found)


def _tried_anew(state: MatchState, wanted: Mapping[Key, Given]) -> tuple[tuple[Answer, ...], Found]:
    """What ``_tried`` says, without dice of before something was asked anew that belong to another question by now."""
    while True:
        try:
            return _tried(state, wanted)
        except Refusal as refusal:
            if not _strike_left_over(state, refusal):
                raise


def _strike_left_over(state: MatchState, refusal: Refusal) -> bool:
    """Takes out the answer at which a run stopped, if the match has not come to it so far; says whether it was one."""
    changed = refusal.__cause__
    if not isinstance(changed, QuestionChanged):
        return False
    used, _open_now = _state_of(state)
    key = (changed.asked.side, changed.asked.key)
    rows = [row for row in state.rows if row.sequence == state.match.state and _key(row) == key and key not in used]
    state.strike(rows)
    return bool(MatchAnswer.objects.filter(pk__in=[row.pk for row in rows]).delete()[0])


def _tried(state: MatchState, wanted: Mapping[Key, Given]) -> tuple[tuple[Answer, ...], Found]:
    """Runs on with the answers that are given; tells which of them were asked for, and the ids minted on the way.

    And how far the sequence is with them. Raises ``Refusal`` if the rules do not allow one.
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
    """Answers with what is given, mints ids where they are asked for, and leaves all other questions open."""
    names: dict[Side, dict[str, str]] = {side: {} for side in SIDES}
    for one in wanted.values():
        names[one.side].update(one.names)
    mints = {side: minter(state, names[side]) for side in SIDES}

    def answered(question: Question) -> Answer | None:
        if question.kind == "mint":
            return mints[question.side](question)
        one = wanted.get((question.side, question.key))
        return Answer(question=question, value=_value(state, question, one)) if one else None

    return answered


def _value(state: MatchState, question: Question, given: Given) -> Any:
    by_chance = question.kind in BY_CHANCE
    server = state.match.league.dice == League.Dice.SERVER
    if given.by_server:
        if not by_chance:
            raise Refusal(NOT_ASKED)
        if not server and not given.forced:
            raise Refusal(COACHES_ROLL)
        return rolled_by_server(question)
    if by_chance and server:
        raise Refusal(SERVER_ROLLS)
    return given.value


def _let_through(refused: RuleBroken | None) -> None:
    if refused is not None:
        raise Refusal(NOT_ALLOWED, violations=refused.violations)


def _log(kind: log.Kind, state: MatchState, keys: Sequence[Key], by: User | None) -> None:
    for side in sorted({side for side, _key in keys}):
        log.record(
            kind,
            league=state.match.league,
            by=by,
            answers=[key for whose, key in keys if whose == side],
            team=state.teams[side].name,
            opponent=state.teams[other(side)].name,
        )


def may_be_taken_back(state: MatchState, side: Side) -> MatchAnswer | None:
    """The last decision of a side, if it can still be taken back: typed by a person, with no roll of the server after.

    A decision that the other side's run has used, or that was made before the other side's in the pre-match, is no
    longer this side's own. Nor is a card drawn from a pack of which the other side holds some: by naming one after the
    other and hearing which are gone, one would find out what it holds (S4).
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
def take_back(*, match: Match, side: Side, key: str, by: User, for_league: bool = False) -> MatchState:
    """Takes back the last decision of a side, with the ids that were minted for it.

    Deletes nothing that the server rolled. ``key`` is the question that the person saw as his last. Raises ``Refusal``
    where there is nothing to take back, or where anything but that question would be asked otherwise.
    """
    match = locked(match, (Match.State.PRE_MATCH, Match.State.POST_MATCH))
    state = MatchState(match)
    last = may_be_taken_back(state, side)
    if last is None or last.key != key:
        raise Refusal(NOTHING_TO_TAKE_BACK)
    state.strike([last])
    used, open_now = _state_of(state)
    minted = [row for row in state.rows if row.question["kind"] == "mint" and _key(row) not in used]
    state.strike([row for row in minted if row.sequence == match.state])
    left = {_key(row) for row in state.rows if row.sequence == match.state}
    if (side, key) not in open_now or not left <= used:
        raise Refusal(OTHERS_BUILT_ON_IT)
    MatchAnswer.objects.filter(pk__in=[last.pk, *(row.pk for row in minted)]).delete()
    if for_league:
        _log(TAKEN_BACK_FOR, state, [(side, key)], by)
    return state


def _key(row: MatchAnswer) -> Key:
    return (row.side, row.key)


def _state_of(state: MatchState) -> tuple[frozenset[Key], frozenset[Key]]:
    """The answers that the sequence uses, and the questions that it waits for. Raises ``Refusal`` where one changed."""
    open_now = frozenset((question.side, question.key) for question in state.questions())
    if state.match.state == Match.State.PRE_MATCH:
        return state.prepared.used, open_now
    used: frozenset[Key] = frozenset()
    for side in SIDES:
        used |= state.outcomes[side].used
    return used, open_now


def answer_words(keys: Sequence[str], entry: Any) -> str:
    """The answers of a log entry by the names of their questions."""
    return ", ".join(dict.fromkeys(key.split(".")[0].replace("_", " ") for key in keys))


log.WORDED["answers"] = answer_words
