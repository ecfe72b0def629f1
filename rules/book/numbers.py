"""Checks of every number in a book: it can be, it has a page, what is uncertain has a doubt, and no name is empty.

They go through all rows of all tables, also those that only one edition has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from typing import Any

from rules.book.book import Book
from rules.book.rows.options import Option
from rules.book.rows.shape import Characteristic
from rules.book.toml_tables import BookError, needed_of

CONFIDENCE = ("high", "medium", "low")
MOST = 10_000_000
MOST_FACES = 100
LAST_PAGE = 999
LEAST_GOLD = 100
GOLD = ("price", "cost", "costs", "prices_by_list", "surcharge", "_price", "_cost", "_treasury", "_bonus", "breakpoint")
DICE = ("die", "dice", "_die", "_dice", "faces")
SIGNED = ("change", "changes", "modifier", "floor", "ceiling")
BOUNDS = (
    ("low", "high"),
    ("minimum", "maximum"),
    ("minimum_players", "maximum_players"),
    ("leaving_up_to", "leaving_die"),
)
"""The keys of a row of which the first must not be more than the second."""
NAMES = ("key", "name", "plural", "label", "title", "help", "summary", "effect")
"""The texts of a row that people read or that others refer to."""
NAMING = ("key", "name", "title", "low")
"""The fields that name a row in messages, the best first."""
KEYS: dict[type, tuple[str, ...]] = {}
NAMED_BY: dict[type, str] = {}
ABSENT: dict[type, frozenset[str]] = {}
PLAIN = frozenset({str, int, bool, type(None)})
NO_RULES = (
    "year",
    "about",
    "differs",
    "skills_called",
    "inducements_called",
    "uncertain",
    "summaries",
    "words",
    "settled",
    "files",
    "pages",
    "statements",
    "sources",
    "doubts",
)
"""What a book holds besides rows of rules."""
Found = tuple[Any, str, tuple[Any, ...]]
"""A row, its name, and the rows around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number of a row: its key, and the row's table and name. An `optional` one that is 0 is not there at all."""

    table: str
    row: str
    key: str
    value: int
    optional: bool = False


@dataclass(slots=True, kw_only=True)
class Numbers:
    """One pass over one book, for the first problem."""

    book: Book

    def check(self) -> None:
        """Raises BookError for the first number that cannot be, or that has no page."""
        for rule, page in self.book.pages.items():
            if page or not self.book.sources.get(rule):
                self._check(Number(table="pages", row="", key=rule, value=page), printed=True)
        for table, rows in rows_of(self.book):
            for row, name, around in rows:
                paged = any(is_page(key) for outer in around for key in keys_of(type(outer)))
                sourced = any(map(self._has_source, around))
                self._check_row(table, row, name, paged=paged, sourced=sourced)

    def _check_row(self, table: str, row: Any, name: str, *, paged: bool, sourced: bool) -> None:
        for key in NAMES:
            if getattr(row, key, None) == "" and key in needed_of(type(row)):
                raise self._error(table, name, key, "must not be empty")
        confidence, doubt = getattr(row, "confidence", "high"), getattr(row, "doubt", "")
        if confidence not in CONFIDENCE:
            raise self._error(table, name, "confidence", f'"{confidence}" is none of {", ".join(CONFIDENCE)}')
        if confidence != "high" and not doubt.strip():
            raise self._error(table, name, "doubt", f"missing key: the confidence is {confidence}, so say why")
        numbers, sourced = list(numbers_of(table, row, name)), sourced or self._has_source(row)
        if numbers and not (paged or sourced or any(map(is_page, keys_of(type(row))))):
            problem = f"missing key: {numbers[0].key} has no page, and no row around it has one"
            raise self._error(table, name, "page", problem)
        for number in numbers:
            if is_page(number.key):
                if number.value or not (sourced or self._says_nothing(row, number.key)):
                    self._check(number, printed=True)
            elif not isinstance(row, Option):  # its numbers are checked with its bounds
                self._check(number)
        self._check_bounds(table, row, name)

    def _has_source(self, row: Any) -> bool:
        return bool(getattr(row, "source", "") or self.book.sources.get(getattr(row, "rule", "")))

    def _check(self, number: Number, *, printed: bool = False) -> None:
        key, value = number.key, number.value
        if printed:
            allowed, wanted = 1 <= value <= LAST_PAGE, f"a page from 1 to {LAST_PAGE}"
        elif key.startswith("profile."):
            allowed, wanted = _within(self.book.profile.get(key.removeprefix("profile.")), value)
        elif key.endswith(DICE):
            allowed = 2 <= value <= MOST_FACES or (number.optional and not value)
            wanted = f"a die of 2 to {MOST_FACES} faces"
        elif key.split(".")[0].endswith(GOLD):
            allowed = value == 0 or LEAST_GOLD <= value <= MOST
            wanted = f"0, or from {LEAST_GOLD} to {MOST} gp"
        else:
            least = -MOST if key.split(".")[0].endswith(SIGNED) else 0
            allowed, wanted = least <= value <= MOST, f"from {least} to {MOST}"
        if not allowed:
            raise self._error(number.table, number.row, key, f"{value} cannot be; it must be {wanted}")

    def _check_bounds(self, table: str, row: Any, name: str) -> None:
        for low, high in BOUNDS:
            least, most = getattr(row, low, None), getattr(row, high, None)
            if least is not None and most is not None and least > most:
                raise self._error(table, name, high, f"must not be less than {low}, {least}")

    @staticmethod
    def _says_nothing(row: Any, key: str) -> bool:
        """Whether the page belongs to something that the book does not have: ``healer_page`` without a healer."""
        what = key.removesuffix("page")
        others = [name for name in keys_of(type(row)) if what and name.startswith(what) and name != key]
        return bool(others) and not any(getattr(row, each) for each in others)

    def _error(self, table: str, row: str, key: str, problem: str) -> BookError:
        return self.book.error(table, f'"{row}"' if row else "", key, problem)


