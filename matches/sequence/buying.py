"""The time that each coach has to buy inducements (P3), and closing a purchase when the time is over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from matches.models import Match, MatchAnswer
from matches.sequence.answering import Given, answer
from matches.sequence.locking import locked
from matches.sequence.sequences import DRAWN, MatchState
from rules.sequence.sequence import Question, Side, other
from web.errors import Message, Refusal

BUYING = ("cards", DRAWN, "inducements")
"""The first words of the keys of questions that have a limit of time."""

CLOSED_PURCHASE = log.kind(
    "matches.purchase_closed", _("{by} closed the purchase of {team} against {opponent}: the time was over.")
)
STILL_TIME = Message(
    id="matches.still_time",
    text=_("This team still has time to buy inducements."),
    remedy=_("Wait for the countdown on the page to end."),
    purpose="inducements",
)
NOT_BUYING = Message(
    id="matches.not_buying",
    text=_("This team is not buying inducements now; nothing changed."),
    remedy=_("Open the page again to see what is open now."),
    status=409,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A side's time to buy, from ``opened`` to ``ends``."""

    side: Side
    opened: datetime
    ends: datetime

    @property
    def over(self) -> bool:
        """Whether the time is over."""
        return timezone.now() >= self.ends


def clocks(state: MatchState) -> tuple[Clock, ...]:
    """The clock of each side that is buying now, in a league that limits the time."""
    minutes = state.ruleset.house.integer("inducement_time_limit")
    if not minutes or state.match.state != Match.State.PRE_MATCH:
        return ()
    asked = dict.fromkeys(question.side for question in state.questions() if is_buying(question))
    return tuple(
        Clock(side=side, opened=opened, ends=opened + timedelta(minutes=minutes))
        for side in asked
        if (opened := _opened(state, side)) is not None
    )


def is_buying(question: Question) -> bool:
    """Whether the question is about inducements, or about cards that are drawn before them."""
    return question.key.split(".")[0] in BUYING


def _opened(state: MatchState, side: Side) -> datetime | None:
    """When a side could begin to buy: after the last answer that its turn needed."""
    before = state.prepared.state.opened.get(side, frozenset())
    sequence = MatchAnswer.Sequence.PRE_MATCH
    return max(
        (row.at for row in state.rows if row.sequence == sequence and (row.side, row.key) in before),
        default=state.match.opened_at,
    )


@transaction.atomic
def close_purchase(*, match: Match, side: Side, by: User) -> Match:
    """Ends a side's purchase when its time is over. Drawn cards stay, and the side buys nothing more.

    The server draws cards that are paid for but not drawn yet. Raises ``Refusal`` while there is time left, or if the
    side is not buying.
    """
    match = locked(match, (Match.State.PRE_MATCH,))
    state = MatchState(match)
    clock = next((clock for clock in clocks(state) if clock.side == side), None)
    if clock is None:
        raise Refusal(NOT_BUYING)
    if not clock.over:
        raise Refusal(STILL_TIME)
    while asked := [question for question in state.questions() if question.side == side and is_buying(question)]:
        state = answer(match=state.match, given=[_left(asked[0])], by=by)
        if state.match.state != Match.State.PRE_MATCH:
            break
    names = {"team": state.teams[side].name, "opponent": state.teams[other(side)].name}
    log.record(CLOSED_PURCHASE, league=match.league, by=by, **names)
    return state.match


def _left(question: Question) -> Given:
    """The answer for an absent coach: buy nothing, but draw cards that are paid for."""
    if question.kind == "draw":
        return Given(side=question.side, key=question.key, forced=True)
    return Given(side=question.side, key=question.key, value=question.options[0] if question.options else None)
