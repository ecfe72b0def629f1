"""A PDF while it is drawn: pages, lines and text, in points from the lower left corner.

Only this module draws on ReportLab's canvas. Text is written as hexadecimal PDF strings of glyph numbers: no character
can end the string, and there is no markup. The same calls give the same bytes.
"""

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from threading import Lock
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

from printing.direction import visual
from printing.paper import MARGIN, Paper
from printing.text import Run, Style, fit, pdf_text, settled, shorten, width
from printing.typefaces import Face, typeface

Align = Literal["left", "right", "center"]

HAIRLINE = 0.3
LIGHT = 0.72
WHITE = 1.0
BLACK = 0.0
TITLE_LENGTH = 200

# ReportLab's font objects store their place in the file while they make a subset: one document at a time.
_subsetting = Lock()


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
            initialFontName=Face.REGULAR.value,
        )
        self._canvas.setTitle(_label(title))
        self._canvas.setAuthor("Dugout")
        self._canvas.setCreator("Dugout")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")
        self._operators: list[str] = []
        self._glyphs: dict[tuple[Face, str], list[tuple[str, str]]] = {}
        self._state: dict[str, float] = {}
        self._foot: Callable[[], None] | None = None

    def page(self, *, foot: Callable[[], None] | None = None) -> None:
        """Start the next page; `foot` draws its end when the page is complete, so that it is also read last."""
        if self.pages:
            self._close_page()
        self.pages += 1
        self._foot = foot

    def bookmark(self, title: str, *, level: int = 0) -> None:
        """Add this page to the outline. A level is at most one deeper than the level before."""
        key = f"page-{self.pages}-{level}"
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(_label(title) or "–", key, level=level)

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

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, *, weight: float = HAIRLINE, grey: float = LIGHT
    ) -> None:
        """Draw a straight line."""
        self.rules(((x1, y1, x2, y2),), weight=weight, grey=grey)

    def rules(
        self, lines: Iterable[tuple[float, float, float, float]], *, weight: float = HAIRLINE, grey: float = LIGHT
    ) -> None:
        """Draw straight lines of the same weight and grey."""
        self._set("w", weight)
        self._set("G", grey)
        self._operators += [f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l" for x1, y1, x2, y2 in lines]
        self._operators.append("S")

    def box(self, x: float, y: float, width: float, height: float, *, grey: float = BLACK, radius: float = 0.0) -> None:
        """Fill a rectangle. A stroke of twice the radius around a smaller rectangle rounds its corners."""
        self._set("g", grey)
        if not radius:
            self._operators.append(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re f")
            return
        self._set("w", 2 * radius)
        self._set("G", grey)
        inner = (x + radius, y + radius, width - 2 * radius, height - 2 * radius)
        self._operators.append("1 j {:.2f} {:.2f} {:.2f} {:.2f} re B 0 j".format(*inner))

    def frame(
        self, x: float, y: float, width: float, height: float, *, weight: float = HAIRLINE, grey: float = LIGHT
    ) -> None:
        """Draw the outline of a rectangle."""
        self._set("w", weight)
        self._set("G", grey)
        self._operators.append(f"{x:.2f} {y:.2f} {width:.2f} {height:.2f} re S")

    def hatch(self, x: float, y: float, width: float, height: float, *, step: float = 2.4, grey: float = 0.55) -> None:
        """Fill a rectangle with slanted hairlines: a tint that every printer shows and that takes little ink."""
        self._operators.append(f"q {x:.2f} {y:.2f} {width:.2f} {height:.2f} re W n {HAIRLINE} w {grey} G")
        for stripe in range(int((width + height) / step) + 1):
            start = x - height + stripe * step
            self._operators.append(f"{start:.2f} {y:.2f} m {start + height:.2f} {y + height:.2f} l")
        self._operators.append("S Q")

    def _show(self, x: float, y: float, text: str, style: Style, *, end: str) -> None:
        if not text:
            return
        self._set("g", style.grey)
        parts = self._numbered(text, end, settled(text, style.face))
        shown = " ".join([f"{font} {style.size:.2f} Tf <{glyphs}> Tj" for font, glyphs in parts])
        self._operators.append(f"BT {x:.2f} {y:.2f} Td {shown} ET")

    def _numbered(self, text: str, end: str, face: Face) -> list[tuple[str, str]]:
        """The text as pairs of a font's name in this file and glyph numbers in hexadecimal."""
        key = (face, text + end)
        if key not in self._glyphs:
            font = typeface(face).font
            document = self._canvas._doc  # ReportLab has no public name for it
            self._glyphs[key] = [
                (font.getSubsetInternalName(subset, document), numbers.hex())
                for subset, numbers in font.splitString(visual(text) + end, document)
            ]
        return self._glyphs[key]

    def _set(self, operator: str, value: float) -> None:
        if self._state.get(operator) != value:
            self._state[operator] = value
            self._operators.append(f"{value:g} {operator}")

    def _close_page(self) -> None:
        if self._foot:
            self._foot()
        self._canvas.addLiteral("\n".join(self._operators))
        self._canvas.showPage()
        self._operators.clear()
        self._state.clear()


def _label(text: str) -> str:
    """Text for the window of the PDF reader: the title and the outline."""
    return pdf_text(text, drawn=False).strip()[:TITLE_LENGTH]
