"""A QR code as plain data, for a page or a print, so that nobody has to type a link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

QUIET = 4
"""How many white squares a code has around it; readers need them."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code: its width in squares, with the white margin, and its dark squares.

    ``path`` is that of an SVG, ``bars`` are rows of dark squares: left, top, and how many.
    """

    size: int
    path: str
    bars: tuple[tuple[int, int, int], ...] = ()


def code_of(text: str) -> Code:
    """The QR code of a text of at most a few hundred characters. It can be read even if a sixth of it is damaged."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    size = code.getModuleCount()
    dark = [(x + QUIET, y + QUIET) for y in range(size) for x in range(size) if code.isDark(y, x)]
    path = "".join(f"M{x} {y}h1v1h-1z" for x, y in dark)
    return Code(size=size + 2 * QUIET, path=path, bars=tuple(_bars(dark)))


def _bars(dark: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """The squares joined to their neighbours in the row."""
    for _start, squares in groupby(enumerate(dark), key=lambda each: (each[1][1], each[1][0] - each[0])):
        row = [square for _nth, square in squares]
        yield *row[0], len(row)
