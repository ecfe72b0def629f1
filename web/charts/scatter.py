"""Two figures of many players: a dot in kit colour for one, brown with a count for several; the outermost are named,
unless more than two share their place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from web.charts.drawing import NARROW, NORMAL, SMALL, WIDE, Drawing, Figures, Key, Picture, Wearer
from web.charts.pen import Pen, Point, width_of
from web.errors import Text

ACROSS, UP = 14, 9
"""At most so many places in each direction: with higher figures, a place stands for several of them."""
NAMED = 5
AIR = 2.5
"""How far words keep from what stands beside a count: else two counts read as one number."""
TOGETHER = 2
"""Of how many players of one outermost place both are named."""
TOLD = 3
"""How many players of one place the table names."""
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One player with both figures, neither below 0; ``short`` is the name beside the dot.

    Or so many ``players`` with the same figures whom nothing calls by name (``called_by_name``), after all others.
    """

    name: str
    short: str
    across: int
    up: int
    wearer: Wearer
    players: int = 1


@dataclass(frozen=True, slots=True)
class _Place:
    """What stands at a place of the grid, by its column and row."""

    column: int
    row: int
    dots: tuple[Dot, ...]
    players: int


def scatter_chart(
    *,
    name: str,
    title: Text,
    words: Text,
    dots: Sequence[Dot],
    across: Text,
    up: Text,
    heads: tuple[Text, Text],
    several: Text,
    others: str,
    note: Text = "",
) -> Drawing:
    """``across`` and ``up`` name the axes, ``heads`` the columns with the number of players and their names.

    ``several`` explains a count in a dot. ``others`` says how many more a row has: "and {count} more".
    """
    wide_step, high_step, groups = _grouped([(dot.across, dot.up) for dot in dots])
    places = [
        _Place(*place, tuple(dots[number] for number in found), sum(dots[number].players for number in found))
        for place, found in sorted(groups.items())
    ]
    drawn = [
        _drawn(places, (wide_step, high_step), (str(across), str(up)), width, size)
        for width, size in ((WIDE, NORMAL), (NARROW, SMALL))
    ]
    mark = SafeString('<circle class="several" cx="16" cy="8" r="7"/>')
    return Drawing(
        name=name,
        title=title,
        words=words,
        wide=drawn[0],
        narrow=drawn[1],
        keys=(Key(words=several, mark=mark),) if any(place.players > 1 for place in places) else (),
        note=note,
        figures=Figures(
            heads=(across, up, *heads),
            rows=tuple(_row(place, wide_step, high_step, others) for place in reversed(places)),
            words=True,
        ),
    )


def called_by_name(figures: Sequence[tuple[int, int]]) -> set[int]:
    """The numbers, from 0, of the dots with these figures across and up that a chart calls by name."""
    return {number for found in _grouped(figures)[2].values() for number in found[:TOLD]}


