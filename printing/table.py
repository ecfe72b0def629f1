"""Tables with a fixed row height: columns, cells with marks, a head, hairlines. It knows nothing of their content."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from printing.document import BLACK, LIGHT, WHITE, Align, Document, Ink
from printing.text import LEADING, Run, Style, fit, fit_block
from printing.typefaces import Face

PADDING = 2.5
HEADING = Style(Face.BOLD, 6.8, 0.15)
BODY = Style(Face.REGULAR, 9.4)
ZEBRA = 0.955
NOTE_SHARE = 0.30
CAP_HEIGHT = 0.7
BOX, BOX_GAP = 5.8, 1.4
ICON, ICON_GAP = 14.0, 3.0

Icon = Callable[[Document, float, float, float], None]
"""Draws something small on a document, from its lower left corner and as wide as it is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column. `width` is in points; for a `flexible` column it is a share of the width that is left."""

    heading: str
    width: float
    flexible: bool = False
    align: Align = "left"
    style: Style = BODY
    smallest: float = 5.6
    wraps: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: runs of text, a small note below them, how the cell is marked, and ``boxes`` to tick beside them.

    An ``icon`` stands before the runs, 1.2 times as high as wide.
    """

    runs: tuple[Run, ...] = ()
    note: str = ""
    pill: bool = False
    hatched: bool = False
    boxes: int = 0
    icon: Icon | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a table; plain strings have the style of their column."""

    cells: Sequence[Cell | str] = ()
    shaded: bool = False
    ruled: bool = False


def laid_out(columns: Sequence[Column], room: float) -> tuple[Column, ...]:
    """The columns with their widths in points, together exactly `room` wide."""
    fixed = sum(column.width for column in columns if not column.flexible)
    shares = sum(column.width for column in columns if column.flexible)
    if shares and fixed < room:
        left = (room - fixed) / shares
        return tuple(
            replace(column, width=column.width * left, flexible=False) if column.flexible else column
            for column in columns
        )
    total = fixed + shares
    return tuple(replace(column, width=column.width * room / total, flexible=False) for column in columns)


@dataclass(slots=True)
class Table:
    """A table on one page of a document, drawn from the top down. The line below its head is in ``ink``."""

    document: Document
    columns: tuple[Column, ...]
    left: float
    row_height: float
    ink: Ink = BLACK
    _top: float = field(default=0.0, init=False)

    @property
    def right(self) -> float:
        """The right end of the last column."""
        return self.left + sum(column.width for column in self.columns)

    def head(self, top: float) -> float:
        """Draw the headings, and the names of groups above them. Returns where the first row starts."""
        self._top = top
        if any(column.group for column in self.columns):
            top = self._groups(top)
        x = self.left
        for column in self.columns:
            anchor = _anchor(x, column)
            self.document.text(
                anchor, top - 9, column.heading, HEADING, align=column.align, room=column.width - PADDING, smallest=4.8
            )
            x += column.width
        top -= 12.5
        self.document.rule(self.left, top, self.right, top, weight=1.2, ink=self.ink)
        return top

    def row(self, top: float, row: Row) -> float:
        """Draw one row and the hairline under it. Returns where the next row starts."""
        bottom = top - self.row_height
        if row.shaded:
            self.document.box(self.left, bottom, self.right - self.left, self.row_height - 0.4, ink=ZEBRA)
        x = self.left
        for column, cell in zip(self.columns, row.cells, strict=False):
            if cell:
                self._cell(x, top, column, cell)
            x += column.width
        weight, ink = (0.7, BLACK) if row.ruled else (0.3, LIGHT)
        self.document.rule(self.left, bottom, self.right, bottom, weight=weight, ink=ink)
        return bottom

    def foot(self, bottom: float) -> None:
        """Draw the vertical hairlines from the head down to `bottom`, and a line at the end of the table."""
        x = self.left
        uprights = []
        for column in self.columns[:-1]:
            x += column.width
            uprights.append((x, self._top - 12.5, x, bottom))
        self.document.rules(uprights, weight=0.25, ink=0.8)
        self.document.rule(self.left, bottom, self.right, bottom, weight=0.9, ink=BLACK)

    def _groups(self, top: float) -> float:
        x = self.left
        for name, members in groupby(self.columns, key=lambda column: column.group):
            width = sum(column.width for column in members)
            if name:
                self.document.text(x + width / 2, top - 8, name, HEADING, align="center", room=width, smallest=4.8)
                self.document.rule(x + PADDING, top - 10.5, x + width - PADDING, top - 10.5, weight=0.4, ink=0.4)
            x += width
        return top - 9.5

    def _cell(self, x: float, top: float, column: Column, cell: Cell | str) -> None:
        if isinstance(cell, str) and column.wraps:
            cell = Cell((Run(cell, column.style),))
        if isinstance(cell, str):
            self._line(x, top - self.row_height / 2, column, (Run(cell, column.style),))
            return
        if cell.hatched:
            self.document.hatch(x, top - self.row_height, column.width, self.row_height)
        if cell.icon:
            wide = min(ICON, self.row_height / 1.2 - 1.2)
            cell.icon(self.document, x + PADDING, top - self.row_height / 2 - wide * 0.6, wide)
            x, column = x + wide + ICON_GAP, replace(column, width=column.width - wide - ICON_GAP)
        if cell.boxes:
            self._boxes(x, top, column, cell)
        elif cell.pill:
            self._pill(x, top, column, cell)
        elif column.wraps or cell.note:
            self._block(x, top, column, cell)
        elif cell.runs:
            self._line(x, top - self.row_height / 2, column, cell.runs)

    def _line(self, x: float, middle: float, column: Column, runs: tuple[Run, ...]) -> None:
        room = column.width - 2 * PADDING
        line = _one_line(runs, room, column.smallest)
        size = max((run.style.size for run in line), default=0)
        self.document.runs(_anchor(x, column), middle - CAP_HEIGHT / 2 * size, line, align=column.align)

    def _block(self, x: float, top: float, column: Column, cell: Cell) -> None:
        room = column.width - 2 * PADDING
        note = min(6.4, self.row_height * NOTE_SHARE) if cell.note else 0.0
        space = self.row_height - 2 - note * LEADING
        lines = fit_block(cell.runs, room, space if column.wraps else 0, column.smallest)
        size = max((run.style.size for line in lines for run in line), default=0)
        height = len(lines) * size * LEADING + note * LEADING
        y = top - (self.row_height - height) / 2 - size * (LEADING + CAP_HEIGHT) / 2
        for line in lines:
            self.document.runs(_anchor(x, column), y, line, align=column.align)
            y -= size * LEADING
        if note:
            y += size * LEADING - size * (LEADING - CAP_HEIGHT) / 2 - note * (LEADING + CAP_HEIGHT) / 2
            style = Style(Face.REGULAR, note, 0.25)
            self.document.text(_anchor(x, column), y, cell.note, style, align=column.align, room=room, smallest=4)

    def _boxes(self, x: float, top: float, column: Column, cell: Cell) -> None:
        """Boxes to tick at the right end, and the runs in the middle of what is left."""
        size = min(BOX, self.row_height - 4)
        middle = top - self.row_height / 2
        boxes = cell.boxes * (size + BOX_GAP)
        for place in range(cell.boxes):
            left = x + column.width - PADDING - boxes + BOX_GAP + place * (size + BOX_GAP)
            self.document.frame(left, middle - size / 2, size, size, weight=0.45, ink=0.35)
        if cell.runs:
            self._line(x, middle, replace(column, width=column.width - boxes), cell.runs)

    def _pill(self, x: float, top: float, column: Column, cell: Cell) -> None:
        """White on black: the strongest mark, for what nobody should miss."""
        runs = tuple(Run(run.text, replace(run.style, ink=WHITE)) for run in cell.runs)
        room = column.width - 2 * PADDING - 3
        line = _one_line(runs, room, column.smallest)
        size = max(run.style.size for run in line)
        middle = top - self.row_height / 2
        height = min(size * 1.35, self.row_height - 2)
        self.document.box(x + PADDING, middle - height / 2, column.width - 2 * PADDING, height, radius=1.5)
        self.document.runs(x + column.width / 2, middle - CAP_HEIGHT / 2 * size, line, align="center")


def _one_line(runs: Sequence[Run], room: float, smallest: float) -> Sequence[Run]:
    if len(runs) == 1:
        return (fit(runs[0].text, runs[0].style, room, smallest),)
    return fit_block(runs, room, 0, smallest)[0]


def _anchor(x: float, column: Column) -> float:
    if column.align == "right":
        return x + column.width - PADDING
    return x + column.width / 2 if column.align == "center" else x + PADDING
