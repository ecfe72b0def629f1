"""The tables that only the steps of the Competition Rules read: winnings of a draw, fans, mistakes."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import cast

from rules.book.book import Book
from rules.book.rows.doubt import Doubtful
from rules.match_day.mistakes import Mistakes


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnWinnings(Doubtful):
    """What a draw adds to the winnings, in gp."""

    bonus: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FanRolls(Doubtful):
    """The dice that are rolled against the fan factor after a match, by its result."""

    won_dice: tuple[int, ...]
    drawn_dice: tuple[int, ...]
    lost_dice: tuple[int, ...]
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeCards(Doubtful):
    """Free cards by dice: how many for each face, and of which deck a side can have only so many."""

    die: int
    counts: tuple[int, ...]
    limited_deck: str
    most_of_it: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The edition's own tables, in ``post_match_tables.toml``."""

    drawn_winnings: DrawnWinnings
    fan_rolls: FanRolls
    mistakes: Mistakes
    free_cards: FreeCards

    def problems(self, book: Book) -> Iterator[tuple[str, str, str]]:
        """What is wrong in these tables, besides numbers that cannot be: the table, the key and the problem."""
        free_cards = self.free_cards
        for each in fields(self.fan_rolls):
            if each.name.endswith("_dice") and not getattr(self.fan_rolls, each.name):
                yield "fan_rolls", each.name, "needs a die"
        yield from self.mistakes.problems()
        if len(free_cards.counts) != free_cards.die:
            yield "free_cards", "counts", f"must be {free_cards.die}, one for each face, not {len(free_cards.counts)}"
        decks = [deck.name for deck in book.decks]
        if free_cards.limited_deck not in decks:
            yield "free_cards", "limited_deck", f'"{free_cards.limited_deck}" is none of {", ".join(decks)}'


def tables_of(book: Book) -> Tables:
    """The edition's own tables of its book."""
    return cast(Tables, book.own)
