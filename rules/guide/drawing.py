"""Any table of a book as sections of the guide: the fields of its rows say what is drawn, and how.

A further table needs nothing here. Empty columns are left out, so that what a book does not use is not mentioned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from typing import Any

from rules.book.book import Book
from rules.book.rows.shape import Characteristic
from rules.guide.document import Cell, Column, Piece, Row, Section, Source, anchor_of, text_of
from rules.guide.labels import KEY_FIELDS, SENTENCES, UNSAID_AT_ZERO, VALUES, is_gold, is_hidden, label_of, spoken
from rules.guide.references import References
from rules.words.words import k, notation

PROFILE = "profile"
FIRST = ("price", "cost")
"""Fields that stand before all others."""
FACES = frozenset({3, 4, 6, 8, 10, 12, 16, 20})
"""Dice that there are."""
CLEARLY_GOLD = 10_000
"""Nothing else in a book is counted in tens of thousands."""
NUMBERS = "numbers"
"""The column with the smallest and largest number of a position's players."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Draws the tables of one book. `own` are the edition's own words for tables and fields, by key."""

    book: Book
    refs: References
    own: Mapping[str, str]

    def rows(self, key: str, title: str, rows: Iterable[Any], **more: Any) -> Section:
        """Rows of one kind as a table. Rows without a name are called by the dice results that they are for."""
        found = list(rows)
        columns = [column for kind in dict.fromkeys(map(type, found)) for column in self._columns(kind)]
        columns = list({column.key: column for column in columns}.values())
        named = any(title_in(row) for row in found)
        if not named and columns[0].key == "low":
            more.setdefault("heading", columns.pop(0).label)
        drawn = [[self.value_in(row, column.key) for column in columns] for row in found]
        used = [at for at in range(len(columns)) if any(text_of(cells[at]) for cells in drawn)]
        titles = [title_in(row) if named else roll_of(row) for row in found]
        anchors = unique(anchor_of(name) if name else f"{key}-{at}" for at, name in enumerate(titles, start=1))
        return Section(
            anchor=anchor_of(key),
            title=title,
            columns=tuple(columns[at] for at in used),
            rows=tuple(
                Row(
                    anchor=anchor,
                    title=name,
                    cells=tuple(cells[at] for at in used),
                    source=source_of(row),
                    other_names=tuple(getattr(row, "aliases", ())),
                )
                for row, name, cells, anchor in zip(found, titles, drawn, anchors, strict=True)
            ),
            **more,
        )

    def facts(
        self, key: str, title: str, row: Any, *, named: bool = False, left_out: Set[str] = frozenset(), **more: Any
    ) -> Iterator[Section]:
        """A single row as names and values, with its name if ``named``; each table inside it is a section.

        A 0 that need not be given says nothing, and is left out; so are the fields in ``left_out``.
        """
        simple, tables = [], []
        if named and title_in(row):
            simple.append(Row(anchor=anchor_of(f"{key}-name"), title="Name", cells=((Piece(title_in(row)),),)))
        for each in fields(row):
            value = getattr(row, each.name)
            if is_hidden(type(row).__name__, each.name) or each.name in left_out or self._says_nothing(each, value):
                continue
            if isinstance(value, tuple) and value and is_dataclass(value[0]):
                tables.append((each.name, value))
            elif text_of(cell := self.value(type(row).__name__, each.name, value)):
                name = label_of(each.name, self.own, type(row).__name__)
                simple.append(Row(anchor=anchor_of(f"{key}-{each.name}"), title=name, cells=(cell,)))
        own = source_of(row)
        given = more.pop("source", None) or own
        given = replace(given, doubt=given.doubt or own.doubt)
        if simple:
            yield self.fact_section(key, title, simple, source=given, **more)
        for name, inner in tables:
            # The rows of a table are what it is about; any other one is called by its field.
            yield self.rows(
                f"{key}-{name}",
                title if name == "rows" else label_of(name, self.own, type(row).__name__),
                inner,
                source=given,
            )

    def _says_nothing(self, field: Field[Any], value: Any) -> bool:
        """Whether a fact is a 0 that means none; teams of a book with a fan factor can start with 0 of it."""
        if type(value) is not int or value or (field.name == "fan_factor_start" and "fan_factor" in self.book.goods):
            return False
        return field.name.endswith("_from") or field.default == 0

    def fact_section(self, key: str, title: str, facts: Sequence[Row], **more: Any) -> Section:
        """Names and values as a section."""
        columns = (Column(key="value", label="Value"),)
        return Section(anchor=anchor_of(key), title=title, columns=columns, rows=tuple(facts), facts=True, **more)

    def _columns(self, kind: type) -> Iterator[Column]:
        names = [each.name for each in fields(kind)]
        counted = PROFILE in names and {"minimum", "maximum"} <= {*names}
        if "low" in names:
            yield Column(key="low", label=label_of("low", self.own))
        if counted:
            yield Column(key=NUMBERS, label=label_of(NUMBERS, self.own), number=True)
        if kind is Characteristic:
            yield Column(key="key", label=label_of("key", self.own))
        for name in sorted(names, key=lambda name: name not in FIRST):
            if name == PROFILE:
                yield from (Column(key=f"{PROFILE}.{short}", label=short, number=True) for short in self.book.profile)
            elif not is_hidden(kind.__name__, name) and not (counted and name in ("minimum", "maximum")):
                number = _is_number(kind, name)
                yield Column(
                    key=name, label=label_of(name, self.own, kind.__name__), words=name in SENTENCES, number=number
                )

    def value_in(self, row: Any, key: str) -> Cell:
        """What a row says in a column; empty for a field that it does not have, or leaves empty."""
        if key == "low":
            return (Piece(roll_of(row)),)
        if key == NUMBERS:
            alike = row.minimum == row.maximum
            return (Piece(str(row.maximum) if alike else f"{row.minimum}–{row.maximum}"),)
        if key.startswith(f"{PROFILE}."):
            profile = dict(getattr(row, PROFILE, ()))
            short = key.removeprefix(f"{PROFILE}.")
            return (Piece(self.characteristic(short, profile[short])),) if short in profile else ()
        value = getattr(row, key, None)
        if value is None and key == "maximum" and hasattr(row, key):
            return (Piece("any number"),)
        if value is False or (type(value) is int and _is_unsaid(type(row), key, value)):
            return ()
        return self.value(type(row).__name__, key, value)

    def characteristic(self, short: str, figure: int) -> str:
        """A figure of a profile as the book writes it."""
        return self.book.profile[short].written(figure)

    def value(self, kind: str, field: str, value: Any) -> Cell:
        """A value of a field in words, with links for names."""
        if value is None or value == "" or value == ():
            return ()
        if isinstance(value, bool):
            return (Piece("yes" if value else "no"),)
        if isinstance(value, int):
            return (Piece(self._number(kind, field, value)),)
        if isinstance(value, str):
            return self.refs.cell(field, VALUES.get(value, value))
        if is_dataclass(value):
            return self._inline(value)
        if field == "dice" or field.endswith("_dice") or are_dice(value):
            return (Piece(notation(value)),)
        return self._many(kind, field, value.items() if isinstance(value, Mapping) else value)

    def _number(self, kind: str, field: str, value: int) -> str:
        if field == "die" or field.endswith("_die"):
            return notation((value,))
        gold = is_gold(kind, field) or (field == "amount" and value >= 1_000) or value >= CLEARLY_GOLD
        return k(value) if gold else f"{value:,}"

    def _many(self, kind: str, field: str, values: Iterable[Any]) -> Cell:
        joined: list[Piece] = []
        inner = False
        for each in values:
            inner = is_dataclass(each)
            cell = self._pair(kind, field, *each) if isinstance(each, tuple) else self.value(kind, field, each)
            joined += [Piece("; " if inner else ", "), *cell] if joined else cell
        return tuple(joined)

    def _pair(self, kind: str, field: str, name: str, value: Any) -> Cell:
        """A name with its value: ``MA 6``, ``Halfling 100k``; what an injury takes: ``AG −1``."""
        if field == "changes":
            # All are losses: where a lower figure is better, a figure that rises is one too.
            return (*self.refs.cell(field, name), Piece(f" −{abs(value)}"))
        known = name in self.book.profile and isinstance(value, int) and not is_gold(kind, field)
        shown = (Piece(self.characteristic(name, value)),) if known else self.value(kind, field, value)
        return (*self.refs.cell(field, name), Piece(" "), *shown)

    def _inline(self, row: Any) -> Cell:
        """A row inside a cell: its name, then each field with its value."""
        joined: list[Piece] = [Piece(title_in(row))] if title_in(row) else []
        for each in fields(row):
            if is_hidden(type(row).__name__, each.name):
                continue
            if text_of(cell := self.value_in(row, each.name)):
                name = "" if each.name in ("kind", "amount") else f"{label_of(each.name, self.own)}: "
                joined += [Piece(", " if joined else ""), Piece(name), *cell]
        return tuple(joined)


def are_dice(value: Any) -> bool:
    """Whether a value of any field is dice: their numbers of faces."""
    return isinstance(value, tuple) and bool(value) and all(each in FACES for each in value)


def _is_number(kind: type, name: str) -> bool:
    annotation = str(kind.__annotations__.get(name, ""))
    return annotation in ("int", "<class 'int'>") or is_gold(kind.__name__, name)


def _is_unsaid(kind: type, field: str, number: int) -> bool:
    """Whether a number says nothing about a row: what a row has that does not give it, or a 0 that means none."""
    default = next((each.default for each in fields(kind) if each.name == field), MISSING)
    return number == default or (number == 0 and (default is not MISSING or field in UNSAID_AT_ZERO))


def title_in(row: Any) -> str:
    """The name of a row; empty if it has none."""
    name, found = next(((name, str(found)) for name in KEY_FIELDS if (found := getattr(row, name, ""))), ("", ""))
    return spoken(found) if name == "key" else found


def roll_of(row: Any) -> str:
    """The dice results of a row: ``4–10``; empty for a row without."""
    low, high = getattr(row, "low", None), getattr(row, "high", None)
    if low is None:
        return ""
    return str(low) if low == high else f"{low}–{high}"


def source_of(row: Any) -> Source:
    """The statement and pages of a row, and what is unsure about it."""
    found = [getattr(row, "page", 0), *getattr(row, "more_pages", ())]
    found += [getattr(row, each.name) for each in fields(row) if each.name.endswith("_page")]
    doubt = getattr(row, "doubt", "") or getattr(row, "note", "")
    if not doubt and getattr(row, "confidence", "high") != "high":
        doubt = "The sources of this row are not certain."
    return Source(
        rule=getattr(row, "rule", ""),
        elsewhere=getattr(row, "source", ""),
        pages=tuple(dict.fromkeys(page for page in found if page)),
        doubt=doubt,
    )


def unique(anchors: Iterable[str]) -> list[str]:
    """Anchors, of which the second with the same words gets a number."""
    times: dict[str, int] = {}
    found = []
    for anchor in anchors:
        times[anchor] = times.get(anchor, 0) + 1
        found.append(anchor if times[anchor] == 1 else f"{anchor}-{times[anchor]}")
    return found
