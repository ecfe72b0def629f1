"""Free cards by dice, a rule of 2016 (E2)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.crp.tables import tables_of
from rules.match_day.cards import card_of, draw_card
from rules.match_day.pre_match import PreMatch
from rules.sequence.sequence import SIDES, Side


@reads("decks", "cards")
def draw_by_dice(state: PreMatch) -> None:
    """Each side rolls for the number of its cards and draws them from any decks, in leagues with this rule (E2)."""
    if state.ruleset.house["special_play_cards"] == "dice":
        state.asking.each(SIDES, lambda side: _draw(state, side))


def _draw(state: PreMatch, side: Side) -> None:
    table, source = tables_of(state.ruleset.book).free_cards, cite(state.ruleset, "E2")
    (die,) = state.asking.roll(side, "free_cards", table.die, **source)
    hand: list[str] = []
    for nth in range(1, table.counts[die - 1] + 1):
        args = (("nth", nth), ("count", table.counts[die - 1]))
        deck = state.asking.choose(side, f"cards.{nth}", _decks(state, hand), label="free_card", args=args, **source)
        hand.append(draw_card(state.asking, state.market(side), side, f"drawn.{nth}", deck))
    state.hands[side] = tuple(hand)


def _decks(state: PreMatch, hand: list[str]) -> tuple[str, ...]:
    """The decks that still have cards for a side with this hand; of one of them it can have only so many."""
    book, table = state.ruleset.book, tables_of(state.ruleset.book).free_cards
    held = [card_of(book, name).deck for name in hand]
    full = table.limited_deck if held.count(table.limited_deck) >= table.most_of_it else ""
    return tuple(deck.name for deck in book.decks if deck.name != full)
