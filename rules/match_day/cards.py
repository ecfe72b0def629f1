"""Special play cards (I11, S1-S5): who may draw from which deck, the draw, and what played cards do to a roster.

Both teams draw from the same decks: a card that one side holds cannot be drawn by the other. A hand is secret until a
card is played, so the questions of the draw are marked private. Callers of this module must keep them secret.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.rows.match_day import Card, Deck
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import Asking, Side, other
from rules.sheet.match import MatchPlayed, PlayedCard
from rules.team.inducements import Item, Market

STOP = ""


def draw_hand(asking: Asking, market: Market, side: Side) -> tuple[str, ...]:
    """The names of the cards that a side draws, in the order of the draw (S1, S3; p43).

    Asks for a deck as long as the side can pay for a card; each card is drawn before the next deck is chosen.
    Raises ``RuleBroken`` labelled ``cards`` for a deck that has no card left.
    """
    hand: list[str] = []
    while decks := open_decks(market, hand):
        nth = len(hand) + 1
        options = (STOP, *(deck.name for deck in decks))
        left = card_gold(market) - hand_cost(market.ruleset.book, hand)
        deck = asking.choose(
            side,
            f"cards.{nth}",
            options,
            label="cards",
            **market.ruleset.source("cards_drawn"),
            args=(("left", left),),
            optional=True,
        )
        if deck == STOP:
            break
        hand.append(draw_card(asking, market, side, f"drawn.{nth}", deck))
    return tuple(hand)


def draw_card(asking: Asking, market: Market, side: Side, key: str, deck: str) -> str:
    """A random card of a deck, which no side holds; only the side itself sees it.

    Raises ``RuleBroken`` labelled ``cards`` if the deck has no card left.
    """
    options = tuple(card.name for card in market.ruleset.book.cards if card.deck == deck)
    gone = asking.recorded("drawn", apart_from=(side, key))
    taken = tuple(name for name in options if name in gone)
    if len(taken) == len(options):
        raise RuleBroken("cards", market.broken("cards", "card.deck_empty", deck=deck))
    return asking.draw(
        side,
        key,
        options,
        taken=taken,
        private=True,
        label="drawn",
        **market.ruleset.source("cards"),
        args=(("deck", deck),),
    )


def card_gold(market: Market) -> int:
    """The gold that a side may spend on cards, in gp; 0 if cards are not allowed (S2, P4, P5)."""
    house = market.ruleset.house
    mode = house["special_play_cards"]
    if mode in ("off", "dice") or "card" in house.choices("excluded_inducements"):
        return 0
    if mode == "budget":
        return market.card_budget
    if market.closed:
        return 0
    return market.gold + market.own_gold


def open_decks(market: Market, hand: Sequence[str]) -> tuple[Deck, ...]:
    """The decks from which a side that holds ``hand`` can pay for one more card, and that still have cards.

    None if the side has as many cards as it can draw for a match.
    """
    book = market.ruleset.book
    if len(hand) >= market.card_limit:
        return ()
    left = card_gold(market) - hand_cost(book, hand)
    held, whole = Counter(card_of(book, name).deck for name in hand), _deck_sizes(book)
    return tuple(deck for deck in book.decks if deck.price <= left and held[deck.name] < whole[deck.name])


def hand_cost(book: Book, hand: Iterable[str]) -> int:
    """What the cards of a hand cost, in gp."""
    prices = {deck.name: deck.price for deck in book.decks}
    return sum(prices[card_of(book, name).deck] for name in hand)


def card_items(book: Book, hand: Iterable[str]) -> tuple[Item, ...]:
    """A hand as items of a bill: the number of cards from each deck, without their names."""
    counts = Counter(card_of(book, name).deck for name in hand)
    return tuple(Item(kind="card", deck=deck.name, count=counts[deck.name]) for deck in book.decks if counts[deck.name])


@cache
def cards_by_name(book: Book) -> Mapping[str, Card]:
    """The cards of a book by their names. Kept: each match asks for them several times."""
    return {card.name: card for card in book.cards}


@cache
def _deck_sizes(book: Book) -> Mapping[str, int]:
    return Counter(card.deck for card in book.cards)


def card_of(book: Book, name: str) -> Card:
    """The card of that name. Raises KeyError."""
    cards = cards_by_name(book)
    if name not in cards:
        raise KeyError(f"{book.key} has no card {name!r}")
    return cards[name]


def known_cards(ruleset: Ruleset, played: Sequence[PlayedCard] | None) -> tuple[tuple[Card, PlayedCard], ...]:
    """The cards that were played, without those that the book does not have."""
    cards = cards_by_name(ruleset.book)
    return tuple((cards[one.card], one) for one in played or () if one.card in cards)


def kept_out(ruleset: Ruleset, match: MatchPlayed, side: Side) -> frozenset[int]:
    """The ids of a side's players whom a card of the opponent keeps out of the match (S5: the Assassin, p51)."""
    theirs = match.reports.of(other(side)).cards
    return frozenset(one.player for card, one in known_cards(ruleset, theirs) if card.keeps_out and one.player)


def extra_players(ruleset: Ruleset, played: Sequence[PlayedCard] | None) -> tuple[str, ...]:
    """The names of players whom played cards bring to the team for the match (S5: the Fan, p49)."""
    return tuple(card.brings for card, _ in known_cards(ruleset, played) if card.brings)
