"""A QR code as plain data, for a page or a print, so that nobody has to type a link."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

QUIET = 4
"""How many white squares a code has around it; readers need them."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code: its width in squares, with the white margin, and the dark squares as the path of an SVG."""

    size: int
    path: str


def code_of(text: str) -> Code:
    """The QR code of a text of at most a few hundred characters. It can be read even if a sixth of it is damaged."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    size = code.getModuleCount()
    dark = ((x, y) for y in range(size) for x in range(size) if code.isDark(y, x))
    path = "".join(f"M{x + QUIET} {y + QUIET}h1v1h-1z" for x, y in dark)
    return Code(size=size + 2 * QUIET, path=path)
