"""Outlines as SVG path data, read into lines and curves for everything else that draws them.

The data uses M, L, H, V, C and Z, absolute or relative, and no arcs: what ReportLab draws too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
"""A letter of M, L, C and Z, and the absolute points that belong to it: one, one, three and none."""

TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}
BOW = 0.5523
"""How far the handles of a curve reach that draws a quarter of a circle, in its radius."""
PIECES = 12
"""Straight pieces that stand for a curve in ``polygons``."""


@lru_cache(maxsize=512)
def steps(data: str) -> tuple[Step, ...]:
    """The steps of a path. Raises ValueError for data with other letters or too few numbers."""
    return tuple(_steps(TOKEN.findall(data)))


def _steps(tokens: list[str]) -> Iterator[Step]:
    place = start = (0.0, 0.0)
    letter, at = "", 0
    while at < len(tokens):
        if tokens[at].isalpha():
            letter, at = tokens[at], at + 1
        kind = letter.upper()
        if kind not in NUMBERS:
            raise ValueError(f"a path has no step {letter!r}; it has {', '.join(NUMBERS)}")
        found = tokens[at : at + NUMBERS[kind]]
        if len(found) < NUMBERS[kind] or any(each.isalpha() for each in found):
            raise ValueError(f"the step {letter!r} has {len(found)} numbers instead of {NUMBERS[kind]}")
        at += len(found)
        points = _points(kind, [float(each) for each in found], place, letter.islower())
        if kind == "Z":
            yield "Z", ()
            place, letter = start, ""
            continue
        place = points[-1]
        if kind == "M":
            start = place
            yield "M", points
            letter = "l" if letter == "m" else "L"
        else:
            yield ("C" if kind == "C" else "L"), points


def _points(kind: str, numbers: list[float], place: Point, relative: bool) -> tuple[Point, ...]:
    x, y = place if relative else (0.0, 0.0)
    if kind == "H":
        return ((x + numbers[0], place[1]),)
    if kind == "V":
        return ((place[0], y + numbers[0]),)
    return tuple((x + one, y + two) for one, two in zip(numbers[::2], numbers[1::2], strict=True))


def polygons(data: str) -> list[list[Point]]:
    """The closed outlines of a path, curves as straight pieces."""
    found: list[list[Point]] = []
    for kind, points in steps(data):
        if kind == "M":
            found.append([points[0]])
        elif kind == "L":
            found[-1].append(points[0])
        elif kind == "C":
            corners = (found[-1][-1], *points)
            found[-1] += [_on_curve(corners, piece / PIECES) for piece in range(1, PIECES + 1)]
    return found


def _on_curve(corners: tuple[Point, ...], at: float) -> Point:
    left = 1 - at
    parts = (left**3, 3 * left**2 * at, 3 * left * at**2, at**3)
    x, y = (sum(part * point[axis] for part, point in zip(parts, corners, strict=True)) for axis in (0, 1))
    return x, y


def turn(outline: list[Point]) -> float:
    """Twice the area within an outline: above zero if it goes clockwise, as one sees it on a page."""
    ends = [*outline[1:], outline[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(outline, ends, strict=True))


def circle(x: float, y: float, radius: float) -> str:
    """Path data of a circle, clockwise."""
    r, h = radius, round(radius * BOW, 2)
    return (
        f"M{_n(x)} {_n(y - r)}C{_n(x + h)} {_n(y - r)} {_n(x + r)} {_n(y - h)} {_n(x + r)} {_n(y)}"
        f"C{_n(x + r)} {_n(y + h)} {_n(x + h)} {_n(y + r)} {_n(x)} {_n(y + r)}"
        f"C{_n(x - h)} {_n(y + r)} {_n(x - r)} {_n(y + h)} {_n(x - r)} {_n(y)}"
        f"C{_n(x - r)} {_n(y - h)} {_n(x - h)} {_n(y - r)} {_n(x)} {_n(y - r)}Z"
    )


def star(x: float, y: float, tips: int, outer: float, inner: float) -> str:
    """Path data of a star with its first tip up, clockwise."""
    found = []
    for place in range(2 * tips):
        angle = math.pi * place / tips - math.pi / 2
        radius = inner if place % 2 else outer
        found.append(f"{_n(x + radius * math.cos(angle))} {_n(y + radius * math.sin(angle))}")
    return f"M{'L'.join(found)}Z"


def _n(number: float) -> str:
    """A number as path data: two decimals at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".").replace("-0.", "-.").removeprefix("0") or "0"
