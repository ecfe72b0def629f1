"""Special play cards in a match (S1-S5): secret hands, and plays that everybody sees."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from matches.extensions import match_changed
from matches.models import CardPlay, Match
from matches.report.reporting import dispute_over_cards
from matches.sequence.answering import answering_for
from matches.sequence.locking import locked
from matches.sequence.sequences import MatchState
from rules.book.rows.match_day import Card
from rules.match_day.cards import card_of
from rules.sequence.sequence import SIDES, Side, other
from web.errors import Message, Refusal

PLAYABLE = (Match.State.PLAYING, Match.State.REPORTED, Match.State.DISPUTED)
BEFORE_KICK_OFF = "pregame"
MOST_TURNS = 8

UNDONE = log.kind("matches.card_struck", _("{by} undid the playing of {card} in {home} against {away}."))
NOT_IN_HAND = Message(
    id="matches.card_not_in_hand",
    text=_("“{card}” is not in this hand, or is already played."),
    remedy=_("Choose a card from the hand."),
)
NOT_NOW = Message(
    id="matches.card_not_now",
    text=_("“{card}” cannot be played then: {timing}"),
    remedy=_("Choose the time when it was played."),
)
NOT_ON_THIS_PLAYER = Message(
    id="matches.card_not_on_him",
    text=_("“{card}” keeps an opposing player out of the match."),
    remedy=_("Choose an opposing player who could play."),
)
NOT_IN_THIS_MATCH = Message(
    id="matches.card_on_a_stranger",
    text=_("This player does not play in this match."),
    remedy=_("Choose a player of one of the two teams, or nobody."),
)
NO_SUCH_TURN = Message(
    id="matches.card_no_such_turn",
    text=_("A half has turns 1 to {most}."),
    remedy=_("Choose a turn, or leave it open."),
)
NOT_PLAYED = Message(
    id="matches.card_not_played",
    text=_("This card was not played, or playing it was already undone."),
    remedy=_("Open the match's cards again to see them now."),
)


def in_hand(state: MatchState, side: Side) -> tuple[Card, ...]:
    """The cards that a side has drawn and not played yet."""
    played = {row.card for row in state.card_plays}
    return tuple(card_of(state.ruleset.book, name) for name in state.hand(side) if name not in played)


@transaction.atomic
def play_card(
    *, match: Match, side: Side, card: str, half: int, turn: int, player: int | None, note: str, by: User
) -> CardPlay:
    """Plays a card from a side's hand: before the kick-off (``half`` 0) or in a half's turn, and on whom.

    ``turn`` is 0 if nobody entered it. A report that waits and does not have the card is disputed.
    Raises ``Refusal`` if the card is not in the hand, or cannot be played at this time or on this player.
    """
    match = locked(match, PLAYABLE)
    state = MatchState(match)
    refuse_alone(answering_for(state, side, by))
    found = next((each for each in in_hand(state, side) if each.name == card), None)
    if found is None:
        raise Refusal(NOT_IN_HAND, field="card", card=card[:60])
    if (found.timing == BEFORE_KICK_OFF) != (half == CardPlay.Half.BEFORE):
        raise Refusal(NOT_NOW, field="half", card=card, timing=meaning(state, found))
    if not 0 <= turn <= MOST_TURNS:
        raise Refusal(NO_SUCH_TURN, field="turn", most=MOST_TURNS)
    if player not in (None, *(line.player for each in SIDES for line in state.sheets.of(each).available)):
        raise Refusal(NOT_IN_THIS_MATCH, field="player")
    if found.keeps_out and player not in {line.player for line in state.sheets.of(other(side)).available}:
        raise Refusal(NOT_ON_THIS_PLAYER, field="player", card=card)
    row = CardPlay.objects.create(
        match=match, side=side, card=card, half=half, turn=turn if half else 0, player_id=player, note=note, by=by
    )
    dispute_over_cards(match)
    match_changed.call(match)
    return row


@transaction.atomic
def undo_play(*, match: Match, card: str, side: Side, by: User) -> None:
    """Undoes a card that was entered by mistake: it returns to the hand. A report that waits and has it is disputed.

    Raises ``Refusal`` if nobody played it.
    """
    match = locked(match, PLAYABLE)
    refuse_alone(answering_for(MatchState(match), side, by))
    row = next((row for row in match.card_plays.all() if (row.side, row.card) == (side, card)), None)
    if row is None:
        raise Refusal(NOT_PLAYED)
    row.delete()
    names = {each: team.name for each, team in MatchState(match).teams.items()}
    log.record(UNDONE, league=match.league, by=by, card=card, **names)
    dispute_over_cards(match)
    match_changed.call(match)


def meaning(state: MatchState, card: Card) -> str:
    """When a card may be played, in words."""
    return next(timing.meaning for timing in state.ruleset.book.card_timings if timing.key == card.timing)
