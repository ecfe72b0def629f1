"""A printed bracket: rounds side by side, with a line from each tie to the next tie of its winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printing.document import BLACK, Document
from printing.text import Style
from printing.typefaces import Face

HEAD = Style(Face.BOLD, 10)
CHAMPION = Style(Face.SLAB, 10.5)
SIDE, TALLEST, GAP = 12.5, 54.0, 14.0
"""In points: the height of a side's line, the space for a tie of the first round, the gap between two rounds."""
LOWEST = 19.0
"""The smallest space for a tie in which names are readable."""
WIDEST = 190.0
SMALLEST = 5.0
MOST_TIES = 32
"""How many ties of the first round fit below each other on any paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePrint:
    """One side of a tie: a team, or words for a team not known yet; `score` as text ("2", or "2 1" for two legs)."""

    name: str
    score: str = ""
    won: bool = False
    known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class TiePrint:
    """A tie of a bracket: two sides, or one that has a bye."""

    sides: Sequence[SidePrint]


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPrint:
    """A knock-out: its rounds by name, the first one first, each half as long as the one before.

    `third` is the match for third place, under its name; `champion` says who won it, empty until the final is decided.
    """

    rounds: Sequence[tuple[str, Sequence[TiePrint]]]
    third: tuple[str, TiePrint] | None = None
    champion: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """The height of a side's line, and the styles of its words."""

    side: float
    plain: Style
    won: Style
    unknown: Style


def draw_bracket(document: Document, bracket: BracketPrint, top: float, words: float) -> float:
    """Draw a bracket below ``top`` on one page, if possible with room for ``words`` below. Returns the height there."""
    first = len(bracket.rounds[0][1])
    start = top - 22
    room = start - document.bottom - 1
    slot = min(TALLEST, room / first)
    if (room - words) / first >= LOWEST:
        slot = min(slot, (room - words) / first)
    lines = _lines(min(SIDE, (slot - 1.5) / 2))
    width = min(WIDEST, (document.right - document.left + GAP) / len(bracket.rounds) - GAP)
    for column, (name, ties) in enumerate(bracket.rounds):
        x = document.left + column * (width + GAP)
        document.text(x, top - 13, name, HEAD, room=width, smallest=SMALLEST)
        for place, tie in enumerate(ties):
            middle = start - slot * (place + 0.5) * 2**column
            _draw_tie(document, tie, x, middle, width, lines)
            if column + 1 < len(bracket.rounds):
                _draw_way(document, x + width, middle, start - slot * (place // 2 + 0.5) * 2 ** (column + 1))
    end = _draw_ending(document, bracket, x, start - slot * first / 2, width, lines)
    return min(start - slot * first, end) - 8


def _lines(side: float) -> Lines:
    size = side * 0.78
    return Lines(side, Style(Face.REGULAR, size), Style(Face.BOLD, size), Style(Face.ITALIC, size * 0.9, 0.35))


def _draw_ending(
    document: Document, bracket: BracketPrint, x: float, final: float, width: float, lines: Lines
) -> float:
    """Draw the champion above the final, whose middle is at ``final``, and the match for third place below."""
    document.text(x, final + lines.side + 6, bracket.champion, CHAMPION, room=width, smallest=SMALLEST)
    if bracket.third is None:
        return final - lines.side
    title, tie = bracket.third
    middle = final - 2 * lines.side - 26
    document.text(x, middle + lines.side + 5, title, HEAD, room=width, smallest=SMALLEST)
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
    y = bottom + lines.side * 0.28
    wide = document.text(x + width - 3, y, side.score, style, align="right")
    named = style if side.known else lines.unknown
    document.text(x + 3, y, side.name, named, room=width - 9 - wide, smallest=SMALLEST)


def _draw_way(document: Document, x: float, middle: float, onward: float) -> None:
    """Draw the line from a tie to the next: out, up or down, and in."""
    half = x + GAP / 2
    lines = ((x, middle, half, middle), (half, middle, half, onward), (half, onward, x + GAP, onward))
    document.rules(lines, weight=0.8, ink=BLACK)
