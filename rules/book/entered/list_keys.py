"""What a team list of a league's own can say: what the lists of its book say, and the rows of its own tables for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache
from typing import Any, get_args

from rules.book.book import Book
from rules.book.presence import MAY_BE_ABSENT, POSITION, TEAM_LIST
from rules.book.rows.teams import Position, TeamList
from rules.book.toml_tables import hints_of, needed_of

NEVER = frozenset({"page", "source", "confidence", "doubt", "option", "positions"})
"""What only a book says of its lists; positions are tables of their own."""
ALWAYS = frozenset({"name", "plural", "minimum", "maximum", "profile", "note"})
ALWAYS_OF_LISTS = frozenset({"name", "people", "emblem", "minimum_players", "maximum_players", "together", "closed"})

LEARNT = frozenset({"normal", "double"})
"""What players can learn, in books where they learn skills."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRow:
    """A row of one of an edition's own tables that goes with a team list or a position: the table, and what it says
    where the league says nothing."""

    table: str
    otherwise: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRows:
    """Those of an edition by the key in the list: its own tables declare them as a class attribute, `OF_LISTS`."""

    lists: Mapping[str, OwnRow] = field(default_factory=dict)
    positions: Mapping[str, OwnRow] = field(default_factory=dict)


def own_rows_of(book: Book) -> OwnRows:
    """What the edition declares; nothing if it declares nothing."""
    found: OwnRows = getattr(type(book.own), "OF_LISTS", OwnRows())
    return found


def row_type(book: Book, table: str) -> type[Any]:
    """The kind of rows in one of the edition's own tables."""
    found: type[Any] = get_args(hints_of(type(book.own))[table])[1]
    return found


@lru_cache(maxsize=32)
def keys_of_list(book: Book) -> tuple[str, ...]:
    """The keys of a team list in the order of the row, without its positions and the edition's own rows."""
    more = {"stars"} if book.stars else set()
    return _keys(TeamList, list(book.lists.values()), ALWAYS_OF_LISTS | more, TEAM_LIST, book)


@lru_cache(maxsize=32)
def keys_of_position(book: Book) -> tuple[str, ...]:
    """The keys of a position in the order of the row, without the edition's own rows."""
    rows = [position for each in book.lists.values() for position in each.positions]
    learns = any(row.normal or row.double for row in rows)
    found = _keys(Position, rows, ALWAYS, POSITION, book)
    return found if learns else tuple(key for key in found if key not in LEARNT)


def needed_keys(book: Book, kind: type[Any]) -> frozenset[str]:
    """The keys that a list or a position cannot leave out: those of the row, and what is about gold and re-rolls."""
    held, about = {*book.purses, *book.goods}, POSITION if kind is Position else TEAM_LIST
    return needed_of(kind) | {key for key, what in about.items() if what in held and key not in MAY_BE_ABSENT}


def _keys(
    kind: type[Any], rows: list[Any], always: frozenset[str] | set[str], about: Mapping[str, str], book: Book
) -> tuple[str, ...]:
    held = {*book.purses, *book.goods}
    found = []
    for each in fields(kind):
        if each.name in NEVER or (each.name in about and about[each.name] not in held):
            continue
        default = each.default_factory() if each.default_factory is not MISSING else each.default
        if each.name in always or any(getattr(row, each.name) != default for row in rows):
            found.append(each.name)
    return tuple(found)
