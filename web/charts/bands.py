"""A measure of many teams over time: for each setting a line for the median and a band for the middle half.

The letter at the end of the line, its dashes and the hatching of the band tell two settings apart, so that readers need
no colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from web.charts.drawing import NARROW, NORMAL, SMALL, WIDE, Drawing, Figures, Group, Picture
from web.charts.pen import Pen, Point, points, width_of
from web.charts.scales import Scale, apart, enclosing, thinned
from web.errors import Text

THOUSAND = 1_000
TALL, SHORT = 300, 240
HATCH = (
    '<defs><pattern id="{name}" patternUnits="userSpaceOnUse" width="6" height="6" patternTransform="rotate(45)">'
    '<path class="hatch" d="M0 0v6"/></pattern></defs>'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The quartiles of a measure at one place of the axis."""

    low: int
    median: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """One setting by its ``letter``, "A" or "B": what was measured at each place; empty if it has no such measure."""

    letter: str
    spreads: tuple[Measured, ...]


def hatching(name: str) -> SafeString:
    """The hatching of the second setting under an id."""
    return SafeString(HATCH.format(name=name))


def band_chart(
    *,
    name: str,
    title: Text,
    words: Text,
    bands: Sequence[Band],
    head: Text,
    quartiles: tuple[Text, Text, Text],
    unit: Text = "",
    thousands: Text = "",
) -> Drawing:
    """The chart of a measure. ``head`` names a place of the axis, ``thousands`` the unit if an axis counts in them."""
    there = [band for band in bands if band.spreads]
    least = min(one.low for band in there for one in band.spreads)
    highest = max(one.high for band in there for one in band.spreads)
    count = max(len(band.spreads) for band in bands)
    per = THOUSAND if unit and highest >= 10 * THOUSAND else 1
    numbers = enclosing([least, highest], unit=per)
    drawn = [
        _drawn(
            there, numbers, count, str(thousands if per > 1 else unit), per, name, width, height, size, len(bands) > 1
        )
        for width, height, size in ((WIDE, TALL, NORMAL), (NARROW, SHORT, SMALL))
    ]
    several = len(bands) > 1
    return Drawing(
        name=name,
        title=title,
        words=words,
        wide=drawn[0],
        narrow=drawn[1],
        figures=Figures(
            heads=(head, *(quartiles * len(bands))),
            groups=(Group(name="", columns=1), *(Group(name=band.letter, columns=3) for band in bands))
            if several
            else (),
            rows=tuple(
                (str(place), *(cell for band in bands for cell in _cells(band, place))) for place in range(count)
            ),
        ),
    )


def _cells(band: Band, place: int) -> tuple[str, str, str]:
    if place >= len(band.spreads):
        return "–", "–", "–"
    one = band.spreads[place]
    return f"{one.low:,}", f"{one.median:,}", f"{one.high:,}"


def _drawn(
    bands: Sequence[Band],
    numbers: Sequence[int],
    count: int,
    unit: str,
    per: int,
    name: str,
    width: float,
    height: float,
    size: int,
    lettered: bool,
) -> Picture:
    pen = Pen()
    left, right, top, bottom = 12 + max(width_of(f"{one // per:,}", size) for one in numbers), 22.0, 26.0, 28.0
    across, up = Scale(0, max(1, count - 1), left, width - right), Scale(numbers[0], numbers[-1], height - bottom, top)
    pen.text("axis", (4, 9), unit)
    for figure in numbers:
        pen.line("grid", (left, up.at(figure)), (width - right, up.at(figure)))
        pen.text("axis", (left - 6, up.at(figure)), f"{figure // per:,}", "end")
    for place in thinned(count, int((width - left) / (size * 2))):
        pen.text("axis", (across.at(place), height - bottom + 15), str(place), "middle")
    for band in bands:
        _area(pen, band, across, up, f"{name}-hatch-{int(width)}" if band.letter == "B" else "")
    ends = [up.at(band.spreads[-1].median) for band in bands]
    labels = apart(ends, size + 1, top, height - bottom)
    for band, label in zip(bands, labels, strict=True):
        places = _places(across, up, [one.median for one in band.spreads])
        pen.add("polyline", f"median median-{band.letter}", points=points(places))
        if lettered:
            pen.text("label own", (width - right + 6, label), band.letter)
    return pen.picture(width, height)


def _places(across: Scale, up: Scale, figures: Sequence[int]) -> list[Point]:
    return [(across.at(place), up.at(figure)) for place, figure in enumerate(figures)]


def _area(pen: Pen, band: Band, across: Scale, up: Scale, hatch: str) -> None:
    low = _places(across, up, [one.low for one in band.spreads])
    high = _places(across, up, [one.high for one in band.spreads])
    area = points([*high, *reversed(low)])
    if hatch:
        pen.markup(hatching(hatch))
        pen.add("polygon", f"band band-{band.letter}", fill=f"url(#{hatch})", points=area)
    else:
        pen.add("polygon", f"band band-{band.letter}", points=area)
    for edge in (low, high):
        pen.add("polyline", f"edge edge-{band.letter}", points=points(edge))
