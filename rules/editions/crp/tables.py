"""The tables that only the steps of the Competition Rules read: winnings of a draw, fans, mistakes."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import cast

from rules.book.book import Book
from rules.book.rows.doubt import Doubtful

RESULTS = ("none", "minor", "major", "catastrophe")
"""What an expensive mistake can be."""


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
class MistakeRow:
    """What happens to a treasury of ``gold`` gp or more: a result for each face of the die."""

    gold: int
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistakes(Doubtful):
    """Expensive mistakes of rich teams: the rows by treasury, and what each result costs (in steps of ``unit`` gp)."""

    die: int
    minor_die: int
    kept_dice: tuple[int, ...]
    unit: int
    rows: tuple[MistakeRow, ...]

    def row_for(self, treasury: int) -> MistakeRow | None:
        """The row for so much gold; None for a treasury that is too small for mistakes."""
        reached = [row for row in self.rows if row.gold <= treasury]
        return reached[-1] if reached else None


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
        mistakes, free_cards = self.mistakes, self.free_cards
        for each in fields(self.fan_rolls):
            if each.name.endswith("_dice") and not getattr(self.fan_rolls, each.name):
                yield "fan_rolls", each.name, "needs a die"
        limits = [row.gold for row in mistakes.rows]
        if limits != sorted(set(limits)):
            yield "mistakes", "gold", f"must rise, not {limits}"
        for row in mistakes.rows:
            if len(row.results) != mistakes.die:
                yield "mistakes", "results", f"must be {mistakes.die}, one for each face, not {len(row.results)}"
            for unknown in sorted(set(row.results).difference(RESULTS)):
                yield "mistakes", "results", f'"{unknown}" is none of {", ".join(RESULTS)}'
        if len(free_cards.counts) != free_cards.die:
            yield "free_cards", "counts", f"must be {free_cards.die}, one for each face, not {len(free_cards.counts)}"
        decks = [deck.name for deck in book.decks]
        if free_cards.limited_deck not in decks:
            yield "free_cards", "limited_deck", f'"{free_cards.limited_deck}" is none of {", ".join(decks)}'


def tables_of(book: Book) -> Tables:
    """The edition's own tables of its book."""
    return cast(Tables, book.own)
