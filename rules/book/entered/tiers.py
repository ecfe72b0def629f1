"""Other tiers for team lists, as a league's commissioner enters them: one list a line.

    name; tier
    Orc; 3

Lines are checked and kept in one way of writing, in the order of the book, so that equal tiers compare equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.book.book import Book
from rules.book.entered.faults import fault
from rules.book.rows.options import TIERS, Value
from rules.book.toml_tables import no_such

BETWEEN = ";"
LOWEST, HIGHEST, MOST_LINES, MOST_CHARACTERS = 1, 20, 200, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredTiers:
    """Lines as they were read: the tier of each list, and the problems by line (from 1)."""

    tiers: tuple[tuple[str, int], ...] = ()
    problems: tuple[tuple[int, str], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The tiers in the one way of writing."""
        return tuple(f"{name}{BETWEEN} {tier}" for name, tier in self.tiers)


def read_tiers(book: Book, lines: Iterable[str]) -> EnteredTiers:
    """The tiers in these lines, and everything that is wrong with them. `book` has the league's own lists."""
    known = {name.casefold(): name for name in book.lists}
    found: dict[str, int] = {}
    problems: list[tuple[int, str]] = []
    for nth, line in enumerate(lines, start=1):
        typed, between, figure = (part.strip() for part in line.rpartition(BETWEEN))
        name = known.get(typed.casefold(), "")
        if not between or len(line) > MOST_CHARACTERS or not line.isprintable():
            problems.append((nth, fault("tier.format", found=repr(line[:MOST_CHARACTERS]))))
        elif not name:
            problems.append((nth, no_such("team list", typed, book.lists)))
        elif name in found:
            problems.append((nth, fault("twice", name=name)))
        elif not (figure.isascii() and figure.isdecimal() and LOWEST <= int(figure) <= HIGHEST):
            problems.append((nth, fault("out_of_bounds", least=LOWEST, most=HIGHEST, found=repr(figure))))
        else:
            found[name] = int(figure)
    return EnteredTiers(tiers=tuple((name, found[name]) for name in book.lists if name in found),
                        problems=tuple(problems))  # fmt: skip


def entered_tiers(book: Book, values: Mapping[str, Value]) -> Mapping[str, int]:
    """The tiers that a league gives lists, by the values of its checked house rules."""
    found: dict[str, int] = {}
    for name, option in book.options.items():
        lines = values.get(name, ())
        if option.type == TIERS and isinstance(lines, tuple):
            found |= read_tiers(book, lines).tiers
    return found


def doubt_of_tiers(book: Book) -> str:
    """Why the tiers of the book's own lists are unsure; empty if they are not, or if its lists have none."""
    return next((option.doubt for option in book.options.values() if option.type == TIERS), "")


def with_tiers(book: Book, tiers: Mapping[str, int]) -> Book:
    """The book with these tiers of its lists; the same book if none differs."""
    changed = {name: replace(book.lists[name], tier=tier) for name, tier in tiers.items()
               if book.lists[name].tier != tier}  # fmt: skip
    return replace(book, lists=MappingProxyType({**book.lists, **changed})) if changed else book
