"""The typefaces of every print: those of the pages, and DejaVu Sans Condensed for all that they lack.

Each process loads the files beside this module once. They say how wide each character is and which characters exist.
WenQuanYi Micro Hei has the letters of East Asia; it is loaded for the first of them. It comes from a package, since it
has 5 MB. A print uses no other font: a reader would need to have it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from pathlib import Path
from threading import Lock

from reportlab import rl_config
from reportlab.graphics.shapes import STATE_DEFAULTS
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parent / "fonts"


class Face(StrEnum):
    """A typeface as prints name it."""

    REGULAR = "regular"
    BOLD = "bold"
    ITALIC = "italic"
    BOLD_ITALIC = "bold italic"
    SLAB = "slab"
    """For names and figures that are read from afar."""


BARLOW, BARLOW_BOLD = "kit/BarlowCondensed_500Medium.ttf", "kit/BarlowCondensed_700Bold.ttf"
ALFA = "kit/AlfaSlabOne_400Regular.ttf"
DEJAVU, DEJAVU_BOLD = "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"
DEJAVU_ITALIC, DEJAVU_BOLD_ITALIC = "DejaVuSansCondensed-Oblique.ttf", "DejaVuSansCondensed-BoldOblique.ttf"

CHAINS: Mapping[Face, tuple[str, ...]] = {
    Face.REGULAR: (BARLOW, DEJAVU),
    Face.BOLD: (BARLOW_BOLD, DEJAVU_BOLD, DEJAVU),
    Face.ITALIC: (BARLOW, DEJAVU_ITALIC, DEJAVU),
    Face.BOLD_ITALIC: (BARLOW_BOLD, DEJAVU_BOLD_ITALIC, DEJAVU_BOLD, DEJAVU),
    Face.SLAB: (ALFA, DEJAVU_BOLD, DEJAVU),
}
"""Each character is drawn from the first of these files that has it (DejaVu's Arabic, for one, has no oblique)."""
SLANTED = 0.18
"""How far the top of a letter leans, in its height, where a face in italics has no file of its own."""
FALLBACK_SCALE = 0.9
"""DejaVu's small letters are taller than Barlow's at the same size."""
EASTERN_SCALE = 0.92
"""Its letters fill their squares, and are wider than high letters of Barlow at the same size."""
OUTLINED = 0.035
TABULAR = {BARLOW: (489, 457), BARLOW_BOLD: (489, 498)}
"""The glyph of the zero that is as wide as all other figures, and that width; the other nine glyphs follow it."""

MENDED = {(BARLOW, "Ø"): 462, (BARLOW_BOLD, "Ø"): 473}
"""Widths that files have wrong, in thousandths of the size: there would be a gap after this letter."""


@dataclass(frozen=True, slots=True, eq=False)
class File:
    """A loaded file: ReportLab's font object and the characters that it can draw."""

    font: TTFont
    characters: frozenset[str]
    scale: float


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A file in a face: ``slant`` is how far its letters are made to lean, ``outlined`` how wide a line is drawn
    around them, in their size, where the file has no bold letters."""

    file: File
    slant: float = 0.0
    outlined: float = 0.0


class Cuts(dict[str, Cut]):
    """The cut from which a face draws each character, added when it is first needed."""

    def __init__(self, chain: tuple[Cut, ...], *, bold: bool) -> None:
        super().__init__()
        self._chain, self._bold = chain, bold

    def __missing__(self, char: str) -> Cut:
        found = next((cut for cut in self._chain if char in cut.file.characters), None)
        self[char] = cut = found or (eastern(bold=self._bold) if is_eastern(char) else self._chain[-1])
        return cut


class Advances(dict[str, float]):
    """The width of each character at a size of one point, added when it is first needed."""

    def __init__(self, cuts: Cuts) -> None:
        super().__init__()
        self._cuts = cuts

    def __missing__(self, char: str) -> float:
        file = self._cuts[char].file
        face = file.font.face
        self[char] = advance = face.charWidths.get(ord(char), face.defaultWidth) / 1000 * file.scale
        return advance


@dataclass(frozen=True, slots=True, eq=False)
class Typeface:
    """A loaded face: where each character comes from, how wide it is, and the characters that it can draw."""

    cuts: Cuts
    advances: Advances
    characters: frozenset[str]


def is_eastern(char: str) -> bool:
    """Whether a character is in the blocks of Chinese, Japanese and Korean, those with plain equivalents apart."""
    return "\u2e80" <= char <= "\ud7ff" or "\uf900" <= char <= "\ufaff"


def has_glyph(char: str) -> bool:
    """Whether prints can draw a character."""
    if char in typeface(Face.REGULAR).characters:
        return True
    return is_eastern(char) and char in eastern().file.characters


_loading = Lock()
_loaded: dict[Face, Typeface] = {}
_eastern: dict[bool, Cut] = {}


def typeface(face: Face) -> Typeface:
    """The loaded typeface. The first call of a process reads all files (about a tenth of a second)."""
    if face not in _loaded:
        _load()
    return _loaded[face]


def eastern(*, bold: bool = False) -> Cut:
    """What the letters of East Asia are drawn from. The first call takes about a tenth of a second."""
    typeface(Face.REGULAR)
    with _loading:
        if not _eastern:
            file = _read(eastern_file(), EASTERN_SCALE)
            _eastern.update({False: Cut(file), True: Cut(file, outlined=OUTLINED)})
        return _eastern[bold]


def eastern_file() -> str:
    """Where the typeface for East Asia is installed."""
    return str(resources.files("paperang_p2_fonts_cjk") / "fonts" / "wqy-microhei.ttc")


def name_of(file: str) -> str:
    """The name of a file's font in ReportLab."""
    return f"Dugout{Path(file).stem}"


def _load() -> None:
    with _loading:
        if _loaded:
            return
        names = dict.fromkeys(name for chain in CHAINS.values() for name in chain)
        files = {name: _read(name, 1.0 if name.startswith("kit/") else FALLBACK_SCALE) for name in names}
        loaded = {face: _face(face, [(name, files[name]) for name in chain]) for face, chain in CHAINS.items()}
        # ReportLab names the first font of a canvas or a drawing, used or not; its default is not embedded.
        rl_config.canvas_basefontname = STATE_DEFAULTS["fontName"] = name_of(BARLOW)
        # Base-85 makes streams a quarter longer, and is slow in pure Python; every reader takes binary streams.
        rl_config.useA85 = 0
        _loaded.update(loaded)


def _face(face: Face, files: list[tuple[str, File]]) -> Typeface:
    leaning = face in (Face.ITALIC, Face.BOLD_ITALIC)
    chain = tuple(Cut(file, SLANTED if leaning and name.startswith("kit/") else 0.0) for name, file in files)
    cuts = Cuts(chain, bold=face in (Face.BOLD, Face.BOLD_ITALIC, Face.SLAB))
    return Typeface(cuts, Advances(cuts), frozenset().union(*(cut.file.characters for cut in chain)))


def _read(name: str, scale: float) -> File:
    font = TTFont(name_of(name), str(FOLDER / name), asciiReadable=False)
    if name in TABULAR:
        first, wide = TABULAR[name]
        for nth, code in enumerate(range(ord("0"), ord("9") + 1)):
            font.face.charToGlyph[code] = first + nth
            font.face.charWidths[code] = wide
    for (file, char), wide in MENDED.items():
        if file == name:
            font.face.charWidths[ord(char)] = wide
    pdfmetrics.registerFont(font)
    return File(font, frozenset(map(chr, font.face.charToGlyph)), scale)
