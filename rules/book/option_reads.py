"""The options that an edition's own modules read, from their syntax.

So a typing mistake in an option's name, or in one of its choices, is found when the edition is loaded, not in a match.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from rules.book.book import Book
from rules.book.numbers import keys_of, rows_of
from rules.book.required_options import READ, lacks
from rules.book.rows.options import ENTERED, Option
from rules.book.syntax import nodes_in

READERS = ("flag", "integer", "choice", "choices")
"""The methods of `HouseRules` that read an option by its name."""

AGREED = "pitch"
"""The part of the options that coaches only have to know at the table: no code reads them."""


def options_in(paths: Iterable[Path]) -> Mapping[str, frozenset[str]]:
    """The options that these files read (``house["mvp"]``, ``house.flag("trades")``) and what each is compared to."""
    found: dict[str, frozenset[str]] = defaultdict(frozenset)
    for path in paths:
        for name, compared in options_of(path):
            found[name] |= compared
    return found


@cache
def options_of(path: Path) -> tuple[tuple[str, frozenset[str]], ...]:
    """The options that a file reads, each with what one of its uses compares it to."""
    nodes = nodes_in(path)
    read = [(name, frozenset[str]()) for node in nodes if (name := _read_by(node))]
    compared = [
        (name, frozenset(_texts(node.comparators)))
        for node in nodes
        if isinstance(node, ast.Compare) and (name := _read_by(node.left))
    ]
    return (*read, *compared)


def _read_by(node: ast.AST) -> str:
    """The option that an expression reads, or ""."""
    if isinstance(node, ast.Subscript) and _is_house(node.value):
        return _text(node.slice)
    if isinstance(node, ast.Call) and isinstance(method := node.func, ast.Attribute) and node.args:
        return _text(node.args[0]) if method.attr in READERS and _is_house(method.value) else ""
    return ""


def _is_house(node: ast.expr) -> bool:
    named = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return named == "house"


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
        yield from filter(None, map(_text, parts))


def unfit_options(book: Book, read: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str, str]]:
    """The options that do not fit what an edition's modules ``read``: each with its key and what is wrong."""
    known = {*book.options, *book.settled}
    for name, compared in read.items():
        option = book.options.get(name)
        if name not in known and not (name in READ and lacks(book, READ[name])):
            yield (
                name,
                "name",
                f"missing: a module of the edition reads this option; there are {', '.join(sorted(known))}",
            )
        elif option is not None and option.choices:
            choices = [value for value, _label in option.choices]
            for value in sorted(compared.difference(choices)):
                problem = f'missing "{value}", which a module of the edition knows; there are {", ".join(choices)}'
                yield name, "choices", problem
    by_tables = _named_in_tables(book)
    for name, option in book.options.items():
        if not _is_read_by_type(option) and name not in READ and name not in read and name not in by_tables:
            yield name, "name", f"nothing reads this; the edition's modules read {', '.join(sorted(read)) or 'none'}"


def _is_read_by_type(option: Option) -> bool:
    """Whether shared code reads the option, whatever its name: an agreement, or rows of a league's own."""
    return option.part == AGREED or option.type in ENTERED


def _named_in_tables(book: Book) -> frozenset[str]:
    """The options that rows name, such as the ``option`` of a team list."""
    kinds: dict[type, list[Any]] = defaultdict(list)
    for _table, rows in rows_of(book):
        for row, _name, _around in rows:
            kinds[type(row)].append(row)
    naming = [(key, rows) for kind, rows in kinds.items() for key in keys_of(kind) if key.endswith("option")]
    named = (getattr(row, key) for key, rows in naming for row in rows)
    return frozenset(name for name in named if isinstance(name, str))
