"""What each step reads of a book. An edition is refused if a step lacks a table, or if no step reads one.

So a table that is only there to satisfy the reader, a dummy, is found when the edition is loaded.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from rules.book.book import Book
from rules.book.syntax import nodes_in

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)

SHARED = ("rules.match_day.", "rules.team.")
READ_ANYWAY = frozenset(
    {
        # what a book is, its words and its citations
        "key", "name", "year", "about", "differs", "uncertain",
        "pages", "statements", "summaries", "sources", "doubts", "words", "options", "settled",
        # creating and showing teams
        "profile", "conditions", "marks", "deeds", "roster", "skills", "lists", "peoples", "creation", "staff", "worth",
        "purses", "goods", "field", "facts", "result", "points", "appearance", "skills_called", "inducements_called",
        # the match sheet, competitions and their ends
        "injury_fields", "kick_off_dice", "kick_off", "stages", "trophies", "points_schemes", "minor_prizes",
        "unplayed", "friendlies", "packs", "league_play",
    }
)  # fmt: skip
"""The tables that team creation, leagues, pages and prints read in every edition. All others belong to steps."""

_NEEDED: dict[Function, tuple[str, ...]] = {}
_USED: dict[Function, tuple[str, ...]] = {}


def reads(*tables: str, if_there: Iterable[str] = ()) -> Callable[[F], F]:
    """Declares the tables that a step needs, and those that it reads if the book has them."""

    def declare(step: F) -> F:
        _NEEDED[step], _USED[step] = tables, tuple(if_there)
        return step

    return declare


def missing_tables(book: Book, steps: Iterable[Function]) -> Iterator[str]:
    """The tables that one of these steps needs and the book does not have."""
    for step in steps:
        for table in _NEEDED.get(step, ()):
            if not getattr(book, table, None):
                yield f"{table}, read by {name_of(step)}"


def unread_tables(book: Book, steps: Iterable[Function]) -> Iterator[tuple[str, str]]:
    """The tables of the book that none of these steps reads, each with the shared steps that would read it."""
    steps = list(steps)
    read = READ_ANYWAY.union(*(tables_of(step) for step in steps))
    for table in book.files:
        if table not in read and not (_is_own(book, table) and table in _attributes(steps)) and has(book, table):
            shared = [step for step in _NEEDED if step.__module__.startswith(SHARED) and table in tables_of(step)]
            yield table, ", ".join(sorted(map(name_of, shared)))


def tables_of(step: Function) -> set[str]:
    """The tables that a step reads."""
    return {*_NEEDED.get(step, ()), *_USED.get(step, ())}


def has(book: Book, table: str) -> bool:
    """Whether a book has a table with anything in it; 0 and empty tables say that it has none."""
    return bool(getattr(book.own if _is_own(book, table) else book, table))


def name_of(step: Function) -> str:
    """A step as messages name it, by module and function."""
    return f"{step.__module__}.{step.__qualname__}"


def sources(functions: Iterable[Function]) -> list[Path]:
    """The modules in the folders of an edition's own functions; without those of shared ones."""
    modules = {each.__module__ for each in functions if not each.__module__.startswith(SHARED)}
    folders = {Path(str(sys.modules[name].__file__)).parent for name in modules}
    return sorted(path for folder in folders for path in folder.glob("*.py") if not path.name.startswith("test_"))


def _is_own(book: Book, table: str) -> bool:
    return book.own is not None and table in {each.name for each in fields(book.own)}


def _attributes(steps: Iterable[Function]) -> frozenset[str]:
    """Every name that the modules of these functions read from something: ``book.own.petty_cash``."""
    return frozenset().union(*map(attributes_in, sources(steps)))


@cache
def attributes_in(path: Path) -> frozenset[str]:
    """Every name that a module reads from something."""
    return frozenset(node.attr for node in nodes_in(path) if isinstance(node, ast.Attribute))
