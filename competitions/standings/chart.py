"""Points by round as a chart: where the lines go, for a template to draw as SVG, and the same figures for a table.

It is drawn as wide as a phone and scaled up. At most eight teams have a line, the reader's own teams first. Each line
ends with its team's place in the table, so that readers need not tell colours apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from competitions.names import TeamName
from competitions.standings.standings import Standings

WIDTH, HEIGHT = 360, 260
LEFT, RIGHT, TOP, BOTTOM = 26, 26, 10, 24
MOST_LINES = 8
LABEL_GAP = 13.0
MOST_TICKS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Climb:
    """One team's line: ``path`` are the SVG points, ``tint`` (1 to 8) its colour and dashes, ``cells`` its figures."""

    team: TeamName
    place: int
    tint: int
    path: str
    end: float
    label: float
    cells: SafeString


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A number at an axis, and its position."""

    at: float
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The chart; ``left``, ``right``, ``top`` and ``bottom`` are the borders of the area with the lines."""

    climbs: tuple[Climb, ...]
    rounds: tuple[int, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    left_out: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def climb_chart(standings: Standings, teams: Mapping[int, TeamName]) -> Chart | None:
    """The chart of a competition; None if fewer than two of its rounds have a result."""
    if len(standings.rounds) < 2:
        return None
    climbs = dict(standings.climb)
    order = [int(line.team) for line in standings.lines]
    chosen = _chosen(order, teams)
    most = max(max(climbs[team]) for team in chosen)
    least = min(0, *(min(climbs[team]) for team in chosen))
    span = max(1, most - least)

    def up(points: float) -> float:
        return round(HEIGHT - BOTTOM - (points - least) / span * (HEIGHT - BOTTOM - TOP), 1)

    across = [_across(place, len(standings.rounds)) for place in range(len(standings.rounds) + 1)]
    ends = [up(climbs[team][-1]) for team in chosen]
    labels = _apart(ends)
    lines = []
    for number, team in enumerate(chosen):
        heights = (up(0), *(up(points) for points in climbs[team]))
        path = " ".join(f"{x},{y}" for x, y in zip(across, heights, strict=True))
        line = Climb(
            team=teams[team],
            place=order.index(team) + 1,
            tint=number + 1,
            path=path,
            end=ends[number],
            label=labels[number],
            cells=SafeString("".join(f'<td class="num">{points}</td>' for points in climbs[team])),
        )
        lines.append(line)
    return Chart(
        climbs=tuple(lines),
        rounds=standings.rounds,
        across=_ticks_across(standings.rounds, across[1:]),
        up=tuple(Tick(at=up(points), number=points) for points in _steps(least, most)),
        left_out=len(order) - len(chosen),
    )


def _chosen(order: Sequence[int], teams: Mapping[int, TeamName]) -> list[int]:
    """The reader's own teams and the best of the rest, in the order of the table."""
    mine = [team for team in order if teams[team].mine][:MOST_LINES]
    others = [team for team in order if team not in mine]
    chosen = {*mine, *others[: MOST_LINES - len(mine)]}
    return [team for team in order if team in chosen]


def _across(place: int, rounds: int) -> float:
    return round(LEFT + place / rounds * (WIDTH - RIGHT - LEFT), 1)


def _ticks_across(rounds: Sequence[int], across: Sequence[float]) -> tuple[Tick, ...]:
    step = -(-len(rounds) // MOST_TICKS)
    places = range(len(rounds) - 1, -1, -step)
    return tuple(Tick(at=across[place], number=rounds[place]) for place in reversed(places))


def _steps(least: int, most: int) -> list[int]:
    """At most six round numbers from ``least`` to ``most``."""
    sizes = (1, 2, 3, 5, 6, 10, 15, 20, 25, 30, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 100_000, 1_000_000)
    step = next((size for size in sizes if (most - least) // size <= 5), sizes[-1])
    first = -(-least // step) * step
    return list(range(first, most + 1, step))


def _apart(heights: Sequence[float]) -> list[float]:
    """The heights of the labels at the right, moved as little as possible so that they do not overlap."""
    order = sorted(range(len(heights)), key=lambda index: heights[index])
    places = [heights[index] for index in order]
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + LABEL_GAP)
    lowest = HEIGHT - BOTTOM
    for index in range(len(places) - 1, -1, -1):
        limit = lowest if index == len(places) - 1 else places[index + 1] - LABEL_GAP
        places[index] = min(places[index], limit)
    found = dict(zip(order, places, strict=True))
    return [round(found[index], 1) for index in range(len(heights))]
