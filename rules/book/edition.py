"""An edition (a book of tables, and the steps of its sequences) and a ruleset (an edition with a league's house rules).

Editions never inherit from one another. Shared code reads tables; anything else that differs is a step in the edition's
own list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book, BookError, MatchStage, Position, TeamList
from rules.book.house_rules import HouseRules
from rules.book.required_options import missing_options, missing_tables
from rules.book.statements import Source
from rules.sheet.match import Terms
from rules.sheet.sheet import PlayerSheet, TeamSheet

Step = Callable[[Any], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """A rulebook as the program plays it: its tables, and each sequence as a list of named steps."""

    book: Book
    pre_match: tuple[tuple[str, Step], ...]
    post_match: tuple[tuple[str, Step], ...]

    def __post_init__(self) -> None:
        """Raises BookError if the book lacks tables or options that the steps need."""
        steps = [f"{step.__module__}.{step.__qualname__}" for _, step in (*self.pre_match, *self.post_match)]
        if missing := list(missing_options(self.book, steps)):
            problem = f"lack these, which must be under [[options]] or [settled]: {'; '.join(missing)}"
            raise BookError(self.book.key, "", "options", problem)
        if tables := list(missing_tables(self.book, steps)):
            raise BookError(self.book.key, "", "tables", f"are missing: {'; '.join(tables)}")

    @property
    def key(self) -> str:
        """The edition's identifier, which is also stored: ``pbbl-1.10``."""
        return self.book.key


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """The rules of a league, a team or a match: an edition with house rules."""

    edition: Edition
    house: HouseRules

    @property
    def book(self) -> Book:
        """The edition's tables."""
        return self.edition.book

    def source(self, purpose: str) -> Source:
        """The rule and page to cite: ``**ruleset.source("winnings")`` for a figure, violation or question."""
        return self.book.source(purpose)

    def stage(self, terms: Terms) -> MatchStage:
        """The book's row for the stage of such a match."""
        return self.book.stages[terms.stage]

    def team_list(self, sheet: TeamSheet) -> TeamList:
        """The team list of a team."""
        return self.book.lists[sheet.team_list]

    def position(self, sheet: TeamSheet, line: PlayerSheet) -> Position | None:
        """The team list's row for a player; None for a position that is not on the list (C9)."""
        for position in self.team_list(sheet).positions:
            if position.name == line.position:
                return position
        return None
