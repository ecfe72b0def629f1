"""What a chart is made of: two pictures (for wide and narrow places), its words, and its figures as a table."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString

from web.errors import Text

NOTHING = SafeString("")
WIDE, NARROW = 720, 340
"""The widths of the two pictures in units of their view boxes: about as many CSS px at least, so text is no smaller."""
SMALL, NORMAL = 13, 14
"""Sizes of text in a narrow and in a wide picture; the smallest place for each shows them at 12 px or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wearer:
    """A team, or somebody who wears its colours: ``first`` and ``second`` are names from ``static/dugout/kits.css``.

    ``crest`` is SVG markup for a box of 40 by 48 of our own, empty if there is none. ``mine``: a reader's.
    """

    name: str
    first: str = ""
    second: str = ""
    crest: SafeString = NOTHING
    mine: bool = False

    @property
    def classes(self) -> str:
        """The classes that carry its two colours."""
        return f"kit-a-{self.first} kit-b-{self.second}" if self.first else "unkitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A drawing of one width: what stands between ``<svg>`` and ``</svg>``, in units of its view box.

    One that is wider than its place keeps its size and ``scrolls`` within a region of its own. A ``small`` one is not
    stretched.
    """

    width: int
    height: int
    body: SafeString
    scrolls: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A heading above so many columns of a table."""

    name: str
    columns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The same data as a table: each row begins with its heading. Cells are shown as they are."""

    heads: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]
    groups: tuple[Group, ...] = ()
    mine: tuple[int, ...] = ()
    """The numbers of the rows that are the reader's own, from 0."""
    words: bool = False
    """Whether the cells are words, which stand at the left."""

    @property
    def headings(self) -> list[tuple[Text, str]]:
        """The headings of the columns, each with its class."""
        other = "" if self.words else "num"
        return [(head, other if number else "stay") for number, head in enumerate(self.heads)]

    @property
    def lines(self) -> list[tuple[str, SafeString, bool]]:
        """Each row: its heading, its cells as HTML, and whether it is the reader's own."""
        begin = "<td>" if self.words else '<td class="num">'
        return [
            (row[0], SafeString("".join(f"{begin}{escape(cell)}</td>" for cell in row[1:])), number in self.mine)
            for number, row in enumerate(self.rows)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An entry of a chart's key: a small ``mark`` (SVG for a box of 32 by 16) and what it stands for.

    With ``narrow``, only the narrow picture needs it, since the wide one has the words itself.
    """

    words: Text
    mark: SafeString = NOTHING
    narrow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A chart to lay out. ``name`` is unique on its page and part of ids; ``words`` tell what a reader would see."""

    name: str
    title: Text
    words: Text
    wide: Picture
    narrow: Picture
    figures: Figures
    keys: tuple[Key, ...] = ()
    note: Text = ""
    heading: bool = True
    """Whether its title stands above it as a heading."""
