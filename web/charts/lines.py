"""Figures over time as lines: points by round, a team's value and gold, ratings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.utils.safestring import SafeString

from web.charts.drawing import NARROW, NORMAL, SMALL, WIDE, Drawing, Figures, Key, Picture, Wearer
from web.charts.pen import Pen, Point, cut, number, straight, width_of
from web.charts.scales import Scale, apart, enclosing, thinned
from web.errors import Text

TONES = 8
"""How many lines without a kit differ in colour and dashes."""
DASHES = ("", " dashed", " dotted")
"""The classes of lines in the same colour, one after the other."""
TALL, SHORT = 300, 240
LEAST_STEP = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """A line: a figure for each place on the axis across, None where there is none.

    It wears a kit, or has a ``tone`` from 1. ``end`` is a short word at its end, such as its team's place. ``alike``
    lines before it are in the same colour of a kit: dashes tell it from them.
    """

    name: str
    figures: tuple[float | None, ...]
    wearer: Wearer | None = None
    tone: int = 1
    end: str = ""
    alike: int = 0
    stepped: bool = False

    @property
    def mine(self) -> bool:
        """Whether it is the reader's own."""
        return self.wearer is not None and self.wearer.mine

    @property
    def classes(self) -> str:
        """The classes of its line."""
        if self.wearer is not None and self.wearer.first:
            return self.wearer.classes
        return f"tone tone-{(self.tone - 1) % TONES + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The axis across: its name, the short name of each place, and the full one for the table if it differs."""

    name: Text
    places: tuple[str, ...]
    full: tuple[str, ...] = ()


def _plain(figure: float) -> str:
    return f"{figure:g}"


def line_chart(
    *,
    name: str,
    title: Text,
    words: Text,
    axis: Axis,
    series: Sequence[Series],
    unit: Text = "",
    written: Callable[[float], str] = _plain,
    head: Text = "",
    crests: bool = False,
    note: Text = "",
) -> Drawing:
    """Lines over one axis. ``written`` writes a figure at the axis and in the table.

    The table has a row for each place on the axis, or, if there is a ``head`` that names what a line is, for each line.
    With ``crests``, each line ends with its wearer's crest.
    """
    series = tuple(_told_apart(series))
    figures = [figure for each in series for figure in each.figures if figure is not None] or [0.0]
    numbers = enclosing(figures)
    drawn = [
        _drawn(series, axis, numbers, str(unit), written, crests, width, height, size)
        for width, height, size in ((WIDE, TALL, NORMAL), (NARROW, SHORT, SMALL))
    ]
    keys = tuple(
        Key(words=f"{each.end} {each.name}" if each.end.isdecimal() else each.name, mark=_mark(each, crests))
        for each in series
    )
    return Drawing(
        name=name,
        title=title,
        words=words,
        wide=drawn[0],
        narrow=drawn[1],
        keys=keys if len(series) > 1 else (),
        figures=_table(series, axis, written, head),
        note=note,
    )


def _told_apart(series: Sequence[Series]) -> Iterator[Series]:
    """The same lines, each with how many before it are in the same colour."""
    found: Counter[str] = Counter()
    for each in series:
        colour = each.wearer.first if each.wearer is not None else ""
        yield replace(each, alike=found[colour]) if colour else each
        found[colour] += 1


def _table(series: Sequence[Series], axis: Axis, written: Callable[[float], str], head: Text) -> Figures:
    places = axis.full or axis.places

    def cell(each: Series, place: int) -> str:
        figure = each.figures[place]
        return "–" if figure is None else written(figure)

    if head:
        return Figures(
            heads=(head, *places),
            rows=tuple((each.name, *(cell(each, place) for place in range(len(places)))) for each in series),
            mine=tuple(place for place, each in enumerate(series) if each.mine),
        )
    return Figures(
        heads=(axis.name, *(each.name for each in series)),
        rows=tuple((full, *(cell(each, place) for each in series)) for place, full in enumerate(places)),
    )


