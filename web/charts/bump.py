"""Places by round: a line for each team in its two colours, crests at both ends, the reader's own team on top."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from django.utils.safestring import SafeString

from web.charts.drawing import NARROW, NORMAL, SMALL, WIDE, Drawing, Figures, Key, Picture, Wearer
from web.charts.pen import Pen, Point, cut, dotted, rounded, smooth
from web.charts.scales import thinned
from web.errors import Text

MANY = 16
"""With more teams than this, lanes lie closer."""
LAYERS = {"worn": ("edge", "first", "second"), "dots": ("edge", "first")}
"""What lies over each other in a line, and in its dots."""
KEPT = 512
"""How many drawn courses a process keeps, of about 3 kB each."""
LEAST_STEP = 26
"""Two rounds are at least so far apart; a picture with more rounds than have room scrolls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A team's places, one for each round: ``lanes`` from 1, unique in each round, None while it has no place.

    ``places`` is how each is written, if not as the lane's number: level teams share a place.
    """

    wearer: Wearer
    lanes: tuple[int | None, ...]
    places: tuple[str, ...] = ()

    def place(self, number: int) -> str:
        """Its place after a round, as it is written."""
        lane = self.lanes[number]
        if lane is None:
            return "–"
        return self.places[number] if self.places else str(lane)


@dataclass(frozen=True, slots=True)
class _Frame:
    """``key`` begins the ids in it. ``xs`` are the places of the rounds across, ``ys`` those of the lanes from 1."""

    key: str
    width: float
    left: float
    right: float
    top: float
    lane: float
    size: int
    names: bool
    step: float
    scrolls: bool
    xs: tuple[float, ...]
    ys: tuple[float, ...]

    def place(self, number: int, lane: int) -> Point:
        return self.left + number * self.step, self.top + (lane - 0.5) * self.lane


def bump_chart(
    *,
    name: str,
    title: Text,
    words: Text,
    courses: Sequence[Course],
    rounds: Sequence[str],
    heads: tuple[Text, Text],
    line_after: int = 0,
    line_words: Text = "",
) -> Drawing:
    """Courses in the order of their last places. ``rounds`` are short names; ``heads`` name a team and a round.

    ``line_after`` is the lane below which a dashed line runs, such as that of the play-offs; 0 for none.
    """
    lanes = max((lane for course in courses for lane in course.lanes if lane), default=1)
    lane = 34.0 if lanes <= MANY else 26.0
    drawn = [_drawn(courses, rounds, lanes, line_after, frame) for frame in _frames(name, lane, lanes, len(rounds))]
    keys = [
        Key(words=f"{course.place(-1)} {course.wearer.name}", mark=_mark(course.wearer), narrow=True)
        for course in courses
    ]
    if line_after:
        keys.append(Key(words=line_words, mark=SafeString('<line class="cut-line" x1="1" y1="8" x2="31" y2="8"/>')))
    return Drawing(
        name=name,
        title=title,
        words=words,
        wide=drawn[0],
        narrow=drawn[1],
        keys=tuple(keys),
        figures=Figures(
            heads=(heads[0], *(f"{heads[1]} {number}" if number.isdecimal() else number for number in rounds)),
            rows=tuple(
                (course.wearer.name, *(course.place(number) for number in range(len(rounds)))) for course in courses
            ),
            mine=tuple(number for number, course in enumerate(courses) if course.wearer.mine),
        ),
    )


def _frames(name: str, lane: float, lanes: int, rounds: int) -> tuple[_Frame, _Frame]:
    found, top = [], 30.0
    ys = (0.0, *(rounded(top + (each + 0.5) * lane) for each in range(lanes)))
    for width, left, after, size, names in ((WIDE, 40.0, 246.0, NORMAL, True), (NARROW, 36.0, 50.0, SMALL, False)):
        room = (width - left - after) / max(1, rounds - 1)
        step = max(room, LEAST_STEP)
        whole = left + step * max(1, rounds - 1) + after
        xs = tuple(rounded(left + each * step) for each in range(rounds))
        key = f"{name}-{'wide' if names else 'narrow'}"
        found.append(_Frame(key, whole, left, after, top, lane, size, names, step, step > room, xs, ys))
    return found[0], found[1]


def _drawn(courses: Sequence[Course], rounds: Sequence[str], lanes: int, cut_at: int, frame: _Frame) -> Picture:
    pen = Pen()
    bottom = frame.top + lanes * frame.lane
    for place in range(len(rounds)):
        x = frame.place(place, 1)[0]
        pen.line("grid", (x, frame.top), (x, bottom))
    most = int((frame.width - frame.left - frame.right) / (frame.size * 2.2)) + 1
    for place in thinned(len(rounds), most):
        pen.text("axis", (frame.place(place, 1)[0], 14), rounds[place], "middle")
    if cut_at:
        y = frame.top + min(cut_at, lanes) * frame.lane
        pen.line("cut-line", (frame.left - 14, y), (frame.width - frame.right + 14, y))
    ordered = sorted(courses, key=lambda each: (each.wearer.mine, -(each.lanes[-1] or 0)))
    for place, course in enumerate(ordered):
        pen.markup(_course(course, frame, f"{frame.key}-{place}"))
    return pen.picture(frame.width, bottom + 8, scrolls=frame.scrolls)


@lru_cache(maxsize=KEPT)
def _course(course: Course, frame: _Frame, key: str) -> SafeString:
    """A result changes the courses of a few teams."""
    pen = Pen()
    places = [(number, lane) for number, lane in enumerate(course.lanes) if lane is not None]
    if not places:
        return pen.drawn
    line, thick = "", " thick" if course.wearer.mine else ""
    for _start, found in groupby(enumerate(places), key=lambda each: each[1][0] - each[0]):
        run = [place for _index, place in found]
        if len(run) > 1:
            line += smooth([(frame.xs[number], frame.ys[lane]) for number, lane in run])
    pen.begin(course.wearer.classes)
    for part, d in (("worn", line), ("dots", dotted((frame.xs[at], frame.ys[lane]) for at, lane in places))):
        if d:
            pen.define(f"{key}-{part}", d)
            for layer in LAYERS[part]:
                pen.use(f"{part} {part}-{layer}{thick}", f"{key}-{part}")
    pen.end()
    first, last = frame.place(*places[0]), frame.place(*places[-1])
    crest = min(24.0, frame.lane - 8)
    if places[0][0] == 0:
        pen.crest(course.wearer, (first[0] - 22, first[1]), crest)
    if places[-1][0] == len(course.lanes) - 1:
        pen.crest(course.wearer, (last[0] + 22, last[1]), crest)
        place = course.place(-1)
        shown = place
        if frame.names:
            shown = f"{place} {cut(course.wearer.name, frame.right - 42 - 22, frame.size + 1)}"
        css = "label own" if course.wearer.mine else "label"
        pen.text(css, (last[0] + 36, last[1]), shown)
    return pen.drawn


def _mark(wearer: Wearer) -> SafeString:
    pen = Pen()
    pen.crest(wearer, (16, 8), 16)
    return pen.drawn
