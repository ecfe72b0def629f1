"""Checks of what leagues can choose: options of a type and a part that there are, and fixed values that code reads."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.house_rules import problems_with
from rules.book.required_options import option_problems as unread
from rules.book.required_options import wrongly_settled
from rules.book.rows.options import ENTERED, STARS, TIERS, Option
from rules.book.toml_tables import no_such

STAR = "star"
"""The key of the inducement by which teams hire stars."""
TYPES = ("integer", "boolean", "choice", "choices", *ENTERED)
PARTS = ("teams", "before", "cards", "after", "pitch")

Found = Iterator[tuple[tuple[str, str], str, str]]
"""The place (table and row), the key, and what is wrong there."""


def option_problems(book: Book) -> Found:
    """All that is wrong with the options of a book and with the values that it fixes."""
    for option in book.options.values():
        yield from _option(book, option)
    yield from settled_problems(book)


def settled_problems(book: Book) -> Found:
    """What is wrong with fixed values: each is one that code reads, of the right type, and no option besides."""
    for name, value in book.settled.items():
        if name in book.options:
            yield ("settled", ""), name, "is an option too; a book either fixes a value or leaves a choice"
        if wrong := wrongly_settled(name, value, book.inducements):
            yield ("settled", ""), name, wrong


def _option(book: Book, option: Option) -> Found:
    place = ("options", option.name)
    if option.type not in TYPES:
        yield place, "type", f'"{option.type}" is none of {", ".join(TYPES)}'
    if option.rule not in book.pages:
        yield place, "rule", no_such("rule", option.rule, book.pages)
    if option.type == "integer" and (option.minimum is None or option.maximum is None or option.step is None):
        yield place, "minimum", "an integer needs minimum, maximum and step"
    elif option.step is not None and option.step < 1:
        yield place, "step", "must be more than 0"
        return
    if option.type in ("choice", "choices") and not option.choices:
        yield place, "choices", "missing key"
    if option.type == STARS and STAR not in book.inducements:
        yield place, "type", f'needs an inducement with the key "{STAR}", by which teams hire stars'
    if option.type == TIERS and not any(each.tier for each in book.lists.values()):
        yield place, "type", "needs team lists with tiers"
    for problem in problems_with(book, option, option.default):
        yield place, "default", str(problem)
    if option.part not in PARTS:
        yield place, "part", f'"{option.part}" is none of {", ".join(PARTS)}'
    for key, wrong in unread(option, book.inducements):
        yield place, key, wrong
