"""Figures that are in doubt alike in several books, as a league has set them: bounds of profiles, extra time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.book.book import Book
from rules.book.rows.shape import Characteristic

TURNS, DUELS = 8, 5
"""Of extra time, as the sentences of the books have them in words."""


def with_bounds(book: Book, worst: Mapping[str, int]) -> Mapping[str, Characteristic]:
    """The characteristics of a book with the bounds beyond which no injury makes them worse, by their short names."""
    return MappingProxyType({key: each.with_worst(worst[key]) for key, each in book.profile.items()})


def extra_time(book: Book, turns: int, duels: int) -> str:
    """How a level match goes on, in the book's sentence, with this number of turns and of duels."""
    text = book.field.overtime.replace("eight turns", f"{turns} turns") if turns != TURNS else book.field.overtime
    return text.replace("up to five", f"up to {duels}") if duels != DUELS else text
