"""Numbers about gold, re-rolls and fans: a book that declares these must have them, and no other book may.

A row has a default for each of them, so the tables are checked as they stand in the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.book.book import Book
from rules.book.toml_tables import BookError

CREATION: Mapping[str, str] = {
    "starting_treasury": "treasury",
    "maximum_rerolls": "rerolls",
    "later_reroll_multiplier": "rerolls",
    "fan_factor_start": "fan_factor",
    "fan_factor_maximum": "fan_factor",
    "fan_factor_price": "fan_factor",
    "fan_factor_value": "fan_factor",
    "free_fan_factor": "fan_factor",
}
TEAM_LIST: Mapping[str, str] = {"reroll_cost": "rerolls", "reroll_maximum": "rerolls"}
MAY_BE_ABSENT = frozenset({"maximum_rerolls", "reroll_maximum"})
"""Limits that a book with re-rolls may do without."""
POSITION: Mapping[str, str] = {"cost": "treasury"}
"""The keys of these rows, with the purse or good that each is about."""


def check_presence(book: Book, tables: Mapping[str, Any], files: Mapping[str, str]) -> None:
    """Raises BookError for the first number that is missing, or that is about something the book does not declare."""
    held = {*book.purses, *book.goods}
    for table, label, row, about in _rows(tables):
        for key, what in about.items():
            if (key in row) != (what in held) and not (key in MAY_BE_ABSENT and what in held):
                problem = f"must not be here: the book declares no {what}" if key in row else "missing key"
                raise BookError(files[table], label, key, problem)


def _rows(tables: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any], Mapping[str, str]]]:
    yield "creation", "creation", tables["creation"], CREATION
    for team_list in tables["lists"]:
        yield "lists", f'lists / "{team_list["name"]}"', team_list, TEAM_LIST
        for position in team_list["positions"]:
            yield "lists", f'lists / "{team_list["name"]}: {position["name"]}"', position, POSITION
