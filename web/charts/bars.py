"""Bars from left to right, plain or divided: casualties by cause, the points of a squad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from web.charts.drawing import NARROW, NORMAL, SMALL, WIDE, Drawing, Figures, Key, Picture, Wearer
from web.charts.pen import Pen, cut, width_of
from web.charts.scales import Scale
from web.errors import Text

ROW = 30.0
THICK = 20.0
PARTS = 6
"""How many parts of a bar differ in colour; the table has them all."""
NAMES = 0.5
"""The most that the names take of the width, by `width_of`; the letters of most fonts take less."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of every bar: its name, and its colour from 1, the same in all charts; 0 for that of its place."""

    name: Text
    tone: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A bar with a figure for each part. With a ``wearer`` it has their crest, and a plain one wears their colour."""

    name: str
    figures: tuple[int, ...]
    wearer: Wearer | None = None

    @property
    def whole(self) -> int:
        """All parts together."""
        return sum(self.figures)


def bar_chart(
    *,
    name: str,
    title: Text,
    words: Text,
    bars: Sequence[Bar],
    parts: Sequence[Part],
    head: Text,
    total: Text = "",
    note: Text = "",
) -> Drawing:
    """Bars in their order. ``head`` names what a bar is; with a ``total`` the table has a last column of that name."""
    most = max((bar.whole for bar in bars), default=0)
    tones = [((part.tone or place) - 1) % PARTS + 1 for place, part in enumerate(parts, 1)]
    drawn = [_drawn(bars, tones, most, width, size) for width, size in ((WIDE, NORMAL), (NARROW, SMALL))]
    divided = len(parts) > 1
    keys = (
        tuple(Key(words=part.name, mark=_mark(tone)) for part, tone in zip(parts, tones, strict=True))
        if divided
        else ()
    )
    return Drawing(
        name=name,
        title=title,
        words=words,
        wide=drawn[0],
        narrow=drawn[1],
        keys=keys,
        note=note,
        figures=Figures(
            heads=(head, *(part.name for part in parts), *((total,) if total else ())),
            rows=tuple((bar.name, *map(str, bar.figures), *((str(bar.whole),) if total else ())) for bar in bars),
            mine=tuple(number for number, bar in enumerate(bars) if bar.wearer and bar.wearer.mine),
        ),
    )


def _mark(tone: int) -> SafeString:
    pen = Pen()
    pen.rect(f"part part-{tone}", (2, 2), 28, 12)
    return pen.drawn


def _drawn(bars: Sequence[Bar], tones: Sequence[int], most: int, width: float, size: int) -> Picture:
    pen = Pen()
    widest = max((width_of(bar.name, size) for bar in bars), default=0)
    crest = 26.0 if any(bar.wearer and bar.wearer.crest for bar in bars) else 0.0
    names = min(widest + 4, width * NAMES)
    left, right = 4 + crest + names + 8, width_of(str(most), size) + 10
    along = Scale(0, max(1, most), left, width - right)
    for row, bar in enumerate(bars):
        middle = ROW * (row + 0.5) + 2
        own = " own" if bar.wearer and bar.wearer.mine else ""
        if bar.wearer and bar.wearer.crest:
            pen.crest(bar.wearer, (4 + crest / 2 - 3, middle), 24)
        pen.text(f"label{own}", (4 + crest, middle), cut(bar.name, names, size))
        pen.rect("trough", (left, middle - THICK / 2), along.end - left, THICK)
        _bar(pen, bar, tones, along, middle, size)
        pen.text(f"label{own}", (width - 4, middle), str(bar.whole), "end")
    return pen.picture(width, ROW * len(bars) + 4)


def _bar(pen: Pen, bar: Bar, tones: Sequence[int], along: Scale, middle: float, size: int) -> None:
    done = 0
    for tone, figure in zip(tones, bar.figures, strict=True):
        start, end = along.at(done), along.at(done + figure)
        done += figure
        if not figure:
            continue
        if len(bar.figures) == 1:
            pen.begin(bar.wearer.classes if bar.wearer else "unkitted")
            pen.rect("filled", (start, middle - THICK / 2), end - start, THICK)
            pen.end()
            continue
        pen.rect(f"part part-{tone}", (start, middle - THICK / 2), end - start, THICK)
        if end - start >= width_of(str(figure), size) + 4:
            pen.text(f"on-part-{tone}", ((start + end) / 2, middle), str(figure), "middle")
