"""Where figures lie on an axis, which numbers stand at it, and labels that do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

STEPS = (1, 2, 5)
NEAR = 0.4
"""An axis starts at 0, unless the lowest figure is above this part of the highest."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Places on a line: ``least`` is at ``start``, ``most`` at ``end``."""

    least: float
    most: float
    start: float
    end: float

    def at(self, figure: float) -> float:
        """The place of a figure."""
        span = self.most - self.least or 1.0
        return self.start + (figure - self.least) / span * (self.end - self.start)


def ticks(least: float, most: float, *, spaces: int = 6, unit: int = 1) -> list[int]:
    """Round multiples of ``unit``, at least two and at most ``spaces`` + 1, that enclose both figures."""
    power = unit
    while True:
        for step in (power * one for one in STEPS):
            first, last = int(least // step), int(-(-most // step))
            if last - first <= spaces:
                return [step * one for one in range(first, max(last, first + 1) + 1)]
        power *= 10


def enclosing(figures: Sequence[float], *, spaces: int = 6, unit: int = 1) -> list[int]:
    """The ticks for figures: from 0, unless all of them are far from it."""
    lowest, highest = min(figures), max(figures)
    return ticks(lowest if lowest > NEAR * highest else min(0, lowest), highest, spaces=spaces, unit=unit)


def thinned(count: int, most: int) -> range:
    """At most ``most`` of ``count`` places, evenly spread, and always the last one."""
    step = max(1, -(-count // max(1, most)))
    return range((count - 1) % step, count, step) if count else range(0)


def apart(heights: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """The heights of labels, moved as little as possible so that neighbours are ``gap`` apart between the two ends.

    Those that crowd move up and down alike. If there is no room for all, they are as far apart as it allows.
    """
    if not heights:
        return []
    if len(heights) > 1:
        gap = min(gap, (bottom - top) / (len(heights) - 1))
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    # What remains of heights without the gaps must not fall; where it would, neighbours share the mean of theirs.
    crowds: list[tuple[float, int]] = []
    for place, index in enumerate(order):
        total, size = heights[index] - place * gap, 1
        while crowds and crowds[-1][0] / crowds[-1][1] > total / size:
            before, others = crowds.pop()
            total, size = total + before, size + others
        crowds.append((total, size))
    bare = [total / size for total, size in crowds for _each in range(size)]
    highest = bottom - (len(heights) - 1) * gap
    places = [min(max(height, top), highest) + place * gap for place, height in enumerate(bare)]
    found = dict(zip(order, places, strict=True))
    return [found[index] for index in range(len(heights))]