def tables_of(book: Book) -> Iterator[tuple[str, Any]]:
    """The tables of rules of a book by name, with those that only its edition has."""
    for each in fields(book):
        if each.name not in ("own", *NO_RULES):
            yield each.name, getattr(book, each.name)
    if book.own is not None:
        for each in fields(book.own):
            yield each.name, getattr(book.own, each.name)


@lru_cache(maxsize=1)
def rows_of(book: Book) -> tuple[tuple[str, tuple[Found, ...]], ...]:
    """The rows of each table of a book. Kept for the last book, as several checks go through all its rows."""
    return tuple((table, tuple(rows_in(value))) for table, value in tables_of(book))


def rows_in(value: Any, name: str = "") -> list[Found]:
    """The rows in a table and inside its rows, each with its name and the rows around it."""
    found: list[Found] = []
    _gather(value, name, (), found)
    return found


def _gather(value: Any, name: str, around: tuple[Any, ...], found: list[Found]) -> None:
    kind = type(value)
    if kind is tuple or isinstance(value, Mapping):
        for each in value if kind is tuple else value.values():
            if type(each) not in PLAIN:
                _gather(each, name, around, found)
    elif is_dataclass(kind):
        key = _name_key(kind)
        named = str(getattr(value, key)) if key else ""
        label = f"{name}: {named}" if name and named else name or named
        found.append((value, label, around))
        inside = (*around, value)
        for key in keys_of(kind):
            inner = getattr(value, key)
            if type(inner) not in PLAIN and inner != ():
                _gather(inner, label, inside, found)


def numbers_of(table: str, row: Any, name: str) -> Iterator[Number]:
    """The numbers of a row itself, not those of rows inside it; one of pairs is ``prices_by_list.Halfling``."""
    absent = _absent_of(type(row))
    for key in keys_of(type(row)):
        value = getattr(row, key)
        if type(value) is int:
            yield Number(table=table, row=name, key=key, value=value, optional=key in absent)
        elif isinstance(value, tuple):
            for part in value:
                if type(part) is int:
                    yield Number(table=table, row=name, key=key, value=part)
                elif isinstance(part, tuple) and len(part) == 2 and type(part[1]) is int:
                    yield Number(table=table, row=name, key=f"{key}.{part[0]}", value=part[1])


def _name_key(row_type: type) -> str:
    """The field that names a row in messages; "" if none does."""
    if row_type not in NAMED_BY:
        keys = keys_of(row_type)
        NAMED_BY[row_type] = next((key for key in NAMING if key in keys or hasattr(row_type, key)), "")
    return NAMED_BY[row_type]


def _absent_of(row_type: type) -> frozenset[str]:
    """The fields that are not there at all if they are 0."""
    if row_type not in ABSENT:
        ABSENT[row_type] = frozenset(each.name for each in fields(row_type) if each.default == 0)
    return ABSENT[row_type]


def keys_of(row_type: type) -> tuple[str, ...]:
    """The fields of a kind of rows, worked out once for each kind."""
    if row_type not in KEYS:
        KEYS[row_type] = tuple(each.name for each in fields(row_type))
    return KEYS[row_type]


def is_page(key: str) -> bool:
    """Whether a field is a page, or pages."""
    return key.endswith(("page", "pages"))


def _within(characteristic: Characteristic | None, value: int) -> tuple[bool, str]:
    if characteristic is None or characteristic.missing(value):
        return True, ""  # the check of profiles names an unknown one
    wanted = f"from {characteristic.floor} to {characteristic.ceiling}"
    return characteristic.floor <= value <= characteristic.ceiling, wanted