def _drawn(
    series: Sequence[Series],
    axis: Axis,
    numbers: Sequence[int],
    unit: str,
    written: Callable[[float], str],
    crests: bool,
    width: float,
    height: float,
    size: int,
) -> Picture:
    pen, count = Pen(), len(axis.places)
    left = 12 + max(width_of(written(each), size) for each in numbers)
    ends = max((width_of(each.end, size) for each in series), default=0)
    right, top, bottom = 12 + (24 if crests else ends + 6), 26.0 if unit else 14.0, 28.0
    step = (width - left - right) / max(1, count - 1)
    scrolls = step < LEAST_STEP
    if scrolls:
        width = left + right + LEAST_STEP * (count - 1)
    across, up = Scale(0, max(1, count - 1), left, width - right), Scale(numbers[0], numbers[-1], height - bottom, top)
    marks = tuple([(up.at(figure), written(figure)) for figure in numbers])
    pen.markup(_frame(axis.places, marks, across, height - bottom + 15, size, width, unit))
    lasts = [_course(pen, each, across, up) for each in sorted(series, key=lambda each: each.mine)]
    found = [(each, last) for each, last in zip(sorted(series, key=lambda each: each.mine), lasts, strict=True) if last]
    labels = apart([last[1] for _each, last in found], 18 if crests else size + 1, top, height - bottom)
    for (each, last), y in zip(found, labels, strict=True):
        if crests and each.wearer is not None:
            pen.crest(each.wearer, (last[0] + 16, y), 18)
        elif each.end:
            pen.text("label own" if each.mine else "label", (last[0] + 8, y), each.end)
    return pen.picture(width, height, scrolls=scrolls)


@lru_cache(maxsize=128)
def _frame(
    places: tuple[str, ...],
    marks: tuple[tuple[float, str], ...],
    across: Scale,
    below: float,
    size: int,
    width: float,
    unit: str,
) -> SafeString:
    """The grid, its ``marks`` at their heights, and the places ``below`` it: the same until the axes change."""
    pen = Pen()
    if unit:
        pen.text("axis", (4, 9), cut(unit, width - 8, size))
    for y, words in marks:
        pen.line("grid", (across.start, y), (across.end, y))
        pen.text("axis", (across.start - 6, y), words, "end")
    widest = max((width_of(each, size) for each in places), default=1) + 8
    most = max(1, int((across.end - across.start) / widest))
    for place in thinned(len(places), most):
        half = width_of(places[place], size) / 2
        x = min(max(across.at(place), half), width - half)
        pen.text("axis", (x, below), places[place], "middle")
    return pen.drawn


def _course(pen: Pen, each: Series, across: Scale, up: Scale) -> Point | None:
    """Draws a line, which has a gap where there is no figure. Gives its last place."""
    drawn, last = _drawn_course(each.figures, _dress_of(each), each.stepped, across, up)
    pen.markup(drawn)
    return last


class _Dress(NamedTuple):
    """How a line looks: its classes, whether it is ``worn`` in two colours, and whether it is thick."""

    classes: str
    worn: bool
    thick: bool


def _dress_of(each: Series) -> _Dress:
    worn = each.wearer is not None and bool(each.wearer.first)
    return _Dress(each.classes + DASHES[each.alike % len(DASHES)], worn, each.mine)


@lru_cache(maxsize=512)
def _drawn_course(
    figures: tuple[float | None, ...], dress: _Dress, stepped: bool, across: Scale, up: Scale
) -> tuple[SafeString, Point | None]:
    """A line and its last place. A result changes the lines of two teams, and those of the others are found here."""
    runs: list[list[Point]] = [[]]
    for place, figure in enumerate(figures):
        if figure is None:
            runs.append([])
        else:
            if stepped and runs[-1]:
                runs[-1].append((across.at(place), runs[-1][-1][1]))
            runs[-1].append((across.at(place), up.at(figure)))
    pen = Pen()
    pen.begin(dress.classes)
    last: Point | None = None
    for run in filter(None, runs):
        _line(pen, dress, run)
        last = run[-1]
    if last:
        pen.circle("dot", last, 4)
    pen.end()
    return pen.drawn, last


def _line(pen: Pen, dress: _Dress, run: Sequence[Point]) -> None:
    if len(run) == 1:
        pen.circle("dot", run[0], 3)
    elif dress.worn:
        pen.worn(straight(run), thick=dress.thick)
    else:
        pen.add("path", "course thick" if dress.thick else "course", d=straight(run))


def _mark(each: Series, crests: bool) -> SafeString:
    if not crests or each.wearer is None:
        return _drawn_mark(_dress_of(each), 29)
    pen = Pen()
    pen.markup(_drawn_mark(_dress_of(each), 15))
    pen.crest(each.wearer, (25, 8), 16)
    return pen.drawn


@lru_cache(maxsize=256)
def _drawn_mark(dress: _Dress, end: float) -> SafeString:
    """The line in the key, as far as there."""
    pen = Pen()
    pen.begin(dress.classes)
    _line(pen, dress, [(3, 8), (end, 8)])
    pen.end()
    return pen.drawn


def with_thousands(figure: float) -> str:
    """A figure with a blank between its thousands, as the tables write them."""
    return f"{figure:,.0f}" if float(figure).is_integer() else number(figure)
