"""What a team or a league wears on paper: its crest, and two lines in its colours. It takes little ink."""

from __future__ import annotations

from dataclasses import dataclass, field

from printing.document import Document
from printing.table import Icon
from printing.text import Style
from printing.typefaces import Face
from web.crests import kits
from web.crests.colours import COLOURS
from web.crests.crest import Crest
from web.crests.drawing import crest_drawing
from web.crests.fields import WIDTH

HIGH = 1.2
"""The height of a crest in its width."""
HEAD_CREST = 27.0
BESIDE = Style(Face.REGULAR, 10)
FIRST_LINE, SECOND_LINE = 2.6, 1.2
"""The weights of the two lines, in points."""


@dataclass(frozen=True, slots=True)
class Worn:
    """A crest, and the PNG that stands for it; empty if there is none."""

    crest: Crest = field(default_factory=Crest)
    picture: bytes = b""

    @property
    def ground(self) -> str:
        """Its first colour as #rrggbb, to fill areas with."""
        return COLOURS[self.crest.first].hex

    @property
    def ink(self) -> str:
        """What is read on that ground."""
        return COLOURS[self.crest.first].ink

    @property
    def first(self) -> str:
        """The line tone of its first colour: it is seen on white paper."""
        return kits.line_tone(COLOURS[self.crest.first].hex)

    @property
    def second(self) -> str:
        """The line tone of its second colour."""
        return kits.line_tone(COLOURS[self.crest.second].hex)


def draw_crest(document: Document, worn: Worn, x: float, y: float, width: float) -> None:
    """Draw a crest of this width, 1.2 times as high, from its lower left corner."""
    if worn.picture:
        document.picture(worn.picture, x, y, width, width * HIGH)
        return
    document.drawing(crest_drawing(worn.crest, WIDTH), x, y, name=worn.crest.id, scale=width / WIDTH)


def icon_of(worn: Worn) -> Icon:
    """The crest as an icon of a table's cell."""

    def icon(document: Document, x: float, y: float, width: float) -> None:
        draw_crest(document, worn, x, y, width)

    return icon


def draw_head(
    document: Document, worn: Worn, title: str, *, style: Style, top: float | None = None, beside: str = ""
) -> float:
    """Draw a crest, and a title with the two lines beside it, at the top of a page or from there; returns the height
    below. What stands ``beside`` is small, at the right end."""
    wide, top = HEAD_CREST, document.top if top is None else top
    left = document.left + wide + 8
    y = top - wide * HIGH + 9
    draw_crest(document, worn, document.left, top - wide * HIGH, wide)
    room = document.right - left
    more = document.text(document.right, y, beside, BESIDE, align="right", room=room * 0.4, smallest=6)
    document.text(left, y, title, style, room=room - more - 8 * bool(more), smallest=9)
    return draw_lines(document, worn, left, document.right, y - 5.5)


def draw_lines(document: Document, worn: Worn, left: float, right: float, y: float) -> float:
    """Draw the two lines of a head from ``y`` down; returns the height below them."""
    document.box(left, y - FIRST_LINE, right - left, FIRST_LINE, ink=worn.first)
    below = y - FIRST_LINE - 0.9
    document.box(left, below - SECOND_LINE, right - left, SECOND_LINE, ink=worn.second)
    return below - SECOND_LINE