def _grouped(figures: Sequence[tuple[int, int]]) -> tuple[int, int, dict[tuple[int, int], list[int]]]:
    """How many figures share a place in each direction, and the numbers of the dots at each place."""
    wide_step = _step(max((across for across, _up in figures), default=0), ACROSS)
    high_step = _step(max((up for _across, up in figures), default=0), UP)
    groups: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (across, up) in enumerate(figures):
        groups[across // wide_step, up // high_step].append(number)
    return wide_step, high_step, groups


def _step(most: int, places: int) -> int:
    """How many figures share a place, so that there are not more than so many places."""
    steps = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    return next((step for step in steps if most // step < places), most // places + 1)


def _range(number: int, step: int) -> str:
    return str(number) if step == 1 else f"{number * step}–{number * step + step - 1}"


def _row(place: _Place, wide_step: int, high_step: int, others: str) -> tuple[str, ...]:
    named = [dot.name for dot in place.dots[:TOLD] if dot.players == 1]
    more = place.players - len(named)
    told = ", ".join(named) + (f" {others.replace('{count}', str(more))}" if more else "")
    return _range(place.column, wide_step), _range(place.row, high_step), str(place.players), told


def _drawn(
    places: Sequence[_Place], steps: tuple[int, int], names: tuple[str, str], width: float, size: int
) -> Picture:
    columns = max((place.column for place in places), default=0) + 1
    rows = max((place.row for place in places), default=0) + 1
    pen, lane = Pen(), 40.0 if size == SMALL else 44.0
    left = 14 + max(width_of(_range(row, steps[1]), size) for row in range(rows))
    top, right = 34.0, 22.0
    bottom = top + rows * lane
    step = min((width - left - right) / columns, 90.0)
    radius = min(step / 2 - 1, 15.0)

    def at(column: float, row: float) -> Point:
        return left + (column + 0.5) * step, bottom - (row + 0.5) * lane

    pen.text("axis own", (4, 10), names[1])
    for row in range(rows):
        y = at(0, row)[1]
        pen.line("grid", (left, y), (left + columns * step, y))
        pen.text("axis", (left - 8, y), _range(row, steps[1]), "end")
    most = max(1, int(step * columns / (max(width_of(_range(columns, steps[0]), size), 10) + 8)))
    for column in range(0, columns, -(-columns // most)):
        pen.text("axis", (at(column, 0)[0], bottom + 10), _range(column, steps[0]), "middle")
    right_end = left + columns * step
    if width_of(names[0], size) <= right_end:
        pen.text("axis own", (right_end, bottom + 28), names[0], "end")
    else:
        pen.text("axis own", (4, bottom + 28), names[0])
    taken: list[Box] = []
    for place in places:
        taken.append(_dot(pen, place, at(place.column, place.row), radius, size))
    for place, dot in zip(places, list(taken), strict=True):
        _count_beside(pen, place, dot, taken, size, bottom + 3)
    _names(pen, places, taken, (width, size))
    return pen.picture(width, bottom + 40)


def _dot(pen: Pen, place: _Place, middle: Point, radius: float, size: int) -> Box:
    count = place.players
    if count == 1:
        r = min(radius, 7.0)
        pen.begin(place.dots[0].wearer.classes)
        pen.circle("dot", middle, r, place.dots[0].name)
        pen.end()
    else:
        r = min(radius, 9.0 + min(6.0, count**0.5))
        pen.circle("several", middle, r)
        if width_of(str(count), size) <= 2 * r:
            pen.text("on-several", middle, str(count), "middle")
    return middle[0] - r, middle[1] - r, middle[0] + r, middle[1] + r


def _count_beside(pen: Pen, place: _Place, dot: Box, taken: list[Box], size: int, floor: float) -> None:
    """A count that is too long for its dot stands above it, or below it, where there is room, and air on both sides.

    Nothing stands below the ``floor``: there are the figures of the axis.
    """
    long, middle, half = width_of(str(place.players), size), (dot[0] + dot[2]) / 2, size * 0.5
    if place.players == 1 or long <= dot[2] - dot[0]:
        return
    for level in (dot[1] - half, dot[3] + half):
        box = (middle - long / 2 - AIR, level - half, middle + long / 2 + AIR, level + half)
        if box[3] <= floor and not any(_overlap(box, other) for other in taken):
            taken.append(box)
            pen.text("label", (middle, level), str(place.players), "middle")
            return


def _outermost(places: Sequence[_Place]) -> list[_Place]:
    """The places beyond which nobody is: none has more of both."""
    found = [
        one
        for one in places
        if (one.column or one.row)
        and not any(other is not one and other.column >= one.column and other.row >= one.row for other in places)
    ]
    return sorted(found, key=lambda place: (-place.column - place.row, -place.column))


def _names(pen: Pen, places: Sequence[_Place], taken: list[Box], frame: tuple[float, int]) -> None:
    """``taken`` begins with the dots of the places."""
    width, size = frame
    named = 0
    dots = {(place.column, place.row): dot for place, dot in zip(places, list(taken), strict=False)}
    for place in _outermost(places):
        if place.players > TOGETHER or named == NAMED:
            continue
        words = ", ".join(dot.short for dot in place.dots)
        box = _room(words, dots[place.column, place.row], taken, width, size)
        if box is None:
            continue
        taken.append(box)
        named += 1
        pen.text("label", (box[0], (box[1] + box[3]) / 2), words)


def _room(words: str, dot: Box, taken: Sequence[Box], width: float, size: int) -> Box | None:
    """Where names have room beside their dot: above, below, at the right, at the left."""
    long, x, y = width_of(words, size), (dot[0] + dot[2]) / 2, (dot[1] + dot[3]) / 2
    half, away = size * 0.55, max(dot[2] - x, 7.0)
    starts = (
        (min(max(x - long / 2, 2), width - long - 2), y - away - 1 - half),
        (min(max(x - long / 2, 2), width - long - 2), y + away + 1 + half),
        (x + away + 4, y),
        (x - away - 4 - long, y),
    )
    for start, level in starts:
        box = (start, level - half, start + long, level + half)
        inside = box[0] >= 0 and box[2] <= width and box[1] >= 18
        if inside and not any(_overlap(box, other) for other in taken):
            return box
    return None


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
