"""Points and places by round as drawings: who has a line, and that the table has the same figures."""

import pytest

from competitions.names import TeamName
from competitions.ranking.lines import Line
from competitions.standings.chart import MOST_LINES, climb_chart, places_chart
from competitions.standings.standings import Standings
from tests.web.charts.geometry import check
from web.charts import Drawing
from web.crests.shown import Shown


def team(number: int, *, mine: bool = False) -> TeamName:
    return TeamName(
        id=number, league_id=1, public_id=str(number), name=f"Team {number}", coach="", coach_id=None, team_list="",
        state="active", sent_back="", crest=Shown(), mine=mine, url="",
    )  # fmt: skip


def line(number: int) -> Line:
    zeros = {name: 0 for name in Line._fields if name not in ("team", "rank", "level", "form", "values", "why")}
    return Line(team=number, rank=number, level=False, form="", values=(), why=None, **zeros)


def chart(*climbs: tuple[int, ...], mine: int = 0, rounds: int | None = None) -> Drawing | None:
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
    assert places_chart({}, range(rounds), {}) is None


def test_a_line_begins_at_zero_and_the_table_has_its_points() -> None:
    drawn = chart((3, 6), (0, 3))
    assert drawn is not None
    check(drawn)
    assert drawn.figures.heads == ("Team", "Before", "1", "2")
    assert drawn.figures.rows == (("Team 1", "0", "3", "6"), ("Team 2", "0", "0", "3"))


def test_a_line_can_go_below_zero() -> None:
    drawn = chart((-1, -2), (0, 0))
    assert drawn is not None
    check(drawn)
    assert drawn.figures.rows[0] == ("Team 1", "0", "-1", "-2")


@pytest.mark.parametrize("points", [0, 1, 7, 40, 1000, 50_000])
def test_all_lines_and_labels_are_inside_the_chart(points: int) -> None:
    drawn = chart(*[(points // 2, points)] * MOST_LINES)
    assert drawn is not None
    check(drawn)


def test_the_readers_team_has_a_line_at_any_place() -> None:
    drawn = chart(*[(3, 6)] * 20, mine=20)
    assert drawn is not None
    assert [str(key.words).split()[0] for key in drawn.keys] == ["1", "2", "3", "4", "5", "6", "7", "20"]
    assert drawn.note == "12 other teams are not shown."
    assert drawn.figures.mine == (7,)


def test_places_keep_the_order_of_the_table_and_level_teams_share_a_place() -> None:
    places = {2: ((2, 1), ("2", "1=")), 1: ((1, 2), ("1", "1="))}
    drawn = places_chart(places, (1, 2), {1: team(1), 2: team(2, mine=True)})
    assert drawn is not None
    check(drawn)
    assert drawn.figures.rows == (("Team 2", "2", "1="), ("Team 1", "1", "1="))
    assert drawn.figures.mine == (0,)
