"""A QR code as plain data, for a page or for paper: a link on a phone or on paper need not be typed."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.graphics.barcode.qrencoder import QRCode, QRErrorCorrectLevel

QUIET = 4
"""How many squares stay white around a code, as readers want it."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code: how many squares wide it is with its white margin, and the dark squares as the path of an SVG."""

    size: int
    path: str


def code_of(text: str) -> Code:
    """The QR code of a text of a few hundred characters at most; it is still read with a sixth of it spoilt."""
    code = QRCode(None, QRErrorCorrectLevel.M)
    code.addData(text)
    code.make()
    size = code.getModuleCount()
    dark = ((x, y) for y in range(size) for x in range(size) if code.isDark(y, x))
    path = "".join(f"M{x + QUIET} {y + QUIET}h1v1h-1z" for x, y in dark)
    return Code(size=size + 2 * QUIET, path=path)
