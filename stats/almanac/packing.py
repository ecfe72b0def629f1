"""How the teams of an almanac share its pages.

Those that nearly fit together have lower rows, those that leave room have higher ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stats.almanac.chapters import room_of
from stats.almanac.data import Squad
from stats.almanac.pages import BETWEEN, HEAD, Pages

LOWEST, HIGHEST = 0.82, 1.4
"""How many times as high as usual the rows of a roster are."""
STEP = 0.02


def packed(pages: Pages, squads: Sequence[Squad]) -> Iterator[tuple[Squad, float]]:
    """Each team, in this order, and how many times as high as usual its rows are."""
    place = 0
    while place < len(squads):
        end = place + 1
        while end < len(squads) and _fit(pages, squads[place : end + 1], LOWEST):
            end += 1
        group = squads[place:end]
        stretch = next((each for each in _stretches() if _fit(pages, group, each)), 1.0)
        yield from ((squad, stretch) for squad in group)
        place = end


def _stretches() -> Iterator[float]:
    """From the highest to the lowest."""
    steps = round((HIGHEST - LOWEST) / STEP)
    return (LOWEST + step * STEP for step in range(steps, -1, -1))


def _fit(pages: Pages, squads: Sequence[Squad], stretch: float) -> bool:
    """Whether these teams have room on one page."""
    heights = [HEAD + room_of(squad, pages.width, stretch) for squad in squads]
    return sum(heights) + BETWEEN * (len(squads) - 1) <= pages.document.top - pages.document.bottom
