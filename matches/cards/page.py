"""The context of the page of special play cards: the reader's own hands, played cards, number of hidden ones."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _

from guide.addresses import of_card
from matches import wording
from matches.cards import cards
from matches.models import CardPlay
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.book.rows.match_day import Card
from rules.sequence.sequence import SIDES, Side, other


def cards_context(state: MatchState, hands: Collection[Side]) -> dict[str, Any]:
    """The context of the page, for a user who may see the cards of ``hands``."""
    return {
        "match": state.match,
        "teams": state.teams,
        "playable": state.match.state in cards.PLAYABLE,
        "plays": [shown_play(state, row) for row in state.card_plays],
        "card_sides": [
            {
                "side": side,
                "team": state.teams[side].name,
                "mine": side in hands,
                "hand": shown_hand(state, side) if side in hands else [],
                "hidden": len(cards.in_hand(state, side)),
            }
            for side in SIDES
        ],
    }


def shown_hand(state: MatchState, side: Side) -> list[dict[str, Any]]:
    """The cards that a side still holds."""
    return [shown_card(state, card) for card in cards.in_hand(state, side)]


def playing_card(book: Book, card: Card) -> str:
    """The playing card that represents a card of the book (p43): ``10``, or ``10, first suit`` in a deck of two."""
    suits = {each.suit for each in book.cards if each.deck == card.deck}
    if len(suits) == 1:
        return card.suit_or_number
    suit = {1: _("first suit"), 2: _("second suit")}.get(card.suit, str(card.suit))
    return f"{card.suit_or_number}, {suit}"


def shown_card(state: MatchState, card: Card) -> dict[str, Any]:
    """A card: its name, when it may be played, what it does."""
    return {
        "name": card.name,
        "deck": card.deck,
        "playing_card": playing_card(state.ruleset.book, card),
        "when": cards.meaning(state, card),
        "effect": card.effect,
        "lasts": card.duration,
        "condition": wording.opened(card.condition),
        "page": card.page,
        "url": of_card(state.ruleset.book, card.name),
        "before": card.timing == cards.BEFORE_KICK_OFF,
        "keeps_out": card.keeps_out,
    }


def shown_play(state: MatchState, row: CardPlay) -> dict[str, Any]:
    """A card that was played: by whom, when, on whom."""
    shown = shown_card(state, cards.card_of(state.ruleset.book, row.card))
    on = state.who.get(row.player_id, "") if row.player_id else ""
    return shown | {
        "side": row.side,
        "team": state.teams[row.side].name,
        "time": time_words(row),
        "on": on,
        "note": row.note,
        "by": row.by,
        "at": row.at,
    }


def time_words(row: CardPlay) -> str:
    """When in the match a card was played."""
    half = str(CardPlay.Half(row.half).label)
    return _("%(half)s, turn %(turn)d") % {"half": half, "turn": row.turn} if row.turn else half


def targets(state: MatchState, side: Side) -> list[tuple[str, list[tuple[int, str]]]]:
    """The players on whom a side may play a card, by team: the opponent's first, then its own."""
    return [
        (
            state.teams[each].name,
            [(line.player, wording.player(line, state.names)) for line in state.sheets.of(each).available],
        )
        for each in (other(side), side)
    ]
