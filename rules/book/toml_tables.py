"""Strict reading of TOML tables into the book's dataclasses.

The dataclass is the schema: its fields are the keys that a table must or may have, its annotations are their types.
Unknown keys are refused. So a typing mistake in an edition's data is found when it is read, not taken for a default.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import tomli

from rules.book.entered.fault_words import ROWS
from rules.book.entered.faults import Fault, fault

FEW = 12
LIKE_A_TYPO = 0.7
HINTS: dict[type, dict[str, Any]] = {}
NEEDED: dict[type, frozenset[str]] = {}
TYPE_NAMES = {str: "text", int: "a whole number", bool: "true or false"}


class BookError(ValueError):
    """Raised for wrong data of an edition: names the file, the table, the key and the problem.

    `book` is the folder or the key of the edition, once it is known.
    """

    def __init__(self, file: str, table: str, key: str, problem: str) -> None:
        self.book = ""
        self.file = file
        self.table = table
        self.key = key
        self.problem = problem
        super().__init__(": ".join(part for part in (file, table, key, problem) if part))


@contextmanager
def in_book(book: str) -> Iterator[None]:
    """What is wrong in the data that are read inside says in which book."""
    try:
        yield
    except BookError as wrong:
        wrong.book = wrong.book or book
        raise


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a value is in the data, for error messages."""

    file: str
    table: str = ""
    key: str = ""

    def inside(self, name: str) -> "Place":
        """The place of a table called `name` inside this one."""
        path = " / ".join(part for part in (self.table, name) if part)
        return Place(file=self.file, table=path)

    def at(self, key: str) -> "Place":
        return Place(file=self.file, table=self.table, key=key)

    def error(self, problem: str) -> BookError:
        return BookError(self.file, self.table, self.key, problem)


def parse_toml(path: Path) -> dict[str, Any]:
    """The tables of one file. Raises BookError if it cannot be read or is not TOML."""
    try:
        return tomli.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError) as error:
        raise BookError(path.name, "", "", f"cannot be read as TOML ({error})") from error


def read_row(row_type: type[Any], table: Any, place: Place) -> Any:
    """A `row_type` (a dataclass) from a TOML table. Raises BookError for a missing or unknown key or a wrong type."""
    if not isinstance(table, dict):
        raise place.error(fault("wrong_type", wanted="a table", found=describe(table)))
    place = place.inside(label_of(table))
    hints = hints_of(row_type)
    for key in table:
        if key not in hints:
            owner = ROWS.get(row_type.__name__, f"a {row_type.__name__}")
            raise place.at(key).error(unknown_key(key, owner, hints))
    values = {}
    for name, hint in hints.items():
        if name in table:
            value = table[name]
            values[name] = value if type(value) is hint else convert(hint, value, place.at(name))
        elif name in needed_of(row_type):
            raise place.at(name).error(fault("missing_key"))
    return row_type(**values)


def convert(hint: Any, value: Any, place: Place) -> Any:
    """`value` in the type of `hint`: lists become tuples; tables become pairs, rows or mappings. Raises BookError."""
    if hint in TYPE_NAMES:
        if type(value) is not hint:
            raise place.error(fault("wrong_type", wanted=TYPE_NAMES[hint], found=describe(value)))
        return value
    if is_dataclass(hint):
        around = Place(file=place.file, table=place.table).inside(place.key)
        return read_row(hint, value, around)  # type: ignore[arg-type]  # a dataclass, not one of its rows
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return convert_union(arguments, value, place)
    if origin is tuple:
        return convert_tuple(arguments[0], value, place)
    return convert_mapping(arguments[1], value, place)


