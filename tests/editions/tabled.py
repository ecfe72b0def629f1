"""Profiles and prices of a book as lines of text, to be compared with typed ones."""

from __future__ import annotations

from pathlib import Path

from rules.book.book import Book
from rules.book.rows.teams import Pairs


def lines_of(path: Path) -> list[str]:
    """The lines of a typed table, without its heading."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def positions(book: Book) -> list[str]:
    return [
        f"{each.name}; {one.name}; {one.minimum}; {one.maximum}; {one.cost}; {shown(one.profile)}"
        for each in book.lists.values()
        for one in each.positions
    ]


def stars(book: Book) -> list[str]:
    return [f"{star.name}; {star.cost}; {shown(star.profile)}" for star in book.stars.values()]


def lists(book: Book) -> list[str]:
    return [f"{each.name}; {each.reroll_cost}" for each in book.lists.values()]


def shown(profile: Pairs) -> str:
    return " ".join(str(value) for _name, value in profile)
