"""Columns beside what was expected: how often each face of a die came up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from web.charts.drawing import NARROW, NORMAL, SMALL, WIDE, Drawing, Figures, Key, Picture
from web.charts.pen import Pen, width_of
from web.charts.scales import Scale, enclosing
from web.errors import Text

TALL, SHORT = 220, 200
WIDEST = 64.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column: its name, how often it was ``found``, and how often it was ``expected``."""

    name: str
    found: int
    expected: float


def column_chart(
    *,
    name: str,
    title: Text,
    words: Text,
    columns: Sequence[Column],
    head: Text,
    found: Text,
    expected: Text,
    note: Text = "",
) -> Drawing:
    """Columns with a line across each at what was expected."""
    numbers = enclosing([0, *(max(each.found, each.expected) for each in columns)], spaces=4)
    drawn = [
        _drawn(columns, numbers, width, height, size)
        for width, height, size in ((WIDE, TALL, NORMAL), (NARROW, SHORT, SMALL))
    ]
    return Drawing(
        name=name,
        title=title,
        words=words,
        wide=drawn[0],
        narrow=drawn[1],
        keys=(
            Key(words=found, mark=SafeString('<rect class="filled" x="8" y="2" width="16" height="12"/>')),
            Key(words=expected, mark=SafeString('<line class="expected" x1="2" y1="8" x2="30" y2="8"/>')),
        ),
        note=note,
        figures=Figures(
            heads=(head, found, expected),
            rows=tuple((each.name, str(each.found), f"{each.expected:.1f}") for each in columns),
        ),
    )


def _drawn(columns: Sequence[Column], numbers: Sequence[int], width: float, height: float, size: int) -> Picture:
    pen = Pen()
    left, right, top, bottom = 12 + max(width_of(str(one), size) for one in numbers), 8.0, 24.0, 28.0
    whole, width = width, min(width, left + right + max(len(columns), 3) * WIDEST)
    up, step = Scale(numbers[0], numbers[-1], height - bottom, top), (width - left - right) / max(1, len(columns))
    for figure in numbers:
        pen.line("grid", (left, up.at(figure)), (width - right, up.at(figure)))
        pen.text("axis", (left - 6, up.at(figure)), str(figure), "end")
    counted = max((width_of(str(each.found), size) for each in columns), default=0) + 2 <= step
    for place, each in enumerate(columns):
        start, middle = left + place * step, left + (place + 0.5) * step
        thick = step * 0.62
        pen.rect("filled", (middle - thick / 2, up.at(each.found)), thick, height - bottom - up.at(each.found))
        pen.line("expected", (start + step * 0.08, up.at(each.expected)), (start + step * 0.92, up.at(each.expected)))
        if counted:
            above = up.at(each.found) - size / 2 - 3
            if abs(above - up.at(each.expected)) < size / 2 + 2:
                above = min(up.at(each.found), up.at(each.expected)) - size / 2 - 4
            pen.text("label", (middle, above), str(each.found), "middle")
        pen.text("axis", (middle, height - bottom + 15), each.name, "middle")
    return pen.picture(width, height, small=width < whole)
