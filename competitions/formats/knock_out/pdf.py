"""A printed bracket: rounds side by side, with a line from each tie to the next tie of its winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printing.document import BLACK, Document
from printing.text import Style
from printing.typefaces import Face
from web.crests.paper import HIGH, Worn, draw_crest

HEAD = Style(Face.BOLD, 12)
CHAMPION = Style(Face.SLAB, 12)
NUMBER = Style(Face.BOLD, 8)
SIDE, TALLEST, GAP = 19.0, 118.0, 16.0
"""In points: the height of a side's line, the space for a tie of the first round, the gap between two rounds."""
LOWEST = 19.0
"""The smallest space for a tie in which names are readable."""
WIDEST = 250.0
SMALLEST = 5.0
MOST_TIES = 32
"""How many ties of the first round fit below each other on any paper."""
MOST_ACROSS = 16
"""How many do on a sheet in landscape."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePrint:
    """One side of a tie: a team, or words for a team not known yet; `score` as text ("2", or "2 1" for two legs).

    `worn` is what the team wears, if it is known.
    """

    name: str
    score: str = ""
    won: bool = False
    known: bool = True
    worn: Worn | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TiePrint:
    """A tie of a bracket: two sides, or one that has a bye.

    `number` is what a later tie calls it as long as nobody has won it, otherwise 0.
    """

    sides: Sequence[SidePrint]
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPrint:
    """A knock-out: its rounds by name, the first one first, each half as long as the one before.

    `third` is the match for third place, under its name; `champion` says who won it, empty until the final is decided.
    """

    rounds: Sequence[tuple[str, Sequence[TiePrint]]]
    third: tuple[str, TiePrint] | None = None
    champion: str = ""

    @property
    def across(self) -> bool:
        """Whether it fits on a sheet in landscape."""
        return len(self.rounds[0][1]) <= MOST_ACROSS

    @property
    def final(self) -> TiePrint:
        """Its last tie."""
        return self.rounds[-1][1][0]


@dataclass(frozen=True, slots=True)
class Lines:
    """The height of a side's line, and the styles of its words."""

    side: float
    gap: float
    plain: Style
    won: Style
    unknown: Style


def draw_bracket(document: Document, bracket: BracketPrint, top: float, words: float, *, scale: float = 1.0) -> float:
    """Draw a bracket below ``top`` on one page, if possible with room for ``words`` below. Returns the height there.

    With a ``scale``, everything may be that much larger.
    """
    first = len(bracket.rounds[0][1])
    start = top - 24 * scale
    room = start - document.bottom - 1
    slot = min(TALLEST * scale, room / first)
    if (room - words) / first >= LOWEST:
        slot = min(slot, (room - words) / first)
    gap = GAP * scale
    lines = _lines(min(SIDE * scale, (slot - 1.5) / 2), gap)
    width = min(WIDEST * scale, (document.right - document.left + gap) / len(bracket.rounds) - gap)
    head = replace(HEAD, size=HEAD.size * scale)
    for column, (name, ties) in enumerate(bracket.rounds):
        x = document.left + column * (width + gap)
        document.text(x, top - 14 * scale, name, head, room=width, smallest=SMALLEST)
        for place, tie in enumerate(ties):
            middle = start - slot * (place + 0.5) * 2**column
            _draw_tie(document, tie, x, middle, width, lines)
            if column + 1 < len(bracket.rounds):
                _draw_way(document, x + width, middle, start - slot * (place // 2 + 0.5) * 2 ** (column + 1), gap)
                number = replace(NUMBER, size=NUMBER.size * gap / GAP)
                called = str(tie.number) if tie.number else ""
                document.text(x + width + 1.5, middle + 2, called, number, room=gap / 2 - 2, smallest=SMALLEST)
    end = _draw_ending(document, bracket, x, start - slot * first / 2, width, lines)
    return min(start - slot * first, end) - 8


def _lines(side: float, gap: float) -> Lines:
    size = side * 0.74
    return Lines(side, gap, Style(Face.REGULAR, size), Style(Face.BOLD, size), Style(Face.ITALIC, size * 0.9, 0.35))


def _draw_ending(
    document: Document, bracket: BracketPrint, x: float, final: float, width: float, lines: Lines
) -> float:
    """Draw the champion above the final, whose middle is at ``final``, and the match for third place below."""
    champion = replace(CHAMPION, size=max(CHAMPION.size, lines.plain.size))
    document.text(x, final + lines.side + 6, bracket.champion, champion, room=width, smallest=SMALLEST)
    if bracket.third is None:
        return final - lines.side
    title, tie = bracket.third
    heading = replace(HEAD, size=max(HEAD.size, lines.plain.size) * 0.9)
    middle = final - 2 * lines.side - heading.size - 16
    document.text(x, middle + lines.side + 5, title, heading, room=width, smallest=SMALLEST)
    _draw_tie(document, tie, x, middle, width, lines)
    return middle - lines.side


def _draw_tie(document: Document, tie: TiePrint, x: float, middle: float, width: float, lines: Lines) -> None:
    """Draw a box around ``middle`` with a line for each side; a bye is half as high."""
    height = lines.side * len(tie.sides)
    top = middle + height / 2
    document.frame(x, top - height, width, height, ink=0.45)
    for place, side in enumerate(tie.sides):
        _draw_side(document, side, x, top - lines.side * (place + 1), width, lines)
        if place:
            document.rule(x, top - lines.side * place, x + width, top - lines.side * place)


def _draw_side(document: Document, side: SidePrint, x: float, bottom: float, width: float, lines: Lines) -> None:
    style = lines.won if side.won else lines.plain
    y = bottom + lines.side * 0.25
    wide = document.text(x + width - 4, y, side.score, style, align="right")
    named = style if side.known else lines.unknown
    left = x + 3
    if side.worn is not None:
        if side.won:
            document.box(x, bottom, 2.4, lines.side, ink=side.worn.first)
        crest = (lines.side - 2) / HIGH
        draw_crest(document, side.worn, left + 2, bottom + 1, crest)
        left += crest + 5
    document.text(left, y, side.name, named, room=x + width - 6 - wide - left, smallest=SMALLEST)


def _draw_way(document: Document, x: float, middle: float, onward: float, gap: float) -> None:
    """Draw the line from a tie to the next: out, up or down, and in."""
    half = x + gap / 2
    lines = ((x, middle, half, middle), (half, middle, half, onward), (half, onward, x + gap, onward))
    document.rules(lines, weight=0.8, ink=BLACK)
