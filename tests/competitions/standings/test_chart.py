"""Points by round as lines: their course, and labels that do not overlap."""

from itertools import pairwise

import pytest

from competitions.names import TeamName
from competitions.ranking.lines import Line
from competitions.standings.chart import HEIGHT, LABEL_GAP, MOST_LINES, MOST_TICKS, WIDTH, Chart, climb_chart
from competitions.standings.standings import Standings


def team(number: int, *, mine: bool = False) -> TeamName:
    return TeamName(
        id=number, league_id=1, public_id=str(number), name=f"Team {number}", coach="", coach_id=None, team_list="",
        state="active", sent_back="", colours=0, mine=mine, url="",
    )  # fmt: skip


def line(number: int) -> Line:
    zeros = {name: 0 for name in Line._fields if name not in ("team", "rank", "level", "form", "values", "why")}
    return Line(team=number, rank=number, level=False, form="", values=(), why=None, **zeros)


def chart(*climbs: tuple[int, ...], mine: int = 0, rounds: int | None = None) -> Chart | None:
    """A chart of teams in the order of the table, each with its points after every round."""
    count = len(climbs[0]) if rounds is None else rounds
    standings = Standings(
        lines=tuple(line(number) for number in range(1, len(climbs) + 1)),
        tie_breakers=("points",),
        played=1,
        rounds=tuple(range(1, count + 1)),
        climb=tuple(enumerate(climbs, start=1)),
    )
    return climb_chart(standings, {number: team(number, mine=number == mine) for number in range(1, len(climbs) + 1)})


@pytest.mark.parametrize("rounds", [0, 1])
def test_there_is_no_chart_for_fewer_than_two_rounds(rounds: int) -> None:
    assert chart((3,) * rounds, (0,) * rounds, rounds=rounds) is None


def test_a_line_begins_at_zero_and_ends_with_the_points() -> None:
    drawn = chart((3, 6), (0, 3))
    assert drawn is not None
    best, other = drawn.climbs
    points = [tuple(map(float, point.split(","))) for point in best.path.split()]
    assert points[0] == (drawn.left, drawn.bottom) and points[-1] == (drawn.right, drawn.top)
    assert points[1] == ((drawn.left + drawn.right) / 2, (drawn.top + drawn.bottom) / 2)
    assert best.end == drawn.top < other.end < drawn.bottom
    assert best.cells == '<td class="num">3</td><td class="num">6</td>'


def test_a_line_can_go_below_zero() -> None:
    drawn = chart((-1, -2), (0, 0))
    assert drawn is not None
    assert drawn.climbs[0].end == drawn.bottom
    assert {tick.number for tick in drawn.up} == {-2, -1, 0}


@pytest.mark.parametrize("points", [0, 1, 7, 40, 1000, 50_000])
def test_all_lines_and_labels_are_inside_the_chart(points: int) -> None:
    drawn = chart(*[(points // 2, points)] * MOST_LINES)
    assert drawn is not None
    for climb in drawn.climbs:
        for point in climb.path.split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= WIDTH and 0 <= y <= HEIGHT
        assert 0 <= climb.label <= drawn.bottom
    assert 1 <= len(drawn.up) <= 7


def test_labels_of_level_teams_do_not_overlap() -> None:
    drawn = chart(*[(3, 6)] * MOST_LINES)
    assert drawn is not None
    labels = sorted(climb.label for climb in drawn.climbs)
    assert all(after - before >= LABEL_GAP - 0.2 for before, after in pairwise(labels))


def test_the_readers_team_has_a_line_at_any_place() -> None:
    drawn = chart(*[(3, 6)] * 20, mine=20)
    assert drawn is not None
    assert [climb.place for climb in drawn.climbs] == [1, 2, 3, 4, 5, 6, 7, 20]
    assert drawn.left_out == 12
    assert [climb.tint for climb in drawn.climbs] == list(range(1, 9))


@pytest.mark.parametrize("rounds", [2, 8, 9, 63])
def test_the_axis_names_few_rounds_and_the_last(rounds: int) -> None:
    drawn = chart(tuple(range(rounds)), tuple(range(rounds)))
    assert drawn is not None
    assert len(drawn.across) <= MOST_TICKS
    assert drawn.across[-1].number == rounds
