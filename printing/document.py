"""A PDF while it is drawn: pages, lines and text, in points from the lower left corner.

Only this module draws on ReportLab's canvas. Text is written as hexadecimal PDF strings of glyph numbers: no character
can end the string, and there is no markup. The same calls give the same bytes.
"""

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from itertools import groupby
from threading import Lock
from typing import Literal, NamedTuple

from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import Drawing
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from printing.direction import visual
from printing.paper import MARGIN, Paper
from printing.qr import Code
from printing.text import Run, Style, fit, pdf_text, shorten, width
from printing.typefaces import BARLOW, Cut, Face, name_of, typeface

Align = Literal["left", "right", "center"]
Ink = float | str
"""A grey from 0 (black) to 1 (white), or a colour as #rrggbb."""

HAIRLINE = 0.3
LIGHT = 0.72
WHITE = 1.0
BLACK = 0.0
TITLE_LENGTH = 200

# ReportLab's font objects store their place in the file while they make a subset: one document at a time.
_subsetting = Lock()


class Shown(NamedTuple):
    """A piece of text from one file: the font's name in this PDF, its size, slant and outline, glyph numbers, and its
    width."""

    font: str
    scale: float
    slant: float
    outlined: float
    glyphs: str
    advance: float


class Document:
    """`page` starts a page, which is drawn from top to bottom. `finish`, called once, returns the file."""

    def __init__(self, *, title: str, paper: Paper, language: str = "en") -> None:
        typeface(Face.REGULAR)
        self.width, self.height = paper.width, paper.height
        self.left, self.right = MARGIN, paper.width - MARGIN
        self.bottom, self.top = MARGIN, paper.height - MARGIN
        self.pages = 0
        self._buffer = BytesIO()
        self._canvas = Canvas(
            self._buffer,
            pagesize=(paper.width, paper.height),
            pageCompression=1,
            invariant=1,
            lang=language,
            initialFontName=name_of(BARLOW),
        )
        self._canvas.setTitle(_label(title))
        self._canvas.setAuthor("Dugout")
        self._canvas.setCreator("Dugout")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._operators: list[str] = []
        self._glyphs: dict[tuple[Face, str], list[Shown]] = {}
        self._state: dict[str, Ink] = {}
        self._forms: set[str] = set()
        self._bookmarks = 0
        self._last: list[Callable[[], object]] = []
        self._foot: Callable[[], None] | None = None

    def page(self, *, foot: Callable[[], None] | None = None) -> None:
        """Start the next page; `foot` draws its end when the page is complete, so that it is also read last."""
        if self.pages:
            self._close_page()
        self.pages += 1
        self._foot = foot

    def bookmark(self, title: str, *, level: int = 0) -> None:
        """Add this page to the outline. A level is at most one deeper than the level before."""
        self._bookmarks += 1
        key = f"bookmark-{self._bookmarks}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(_label(title) or "–", key, level=level)

    def target(self, name: str) -> None:
        """Name this page, for `link`."""
        self._canvas.bookmarkPage(f"target-{name}")

    def link(self, x: float, y: float, width: float, height: float, *, target: str) -> None:
        """Let a click into a rectangle open the page that has this name, before or after this one."""
        self._canvas.linkRect("", f"target-{target}", (x, y, x + width, y + height), Border="[0 0 0]")

    def open_with_outline(self) -> None:
        """Let PDF readers show the outline beside the pages."""
        self._canvas.showOutline()

    def finish(self) -> bytes:
        """The whole file. Nothing can be drawn afterwards."""
        self._close_page()
        with _subsetting:
            self._canvas.save()
        return self._buffer.getvalue()

    def text(
        self,
        x: float,
        y: float,
        text: str,
        style: Style,
        *,
        align: Align = "left",
        room: float | None = None,
        smallest: float | None = None,
    ) -> float:
        """Draw one line with its baseline at `y`; `x` is its left end, right end or middle, as `align` says.

        With `room` it is at most that many points wide: first set smaller, down to `smallest`, then cut. Returns its
        width.
        """
        run = Run(pdf_text(text), style)
        if room is not None:
            run = fit(text, style, room, smallest) if smallest else Run(shorten(text, style, room), style)
        return self.runs(x, y, (run,), align=align)

    def runs(self, x: float, y: float, runs: Sequence[Run], *, align: Align = "left") -> float:
        """Draw runs one after the other on one baseline, aligned as one line. Returns their width."""
        set_runs = [(pdf_text(run.text), run.style) for run in runs]
        widths = [width(text, style) for text, style in set_runs]
        total = sum(widths)
        if align != "left":
            x -= total if align == "right" else total / 2
        for place, ((text, style), advance) in enumerate(zip(set_runs, widths, strict=True), 1):
            # The invisible space at the end separates words for readers who copy or search the text.
            self._show(x, y, text, style, end=" " if place == len(set_runs) else "")
            x += advance
        return total

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, weight: float = HAIRLINE, ink: Ink = LIGHT) -> None:
        """Draw a straight line."""
        self.rules(((x1, y1, x2, y2),), weight=weight, ink=ink)

    def rules(
        self, lines: Iterable[tuple[float, float, float, float]], *, weight: float = HAIRLINE, ink: Ink = LIGHT
    ) -> None:
        """Draw straight lines of the same weight and ink."""
        self._set("w", weight)
        self._stroke(ink)
        self._operators += [f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l" for x1, y1, x2, y2 in lines]
        self._operators.append("S")

    def box(self, x: float, y: float, width: float, height: float, *, ink: Ink = BLACK, radius: float = 0.0) -> None:
        """Fill a rectangle. A stroke of twice the radius around a smaller rectangle rounds its corners."""
        self._fill(ink)
        if not radius:
            self._operators.append(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re f")
            return
        self._set("w", 2 * radius)
        self._stroke(ink)
        inner = (x + radius, y + radius, width - 2 * radius, height - 2 * radius)
        self._operators.append("1 j {:.2f} {:.2f} {:.2f} {:.2f} re B 0 j".format(*inner))

    def frame(
        self, x: float, y: float, width: float, height: float, *, weight: float = HAIRLINE, ink: Ink = LIGHT
    ) -> None:
        """Draw the outline of a rectangle."""
        self._set("w", weight)
        self._stroke(ink)
        self._operators.append(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re S")

    def hatch(self, x: float, y: float, width: float, height: float, *, step: float = 2.4, ink: Ink = 0.55) -> None:
        """Fill a rectangle with slanted hairlines: a tint that every printer shows and that takes little ink."""
        tint = _paint(ink, "G", "RG")
        self._operators.append(f"q {x:.2f} {y:.2f} {width:.2f} {height:.2f} re W n {HAIRLINE} w {tint}")
        for stripe in range(int((width + height) / step) + 1):
            start = x - height + stripe * step
            self._operators.append(f"{start:.2f} {y:.2f} m {start + height:.2f} {y + height:.2f} l")
        self._operators.append("S Q")

    def code(self, code: Code, x: float, y: float, width: float) -> None:
        """Draw a QR code in a square of this width, its white margin included; ``x`` and ``y`` are its lower left."""
        self._fill(BLACK)
        square = width / code.size
        for left, top, length in code.bars:
            low = y + width - (top + 1) * square
            self._operators.append(f"{x + left * square:.3f} {low:.3f} {length * square:.3f} {square:.3f} re f")

    def drawing(self, drawing: Drawing, x: float, y: float, *, name: str = "", scale: float = 1.0) -> None:
        """Draw a drawing with its lower left corner here, over all else on the page.

        With a ``name`` it is in the file once, however often and large a drawing of that name is drawn: the first one.
        """
        self._last.append(lambda: self._place(drawing, x, y, name, scale))

    def picture(self, image: bytes, x: float, y: float, width: float, height: float) -> None:
        """Draw a PNG into a rectangle, as large as fits, in its middle, over all else. It is in the file once."""
        self._last.append(
            lambda: self._canvas.drawImage(
                ImageReader(BytesIO(image)), x, y, width, height, mask="auto", preserveAspectRatio=True, anchor="c"
            )
        )

    def _place(self, drawing: Drawing, x: float, y: float, name: str, scale: float) -> None:
        canvas = self._canvas
        if name and name not in self._forms:
            self._forms.add(name)
            canvas.beginForm(name, 0, 0, drawing.width, drawing.height)
            renderPDF.draw(drawing, canvas, 0, 0)
            canvas.endForm()
        canvas.saveState()
        canvas.transform(scale, 0, 0, scale, x, y)
        if name:
            canvas.doForm(name)
        else:
            renderPDF.draw(drawing, canvas, 0, 0)
        canvas.restoreState()

    def _show(self, x: float, y: float, text: str, style: Style, *, end: str) -> None:
        if not text:
            return
        self._fill(style.ink)
        parts = self._numbered(text, end, style.face)
        if line := max(part.outlined for part in parts):
            self._stroke(style.ink)
            self._set("w", line * style.size)
        if not any(part.slant for part in parts):
            shown = " ".join([_shown(part, style.size) for part in parts])
            self._operators.append(f"BT {x:.2f} {y:.2f} Td {shown} ET")
            return
        for part in parts:
            self._operators.append(f"BT 1 0 {part.slant:g} 1 {x:.2f} {y:.2f} Tm {_shown(part, style.size)} ET")
            x += part.advance * style.size

    def _numbered(self, text: str, end: str, face: Face) -> list[Shown]:
        """The text as pieces from one file each, with the fonts' names in this PDF and glyph numbers in hexadecimal."""
        key = (face, text + end)
        if key not in self._glyphs:
            cuts = typeface(face).cuts
            pieces = groupby(visual(text) + end, key=cuts.__getitem__)
            self._glyphs[key] = [part for cut, chars in pieces for part in self._parts("".join(chars), cut, face)]
        return self._glyphs[key]

    def _parts(self, text: str, cut: Cut, face: Face) -> list[Shown]:
        """A text from one file, divided where ReportLab needs another subset of its font."""
        font, document = cut.file.font, self._canvas._doc  # ReportLab has no public name for it
        advances = typeface(face).advances
        found, place = [], 0
        for subset, numbers in font.splitString(text, document):
            advance = sum([advances[char] for char in text[place : place + len(numbers)]])
            place += len(numbers)
            name = font.getSubsetInternalName(subset, document)
            found.append(Shown(name, cut.file.scale, cut.slant, cut.outlined, numbers.hex(), advance))
        return found

    def _fill(self, ink: Ink) -> None:
        if self._state.get("fill") != ink:
            self._state["fill"] = ink
            self._operators.append(_paint(ink, "g", "rg"))

    def _stroke(self, ink: Ink) -> None:
        if self._state.get("stroke") != ink:
            self._state["stroke"] = ink
            self._operators.append(_paint(ink, "G", "RG"))

    def _set(self, operator: str, value: float) -> None:
        if self._state.get(operator) != value:
            self._state[operator] = value
            self._operators.append(f"{value:g} {operator}")

    def _close_page(self) -> None:
        if self._foot:
            self._foot()
        self._canvas.addLiteral("\n".join(self._operators))
        for draw in self._last:  # not between the words: programs that read the page start a new line there
            draw()
        self._canvas.showPage()
        self._operators.clear()
        self._state.clear()
        self._last.clear()


def _shown(part: Shown, size: float) -> str:
    """The operators that show a piece of text; the line around its letters is as wide as lines are."""
    text = f"{part.font} {size * part.scale:.2f} Tf <{part.glyphs}> Tj"
    return f"2 Tr {text} 0 Tr" if part.outlined else text


def _paint(ink: Ink, grey: str, colour: str) -> str:
    """The operator that sets an ink, by the names of those for greys and for colours."""
    if not isinstance(ink, str):
        return f"{ink:g} {grey}"
    parts = [f"{int(ink[place : place + 2], 16) / 255:.3g}" for place in (1, 3, 5)]
    return f"{' '.join(parts)} {colour}"


def _label(text: str) -> str:
    """Text for the window of the PDF reader: the title and the outline."""
    return pdf_text(text, drawn=False).strip()[:TITLE_LENGTH]
