"""Writes SVG: elements with classes and presentation attributes, never with styles, and with escaped text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from django.utils.safestring import SafeString

from web.charts.drawing import Picture, Wearer, escape

Point = tuple[float, float]
CREST_WIDTH, CREST_HEIGHT = 40, 48
LETTER = 0.52
"""The width of an average letter of the narrow face, as a share of its size; more than it takes in any of the fonts."""


@lru_cache(maxsize=8192)
def number(value: float) -> str:
    """A coordinate with one decimal at most. Raises ``ValueError`` for what is no place."""
    if not math.isfinite(value):
        raise ValueError(value)
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def points(places: Iterable[Point]) -> str:
    """Places for a polyline."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)


def width_of(words: str, size: float) -> float:
    """About how wide words are."""
    return len(words) * size * LETTER


def cut(words: str, room: float, size: float) -> str:
    """The words, or as many letters as have room, with an ellipsis."""
    if width_of(words, size) <= room:
        return words
    letters = max(1, int(room / (size * LETTER)) - 1)
    return f"{words[:letters].rstrip()}…"


class Pen:
    """Collects the elements of a picture in the order in which they are drawn."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def add(self, name: str, css: str = "", words: str | None = None, **attributes: float | str) -> None:
        """An element; underscores in names of attributes become hyphens."""
        shown = f' class="{escape(css)}"' if css else ""
        for key, value in attributes.items():
            text = value if isinstance(value, str) else number(value)
            shown += f' {key.replace("_", "-")}="{escape(text)}"'
        self._parts.append(f"<{name}{shown}/>" if words is None else f"<{name}{shown}>{escape(words)}</{name}>")

    def begin(self, css: str, **attributes: str) -> None:
        """Opens a group; the next ``end`` closes it."""
        shown = "".join(f' {key.replace("_", "-")}="{escape(value)}"' for key, value in attributes.items())
        self._parts.append(f'<g class="{escape(css)}"{shown}>')

    def end(self) -> None:
        """Closes a group."""
        self._parts.append("</g>")

    def markup(self, drawn: SafeString) -> None:
        """What another pen drew."""
        self._parts.append(drawn)

    def line(self, css: str, start: Point, end: Point) -> None:
        """A straight line."""
        self._parts.append(
            f'<line class="{escape(css)}" x1="{number(start[0])}" y1="{number(start[1])}" x2="{number(end[0])}"'
            f' y2="{number(end[1])}"/>'
        )

    def text(self, css: str, at: Point, words: str, anchor: str = "start") -> None:
        """Words whose middle line is at the height of ``at``."""
        more = "" if anchor == "start" else f' text-anchor="{escape(anchor)}"'
        self._parts.append(
            f'<text class="{escape(css)}" x="{number(at[0])}" y="{number(at[1])}" dy="0.35em"{more}>'
            f"{escape(words)}</text>"
        )

    def circle(self, css: str, at: Point, radius: float, told: str = "") -> None:
        """A dot, with words that a pointer shows."""
        end = f"><title>{escape(told)}</title></circle>" if told else "/>"
        self._parts.append(
            f'<circle class="{escape(css)}" cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"{end}'
        )

    def define(self, key: str, d: str) -> None:
        """A path with an id, to be drawn several times by ``use``: it stands in the page once."""
        self._parts.append(f'<defs><path id="{escape(key)}" d="{escape(d)}"/></defs>')

    def use(self, css: str, key: str) -> None:
        """A path that was defined."""
        self._parts.append(f'<use class="{escape(css)}" href="#{escape(key)}"/>')

    def rect(self, css: str, at: Point, width: float, height: float) -> None:
        """A rectangle."""
        self._parts.append(
            f'<rect class="{escape(css)}" x="{number(at[0])}" y="{number(at[1])}" width="{number(max(0.0, width))}"'
            f' height="{number(max(0.0, height))}"/>'
        )

    def worn(self, d: str, *, thick: bool = False) -> None:
        """A line in the two colours of the group that it stands in: an edge, the first colour, the second within."""
        size = " thick" if thick else ""
        d = escape(d)
        self._parts += [f'<path class="worn worn-{part}{size}" d="{d}"/>' for part in ("edge", "first", "second")]

    def crest(self, wearer: Wearer, middle: Point, height: float) -> None:
        """A crest, if the wearer has one, else a dot in its first colour."""
        width = height * CREST_WIDTH / CREST_HEIGHT
        if wearer.crest:
            self._parts.append(
                f'<svg x="{number(middle[0] - width / 2)}" y="{number(middle[1] - height / 2)}" width="{number(width)}"'
                f' height="{number(height)}" viewBox="0 0 {CREST_WIDTH} {CREST_HEIGHT}" class="chart-crest'
                f' {escape(wearer.classes)}">{wearer.crest}</svg>'
            )
        else:
            self.begin(wearer.classes)
            self.circle("dot", middle, height / 3)
            self.end()

    def picture(self, width: float, height: float, *, scrolls: bool = False, small: bool = False) -> Picture:
        """What was drawn."""
        return Picture(width=math.ceil(width), height=math.ceil(height), body=self.drawn, scrolls=scrolls, small=small)

    @property
    def drawn(self) -> SafeString:
        """What was drawn, as markup: every text in it is escaped."""
        return SafeString("".join(self._parts))


def straight(places: Sequence[Point]) -> str:
    """A path through places."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in places)


def dotted(places: Iterable[Point]) -> str:
    """A path with a dot at each of these ``rounded`` places; the width of its stroke is that of a dot.

    Steps are shorter than places, and there are few different ones.
    """
    first, *steps = _steps(places)
    return f"M{first}h0" + "".join([f"m{step}h0" for step in steps])


def smooth(places: Sequence[Point]) -> str:
    """A path through ``rounded`` places, equally far apart across, that leaves and reaches each of them level.

    Each curve begins as the one before it ends, which ``s`` says without words.
    """
    first, *steps = _steps(places)
    bends = [number((to[0] - at[0]) / 2) for at, to in pairwise(places)]
    curves = [f"{bend} {step.partition(' ')[2]} {step}" for bend, step in zip(bends, steps, strict=True)]
    return f"M{first}c{bends[0]} 0 {'s'.join(curves)}"


def rounded(value: float) -> float:
    """A coordinate as it is written, so that steps between such coordinates add up to where they lead."""
    return round(value, 1)


def _steps(places: Iterable[Point]) -> Iterator[str]:
    """The first place, and how far each other one is from the one before it."""
    x = y = 0.0
    for to_x, to_y in places:
        yield f"{number(to_x - x)} {number(to_y - y)}"
        x, y = to_x, to_y
