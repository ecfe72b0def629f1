"""A career as steps: the points of a player after each match, what they did in it, whom it was against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.safestring import SafeString

from web.charts.drawing import NARROW, NORMAL, SMALL, WIDE, Drawing, Figures, Key, Picture, Wearer
from web.charts.pen import Pen, Point, points, width_of
from web.charts.scales import Scale, enclosing, thinned
from web.errors import Text

SIGNS = {
    "ball": "M-7 5C-8-3-1-8 6-7 7 0 1 6-7 5z",
    "drop": "M0-8c2.500 4.500 5 7 5 10a5 5 0 0 1-10 0c0-3 2.500-5.500 5-10z",
    "bone": (
        "M-5.500-7.500a2.300 2.300 0 0 1 2 2.600l6 6a2.300 2.300 0 1 1 1 3 2.300 2.300 0 1 1-3-1"
        "l-6-6a2.300 2.300 0 1 1-1-3 2.300 2.300 0 0 1 1-1.600z"
    ),
    "star": "M0-8l2.300 4.800 5.300.7-3.900 3.700 1 5.300L0 4l-4.700 2.500 1-5.300-3.900-3.700 5.300-.7z",
}
"""Small drawings for a box from -8 to 8: who scored, who hurt, who was hurt, who got an award."""
TALL, SHORT = 234, 236
LEAST_STEP = 30.0
LEADING = 1.2
"""Lines of words are so far apart, in heights of a letter."""
CREST = 22.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A match of a career: its name (short and full), against whom, the points after it, and what happened.

    ``signs`` are keys of ``SIGNS``, one for each time; ``told`` says it in words. ``missed``: they could not play.
    """

    place: str
    full: str
    opponent: Wearer
    points: int
    earned: str
    signs: tuple[str, ...] = ()
    told: str = ""
    missed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A rank that is reached with so many points."""

    name: str
    points: int


def career_chart(
    *,
    name: str,
    title: Text,
    words: Text,
    wearer: Wearer,
    matches: Sequence[Appearance],
    ranks: Sequence[Step],
    heads: tuple[Text, Text, Text, Text, Text],
    signs: Sequence[tuple[str, Text]],
    missed: Text,
    note: Text = "",
) -> Drawing:
    """``heads`` name a match, the opponent, what was earned, the points after it, and what happened.

    ``signs`` explains the signs that this book has; ``missed`` stands for a match that the player missed; ``note`` is
    said below.
    """
    drawn = [
        _drawn(wearer, matches, ranks, str(missed), width, height, size)
        for width, height, size in ((WIDE, TALL, NORMAL), (NARROW, SHORT, SMALL))
    ]
    seen = {sign for match in matches for sign in match.signs}
    return Drawing(
        name=name,
        title=title,
        words=words,
        wide=drawn[0],
        narrow=drawn[1],
        keys=tuple(Key(words=told, mark=_sign(key)) for key, told in signs if key in seen),
        note=note,
        figures=Figures(
            heads=heads,
            rows=tuple(
                (
                    each.full,
                    each.opponent.name,
                    str(missed) if each.missed else each.earned,
                    str(each.points),
                    each.told or "–",
                )
                for each in matches
            ),
            words=True,
        ),
    )


def _sign(key: str) -> SafeString:
    pen = Pen()
    pen.add("path", f"sign sign-{key}", d=SIGNS[key], transform="translate(16 8)")
    return pen.drawn


def _drawn(
    wearer: Wearer,
    matches: Sequence[Appearance],
    ranks: Sequence[Step],
    missed: str,
    width: float,
    height: float,
    size: int,
) -> Picture:
    pen, most = Pen(), max((match.points for match in matches), default=0)
    shown = [rank for rank in ranks if rank.points <= most] + [rank for rank in ranks if rank.points > most][:1]
    numbers = enclosing([0, most, *(rank.points for rank in shown)], spaces=5)
    left, right, top, bottom = 12 + max(width_of(str(one), size) for one in numbers), 14.0, 30.0, 62.0
    room = (width - left - right) / max(1, len(matches))
    step = max(room, LEAST_STEP)
    width = left + right + step * max(1, len(matches))
    up = Scale(numbers[0], numbers[-1], height - bottom, top)
    lines = [rank.points for rank in shown] or numbers
    read = _with_room([0, *lines], up, size * LEADING)
    for figure in {0, *lines}:
        pen.line("grid", (left, up.at(figure)), (width - right, up.at(figure)))
        if figure in read:
            pen.text("axis", (left - 6, up.at(figure)), str(figure), "end")
    places = _steps(matches, up, left, step)
    base = height - bottom
    pen.begin(wearer.classes)
    pen.add("polygon", "career-area", points=points([*places, (places[-1][0], base), (places[0][0], base)]))
    pen.add("polyline", "worn worn-edge", points=points(places))
    pen.add("polyline", "worn worn-first", points=points(places))
    pen.end()
    marks = _marks(matches, up, left, step)
    for rank in (rank for rank in shown if rank.points in read):
        # The career itself begins on the line of 0 points.
        if rank.points or width_of(rank.name, size) + 16 <= step / 2:
            x, anchor = _beside(rank, (left + 4, width - right - 4), up, size, places, marks)
            pen.text("label", (x, up.at(rank.points) - size * 0.6), rank.name, anchor)
    _matches(pen, matches, up, missed, (left, step, base, size))
    return pen.picture(width, height, scrolls=step > room)


Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def _marks(matches: Sequence[Appearance], up: Scale, left: float, step: float) -> list[Box]:
    """Where the matches and their signs lie."""
    found = []
    for number, match in enumerate(matches):
        x, y = left + (number + 0.5) * step, up.at(match.points)
        half, above = (len(match.signs) * 8, 24) if match.signs else (5, 5)
        found.append((x - half, y - above, x + half, y + 5))
    return found


def _beside(
    rank: Step, ends: tuple[float, float], up: Scale, size: float, places: Sequence[Point], marks: Sequence[Box]
) -> tuple[float, str]:
    """Where a rank's name stands on its line: at the left end, unless the career leaves only the right end free."""
    long, low = width_of(rank.name, size), up.at(rank.points)
    taken = [
        *marks,
        *((min(a, c) - 3, min(b, d) - 3, max(a, c) + 3, max(b, d) + 3) for (a, b), (c, d) in pairwise(places)),
    ]
    at_left, at_right = (
        not any(_lies(box, (start, low - size, start + long, low - 1)) for box in taken)
        for start in (ends[0], ends[1] - long)
    )
    return (ends[1], "end") if at_right and not at_left else (ends[0], "start")


