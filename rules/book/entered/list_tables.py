"""A team list as the table that is written as TOML: only what it says, in the order of its row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from rules.book.book import Book
from rules.book.entered.list_keys import OwnRow, keys_of_list, keys_of_position, needed_keys, own_rows_of
from rules.book.rows.teams import TeamList

NOT_WRITTEN = ("rule", "page", "option", "lifted", "source", "confidence", "doubt")
"""What rows inside a list have from the option that they are entered for."""
Rows = Sequence[tuple[str, Any]]
"""Rows of an edition's own tables, each with its table."""


def table_of(book: Book, team_list: TeamList, more: Rows) -> dict[str, Any]:
    """The table of a list with its positions; `more` are its rows in the edition's own tables."""
    own = own_rows_of(book)
    found = dict(_said(book, team_list, keys_of_list(book)))
    found |= dict(_own_tables(own.lists, more, team_list.name))
    found["positions"] = [
        dict(_said(book, each, keys_of_position(book))) | dict(_own_tables(own.positions, more, each.name))
        for each in team_list.positions
    ]
    return found


def rows_of(book: Book, team_list: TeamList) -> Rows:
    """The rows that a list of the book has in the edition's own tables. Those of its positions stay as they are."""
    names = [each.table for each in own_rows_of(book).lists.values()]
    return [(name, rows[team_list.name]) for name in names if team_list.name in (rows := getattr(book.own, name))]


def _own_tables(wanted: Mapping[str, OwnRow], more: Rows, name: str) -> Iterator[tuple[str, Any]]:
    for key, own in wanted.items():
        row = next((row for table, row in more if table == own.table and row.name == name), None)
        if row is not None:
            said = {field: value for field, value in _inside(row).items() if own.otherwise.get(field) != value}
            said.pop("name", None)
            if said:
                yield key, said


def _said(book: Book, row: Any, keys: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """What a row says that it need not leave out, in the types of TOML."""
    defaults = {each.name: each.default for each in fields(row) if each.default is not MISSING}
    needed = needed_keys(book, type(row))
    for key in keys:
        value = getattr(row, key)
        if key == "profile":
            yield key, {name: _figure(book, name, figure) for name, figure in value}
        elif key == "plural":
            if value != f"{row.name}s":
                yield key, value
        elif value != defaults.get(key, ()) or (key in needed and value != ()):
            yield key, _plain(value)


def _figure(book: Book, name: str, figure: int) -> int | str:
    text = book.profile[name].written(figure)
    return figure if text == str(figure) else text


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and value and all(isinstance(each, tuple) for each in value):
        return dict(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return _inside(value) if is_dataclass(value) else value


def _inside(row: Any) -> dict[str, Any]:
    """A row inside a list, without what is as it is by default."""
    return {
        each.name: _plain(getattr(row, each.name))
        for each in fields(row)
        if each.name not in NOT_WRITTEN and getattr(row, each.name) != each.default
    }
