"""The guide to a book as plain data: pages of sections of rows. Web pages, Markdown, search and comparison read it.

A row has an anchor that is unique on its page and stays the same while its name does. So every skill, star, card or
statement has an address, whatever draws it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link leads: a page of the same guide, and a row or section on it."""

    page: str
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a cell's text, with its link if it names something of the book."""

    text: str
    target: Target | None = None


Cell = tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where the book says something: the statement (if it has a number) and its pages; `doubt` says what is unsure.

    `elsewhere` says where something is from that is on no page of the book.
    """

    rule: str = ""
    elsewhere: str = ""
    pages: tuple[int, ...] = ()
    doubt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a section. `words`: it holds sentences of ours, not facts that two books can be compared by."""

    key: str
    label: str
    words: bool = False
    number: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row: its title, and a cell for each column of its section.

    With a `target`, this is a second mention of what stands there, and has no anchor of its own.
    """

    anchor: str
    title: str
    cells: tuple[Cell, ...]
    source: Source = Source()
    target: Target | None = None
    other_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A table of a page. With `facts`, each row is one fact: a name and its value."""

    anchor: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    heading: str = ""
    about: str = ""
    source: Source = Source()
    facts: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the guide; `parent` is the key of the page above it, empty for a chapter."""

    key: str
    title: str
    sections: tuple[Section, ...]
    about: str = ""
    parent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Guide:
    """All pages of the guide to one book, by key, in the order in which they are read."""

    key: str
    name: str
    pages: Mapping[str, Page]

    @property
    def chapters(self) -> tuple[Page, ...]:
        """The pages that are not below another one."""
        return tuple(page for page in self.pages.values() if not page.parent)

    def below(self, page: Page) -> tuple[Page, ...]:
        """The pages below a page."""
        return tuple(each for each in self.pages.values() if each.parent == page.key)

    def rows(self) -> Iterator[tuple[Page, Section, Row]]:
        """Every row, with where it is."""
        for page in self.pages.values():
            for section in page.sections:
                for row in section.rows:
                    yield page, section, row


NO_SOURCE = Source()


def text_of(cell: Cell) -> str:
    """A cell without its links."""
    return "".join(piece.text for piece in cell)


def anchor_of(name: str) -> str:
    """A name as a part of an address: ``Morg 'n' Thorg`` becomes ``morg-n-thorg``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain.replace("'", "").replace("&", " and "))) or "row"


def pages_in_words(source: Source) -> str:
    """The pages as a reader looks them up: ``p. 35, 37``; where it is from if it is on none; else nothing."""
    return f"p. {', '.join(map(str, source.pages))}" if source.pages else source.elsewhere
