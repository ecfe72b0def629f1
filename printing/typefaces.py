"""The four typefaces of every print: DejaVu Sans Condensed.

Each process loads the files beside this module once. They say how wide each character is and which characters exist.
A print uses no other font: a reader would need to have it.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import Lock

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parent / "fonts"


class Face(StrEnum):
    """One typeface; the value is its name in ReportLab."""

    REGULAR = "DugoutRegular"
    BOLD = "DugoutBold"
    ITALIC = "DugoutItalic"
    BOLD_ITALIC = "DugoutBoldItalic"


FILES = {
    Face.REGULAR: "DejaVuSansCondensed.ttf",
    Face.BOLD: "DejaVuSansCondensed-Bold.ttf",
    Face.ITALIC: "DejaVuSansCondensed-Oblique.ttf",
    Face.BOLD_ITALIC: "DejaVuSansCondensed-BoldOblique.ttf",
}


class Advances(dict[str, float]):
    """The width of each character at a size of one point, added when it is first needed."""

    def __init__(self, font: TTFont) -> None:
        super().__init__()
        self._widths = font.face.charWidths
        self._missing = font.face.defaultWidth

    def __missing__(self, char: str) -> float:
        advance = self._widths.get(ord(char), self._missing) / 1000
        self[char] = advance
        return advance


@dataclass(frozen=True, slots=True, eq=False)
class Typeface:
    """A loaded typeface: ReportLab's font object, its advances, and the characters that it can draw."""

    font: TTFont
    advances: Advances
    characters: frozenset[str]


_loading = Lock()
_loaded: dict[Face, Typeface] = {}


def typeface(face: Face) -> Typeface:
    """The loaded typeface. The first call of a process reads all four files (about a tenth of a second)."""
    if face not in _loaded:
        _load()
    return _loaded[face]


def _load() -> None:
    with _loading:
        if _loaded:
            return
        loaded = {face: _read(face) for face in FILES}
        # ReportLab names the canvas's first font on every page, used or not; its default is not embedded.
        rl_config.canvas_basefontname = Face.REGULAR.value
        # Base-85 makes streams a quarter longer, and is slow in pure Python; every reader takes binary streams.
        rl_config.useA85 = 0
        _loaded.update(loaded)


def _read(face: Face) -> Typeface:
    font = TTFont(face.value, str(FOLDER / FILES[face]), asciiReadable=False)
    pdfmetrics.registerFont(font)
    return Typeface(font, Advances(font), frozenset(map(chr, font.face.charToGlyph)))
