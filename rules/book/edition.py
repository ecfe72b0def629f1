"""An edition: its book of tables and the steps of its sequences; a ruleset: an edition with a league's house rules.

Editions never inherit from one another. Shared code reads tables; what differs is a step in the edition's own list.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book, BookError, MatchStage, Position, TeamList
from rules.book.house_rules import HouseRules
from rules.book.required_options import missing_tables, unanswered
from rules.book.statements import Source
from rules.sheet.match import Terms
from rules.sheet.sheet import PlayerSheet, TeamSheet

Step = Callable[[Any], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition:
    """A rulebook carried out: tables, and each sequence as a list of named steps."""

    book: Book
    pre_match: tuple[tuple[str, Step], ...]
    post_match: tuple[tuple[str, Step], ...]

    def __post_init__(self) -> None:
        """Raises BookError for tables and house rules that its steps read and that the book does not have."""
        steps = [f"{step.__module__}.{step.__qualname__}" for _, step in (*self.pre_match, *self.post_match)]
        if missing := list(unanswered(self.book, steps)):
            problem = f"leaves these unsaid, under [[options]] or [settled]: {'; '.join(missing)}"
            raise BookError(self.book.key, "", "options", problem)
        if tables := list(missing_tables(self.book, steps)):
            raise BookError(self.book.key, "", "tables", f"are missing: {'; '.join(tables)}")

    @property
    def key(self) -> str:
        """The identifier that is also stored: ``pbbl-1.10``."""
        return self.book.key


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """What a team, a match or a league is played under."""

    edition: Edition
    house: HouseRules

    @property
    def book(self) -> Book:
        """The edition's tables."""
        return self.edition.book

    def source(self, purpose: str) -> Source:
        """Where the book speaks of something: ``**ruleset.source("winnings")`` for a figure, violation or question."""
        return self.book.source(purpose)

    def stage(self, terms: Terms) -> MatchStage:
        """What the book says of the stage of such a match."""
        return self.book.stages[terms.stage]

    def team_list(self, sheet: TeamSheet) -> TeamList:
        """The team list that a sheet was founded on."""
        return self.book.lists[sheet.team_list]

    def position(self, sheet: TeamSheet, line: PlayerSheet) -> Position | None:
        """The list's entry for a player; None for a position that the list does not have (C9)."""
        for position in self.team_list(sheet).positions:
            if position.name == line.position:
                return position
        return None