def _lies(one: Box, other: Box) -> bool:
    """Whether a box lies on another."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _with_room(figures: Sequence[int], up: Scale, gap: float) -> set[int]:
    """Of the figures, the highest first, those whose words would not lie on the last ones above."""
    found: list[int] = []
    for figure in sorted(set(figures), reverse=True):
        if not found or up.at(figure) - up.at(found[-1]) >= gap:
            found.append(figure)
    return set(found)


def _steps(matches: Sequence[Appearance], up: Scale, left: float, step: float) -> list[Point]:
    level = up.at(0)
    found = [(left, level)]
    for number, match in enumerate(matches):
        x = left + (number + 0.5) * step
        found += [(x, level), (x, up.at(match.points))]
        level = up.at(match.points)
    return [*found, (left + step * max(1, len(matches)), level)]


def _matches(
    pen: Pen, matches: Sequence[Appearance], up: Scale, missed: str, frame: tuple[float, float, float, int]
) -> None:
    left, step, base, size = frame
    fits = max((width_of(match.place, size) for match in matches), default=1) + 6
    labelled = set(thinned(len(matches), max(1, int(step * len(matches) / fits))))
    for number, match in enumerate(matches):
        x, y = left + (number + 0.5) * step, up.at(match.points)
        pen.crest(match.opponent, (x, base + 20), CREST)
        if number in labelled:
            half = width_of(match.place, size) / 2
            pen.text("axis", (max(x, half + 1), base + 46), match.place, "middle")
        if match.missed:
            pen.line("missed", (x - 5, y - 5), (x + 5, y + 5))
            pen.line("missed", (x - 5, y + 5), (x + 5, y - 5))
            continue
        pen.circle("stop", (x, y), 4, match.told)
        for place, sign in enumerate(match.signs[: max(1, int(step / 15))]):
            shift = (place - (min(len(match.signs), max(1, int(step / 15))) - 1) / 2) * 16
            above = max(9.0, y - 16)
            pen.add("path", f"sign sign-{sign}", d=SIGNS[sign], transform=f"translate({x + shift:.1f} {above:.1f})")
