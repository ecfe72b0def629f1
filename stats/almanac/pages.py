"""The pages of an almanac: heads and feet, lines that flow from page to page, and what the contents list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from printing.document import Document
from printing.text import LEADING, Run, Style, wrap
from printing.text import width as width_of
from printing.typefaces import Face
from web.crests.paper import Worn, draw_head, draw_lines

TITLE = Style(Face.SLAB, 18)
PART = Style(Face.SLAB, 12)
HEADING = Style(Face.BOLD, 11)
BOLD = Style(Face.BOLD, 10)
TEXT = Style(Face.REGULAR, 10)
SMALL = Style(Face.REGULAR, 8.4, 0.2)
STORY = Style(Face.REGULAR, 9.6)
FOOT = Style(Face.REGULAR, 6.6, 0.35)
BETWEEN, HEAD = 14.0, 44.0
CONTENTS_ROW, CONTENTS_HEAD, GUTTER = 14.0, 46.0, 26.0
LONGEST_PIECE = 1900
"""Characters of a text that are cleaned at once (`printing.text.LONGEST`)."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the contents: a title under another one or not, and its page, from 1."""

    title: str
    level: int
    page: int


@dataclass(slots=True)
class Pages:
    """A book while it is drawn, from the top of each page down. ``y`` is where the next thing begins."""

    document: Document
    worn: Worn
    foot: str
    contents: list[Line] = field(default_factory=list)
    y: float = 0.0
    _running: str = ""

    @property
    def width(self) -> float:
        """The width between the margins."""
        return self.document.right - self.document.left

    def enter(self, title: str, *, level: int = 0, chapter: str = "") -> None:
        """Note this page in the contents and in the outline, by this title; first the ``chapter`` that begins here."""
        if chapter:
            self.enter(chapter)
        self.document.target(str(len(self.contents)))
        self.document.bookmark(title, level=level)
        self.contents.append(Line(title, level, self.document.pages))

    def begin(
        self,
        title: str,
        *,
        worn: Worn | None = None,
        beside: str = "",
        level: int = 0,
        chapter: str = "",
        room: float = 0.0,
        listed: bool = True,
    ) -> None:
        """Begin something with a title, in the league's colours or those of ``worn``; entered if it is ``listed``.

        It begins a page, unless it takes ``room`` that is left on this one.
        """
        here = bool(room) and not chapter and self.y - BETWEEN - HEAD - room >= self.document.bottom
        if not here:
            self._page()
        self._running = title
        top = self.y - BETWEEN if here else self.document.top
        self.y = draw_head(self.document, worn or self.worn, title, style=TITLE, top=top, beside=beside) - 8
        if listed:
            self.enter(title, level=level, chapter=chapter)

    def need(self, height: float) -> None:
        """Go on to the next page if there is not so much room left on this one."""
        if self.y - height < self.document.bottom:
            self._page()
            document = self.document
            document.text(document.left, document.top - 9, self._running, HEADING, room=self.width)
            self.y = draw_lines(document, self.worn, document.left, document.right, document.top - 13) - 10

    def _page(self) -> None:
        document = self.document
        number = document.pages + 1
        document.page(foot=lambda: self._foot(number))

    def _foot(self, number: int) -> None:
        document, y = self.document, self.document.bottom - 8
        document.text(document.left, y, self.foot, FOOT, room=self.width * 0.8)
        document.text(document.right, y, str(number), FOOT, align="right")

    def words(self, runs: Sequence[Run], *, left: float = 0.0, after: float = 0.0) -> None:
        """Write runs in as many lines as they need, so far from the left margin, and leave a gap below."""
        for line in wrap(runs, self.width - left):
            high = max((run.style.size for run in line), default=0.0) * (LEADING + 0.06)
            self.need(high)
            self.y -= high
            self.document.runs(self.document.left + left, self.y, line)
        self.y -= after

    def story(self, author: str, text: str, *, left: float) -> None:
        """Write a text in its paragraphs, after the name of who speaks."""
        name = f"{author}: "
        for piece in pieces_of(text):
            self.words((Run(name, BOLD), Run(piece, STORY)) if name else (Run(piece, STORY),), left=left, after=2)
            name = ""


def pieces_of(text: str) -> Iterable[str]:
    """The paragraphs of a text, long ones in several pieces that end at a space."""
    for paragraph in filter(None, map(str.strip, text.splitlines())):
        while len(paragraph) > LONGEST_PIECE:
            cut = paragraph.rfind(" ", 0, LONGEST_PIECE)
            cut = cut if cut > 0 else LONGEST_PIECE
            yield paragraph[:cut]
            paragraph = paragraph[cut:].strip()
        yield paragraph


def contents_pages(lines: int, document: Document) -> int:
    """How many pages the contents take, in two columns."""
    return -(-lines // (2 * _rows(document))) or 1


def draw_contents(pages: Pages, title: str, lines: Sequence[Line]) -> None:
    """Draw the contents, each line a link to its page."""
    document, rows = pages.document, _rows(pages.document)
    width = (pages.width - GUTTER) / 2
    for start in range(0, max(1, len(lines)), 2 * rows):
        pages.begin(title, listed=False)
        for place, line in enumerate(lines[start : start + 2 * rows]):
            column, row = divmod(place, rows)
            x, y = document.left + column * (width + GUTTER), pages.y - (row + 1) * CONTENTS_ROW
            indent, style = (12.0, TEXT) if line.level else (0.0, BOLD)
            number = str(line.page)
            wide = width_of(number, style)
            used = document.text(x + indent, y, line.title, style, room=width - indent - wide - 8, smallest=7)
            document.text(x + width, y, number, style, align="right")
            if used + indent + wide + 14 < width:
                document.rule(x + indent + used + 5, y + 0.6, x + width - wide - 5, y + 0.6)
            document.link(x, y - 3, width, CONTENTS_ROW, target=str(start + place))


def _rows(document: Document) -> int:
    return int((document.top - document.bottom - CONTENTS_HEAD) / CONTENTS_ROW)