def convert_union(choices: tuple[Any, ...], value: Any, place: Place) -> Any:
    """The value as the first of several types that fits it. Raises ``BookError`` if none does."""
    wanted = [choice for choice in choices if choice is not NoneType]
    for choice in wanted:
        listed, table = get_origin(choice) is tuple, is_dataclass(choice)
        if type(value) is choice or (listed and isinstance(value, list)) or (table and isinstance(value, dict)):
            return convert(choice, value, place)
    names = tuple(TYPE_NAMES.get(choice, "a table" if is_dataclass(choice) else "a list") for choice in wanted)
    raise place.error(fault("wrong_type", wanted=names, found=describe(value)))


def convert_tuple(item: Any, value: Any, place: Place) -> tuple[Any, ...]:
    """A list, or for pairs a table, as a tuple of items. Raises ``BookError`` for anything else."""
    if get_origin(item) is tuple:
        if not isinstance(value, dict):
            raise place.error(fault("no_pairs", found=describe(value)))
        return tuple(
            (name, convert(get_args(item)[1], each, place.at(f"{place.key}.{name}"))) for name, each in value.items()
        )
    if not isinstance(value, list):
        raise place.error(fault("wrong_type", wanted="a list", found=describe(value)))
    if all(type(each) is item for each in value):
        return tuple(value)
    return tuple(convert(item, each, place) for each in value)


def convert_mapping(item: Any, value: Any, place: Place) -> Mapping[str, Any]:
    """A read-only mapping: of a table, or of a list of tables by each row's `key` (or `name` if rows have no key)."""
    if not is_dataclass(item):
        if not isinstance(value, dict):
            raise place.error(fault("wrong_type", wanted="a table", found=describe(value)))
        return MappingProxyType(
            {name: convert(item, each, place.at(f"{place.key}.{name}")) for name, each in value.items()}
        )
    rows: dict[str, Any] = {}
    by_key = any(field.name == "key" for field in fields(item))
    for row in convert_tuple(item, value, place):
        name = row.key if by_key else row.name
        if name in rows:
            raise place.error(fault("twice", name=name))
        rows[name] = row
    return MappingProxyType(rows)


def describe(value: Any) -> str:
    """A value for a message: "a table", "a list", or the value itself."""
    if isinstance(value, dict):
        return fault("a_table")
    return fault("a_list") if isinstance(value, list) else repr(value)


def no_such(what: str, name: str, known: Iterable[str]) -> Fault:
    """That there is no such name, and what would fit: all names if there are few, else those most like it."""
    names = list(known)
    if not names:
        return fault("none_such_at_all", what=what, name=name)
    if len(names) <= FEW:
        return fault("none_such", what=what, name=name, known=", ".join(names))
    alike = get_close_matches(name, names, n=3) or names[:3]
    return fault("none_such_of_many", what=what, name=name, count=len(names), known=", ".join(alike))


def unknown_key(key: str, owner: str, known: Iterable[str]) -> str:
    """That nothing has such a key: first the known key that it is most like, if any is, and then all of them."""
    names = list(known)
    alike = get_close_matches(key, names, n=1, cutoff=LIKE_A_TYPO)
    told = {"owner": owner, "known": ", ".join(names)}
    return fault("mistyped_key", meant=alike[0], **told) if alike else fault("unknown_key", **told)


def label_of(table: dict[str, Any]) -> str:
    """The name of a row of data, for messages."""
    return next((f'"{table[name]}"' for name in ("key", "name", "title", "low") if name in table), "")


def hints_of(row_type: type) -> dict[str, Any]:
    """The annotations of a dataclass's fields in their order, worked out once for each dataclass."""
    if row_type not in HINTS:
        hints = get_type_hints(row_type)
        HINTS[row_type] = {field.name: hints[field.name] for field in fields(row_type)}
    return HINTS[row_type]


def needed_of(row_type: type) -> frozenset[str]:
    """The fields of a dataclass that have no default, worked out once for each dataclass."""
    if row_type not in NEEDED:
        needed = (each.name for each in fields(row_type) if each.default is each.default_factory is MISSING)
        NEEDED[row_type] = frozenset(needed)
    return NEEDED[row_type]
