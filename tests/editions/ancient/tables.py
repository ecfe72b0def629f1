"""The tables that only this edition's steps read."""

from dataclasses import dataclass
from typing import cast

from rules.book.book import Book, row_for


@dataclass(frozen=True, slots=True, kw_only=True)
class StarRow:
    """A result of the star roll: what becomes better, and by how much."""

    low: int
    high: int
    characteristic: str
    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stardom:
    """The star roll, how many stars a new team makes, and for how many points a player may roll later."""

    stars: int
    dice: tuple[int, ...]
    rows: tuple[StarRow, ...]
    points: int
    page: int

    def row(self, total: int) -> StarRow:
        """The result of a roll."""
        return row_for(self.rows, total, self.dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """When one who was killed lives after all, and what herbs and poison do."""

    die: int
    lives_from: int
    misses: int
    cured_from: int
    poison_misses: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The edition's own tables."""

    stardom: Stardom
    fate: Fate


def tables_of(book: Book) -> Tables:
    """The edition's own tables of its book."""
    return cast(Tables, book.own)
