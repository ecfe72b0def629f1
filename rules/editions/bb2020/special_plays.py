"""Special Plays (P8): a die names the deck of each card that was bought, and of two drawn cards the coach keeps one."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.bb2020.tables import tables_of
from rules.match_day.pre_match import PreMatch
from rules.sequence.sequence import SIDES, Side

KEEP, AGAIN = "same_deck", "roll_again"
LOOKED, KEPT = "special_plays.looked", "drawn"
"""How the keys begin of cards that a coach looks at, and of those that they hold."""


@reads("decks", "cards", "card_timings")
def draw_cards(state: PreMatch) -> None:
    """Each side draws its cards, one after the other; the opponent sees none of them (P8)."""
    table = tables_of(state.ruleset.book).special_plays
    counts = {
        side: sum(item.count for item in state.bought.of(side) if item.kind == table.inducement) for side in SIDES
    }
    state.asking.each([side for side in SIDES if counts[side]], lambda side: _hand(state, side, counts[side]))


def _hand(state: PreMatch, side: Side, count: int) -> None:
    decks: list[str] = []
    hand: list[str] = []
    for nth in range(1, count + 1):
        deck = _deck(state, side, nth, decks)
        decks.append(deck)
        hand += _card(state, side, nth, deck)
    state.hands[side] = tuple(hand)


def _deck(state: PreMatch, side: Side, nth: int, before: Sequence[str]) -> str:
    """The deck of a card: a die, which may be rolled again, once, for a deck from which the side has drawn before."""
    book, source = state.ruleset.book, cite(state.ruleset, "P8")
    die, args = tables_of(book).special_plays.die, (("nth", nth),)
    (face,) = state.asking.roll(side, f"special_plays.deck.{nth}", die, label="special_plays", args=args, **source)
    deck = book.decks[face - 1].name
    if deck not in before:
        return deck
    again = state.asking.choose(
        side, f"special_plays.again.{nth}", (KEEP, AGAIN), label="special_plays_again", args=(("deck", deck),),
        optional=True, **source,
    )  # fmt: skip
    if again == KEEP:
        return deck
    (face,) = state.asking.roll(side, f"special_plays.reroll.{nth}", die, label="special_plays", args=args, **source)
    return book.decks[face - 1].name


def _card(state: PreMatch, side: Side, nth: int, deck: str) -> tuple[str, ...]:
    """The card that a coach keeps of those drawn from a deck; none if nothing is left of the deck."""
    ruleset, asking, args = state.ruleset, state.asking, (("deck", deck),)
    options = tuple(card.name for card in ruleset.book.cards if card.deck == deck)
    looked: list[str] = []
    for place in range(1, tables_of(ruleset.book).special_plays.looked_at + 1):
        key = f"{LOOKED}.{nth}.{place}"
        gone = asking.recorded(LOOKED, apart_from=(side, key))
        taken = tuple(name for name in options if name in gone)
        if len(taken) < len(options):
            looked.append(
                asking.draw(
                    side, key, options, taken=taken, private=True, label="drawn", args=args, **ruleset.source("cards")
                )
            )
    if not looked:
        return ()
    kept = asking.choose(
        side, f"{KEPT}.{nth}", tuple(looked), label="kept_card", args=args, private=True,
        **ruleset.source("cards_drawn"),
    )  # fmt: skip
    return (kept,)
