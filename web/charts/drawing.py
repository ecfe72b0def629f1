"""What a chart is made of: two pictures (for wide and narrow places), its words, and its figures as a table."""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from web.drawing.zeros import dotted
from web.errors import Text

NOTHING = SafeString("")
escape = lru_cache(maxsize=8192)(html.escape)
"""The same few words stand in many places of a chart."""
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
    """The same data as a table: each row begins with its heading. Cells are shown as they are, a zero as a dot."""

    heads: tuple[Text, ...]
    rows: tuple[tuple[str, ...], ...]
    groups: tuple[Group, ...] = ()
    mine: tuple[int, ...] = ()
    """The numbers of the rows that are the reader's own, from 0."""
    words: bool = False
    """Whether the cells are words, which stand at the left."""

    @property
    def headings(self) -> SafeString:
        """The headings of the columns as HTML, each with its class."""
        other = "" if self.words else "num"
        heads = enumerate(self.heads)
        return SafeString(
            "".join(
                f'<th scope="col" class="{other if number else "stay"}">{conditional_escape(head)}</th>'
                for number, head in heads
            )
        )

    @property
    def lines(self) -> SafeString:
        """The rows as HTML. Their table says once for all cells whether they are numbers."""
        found = []
        for number, (head, *cells) in enumerate(self.rows):
            mine = ' class="mine"' if number in self.mine else ""
            shown = "".join([f"<td>{dotted(escape(cell))}</td>" for cell in cells])
            found.append(f'<tr{mine}><th scope="row" class="stay">{escape(head)}</th>{shown}</tr>')
        return SafeString("\n".join(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An entry of a chart's key: a small ``mark`` (SVG for a box of 32 by 16) and what it stands for.

    With ``narrow``, only the narrow picture needs it, since the wide one has the words itself.
    """

    words: Text
    mark: SafeString = NOTHING
    narrow: bool = False

    @property
    def html(self) -> str:
        """It as an item of the list."""
        css = ' class="chart-narrow-key"' if self.narrow else ""
        mark = f'<svg viewBox="0 0 32 16" aria-hidden="true" focusable="false">{self.mark}</svg>' if self.mark else ""
        return f"<li{css}>{mark}<span>{conditional_escape(self.words)}</span></li>"


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

    @property
    def key_items(self) -> SafeString:
        """The items of its key."""
        return SafeString("".join(key.html for key in self.keys))
