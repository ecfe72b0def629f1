"""Laws of all charts, for any figures: nothing is out of its picture, and no label lies on another."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.web.charts import samples
from tests.web.charts.geometry import check, overlapping, stops, texts, tree
from web.charts import (
    Appearance,
    Axis,
    Band,
    Bar,
    Column,
    Course,
    Dot,
    Measured,
    Part,
    Series,
    Step,
    Wearer,
    band_chart,
    bar_chart,
    bump_chart,
    called_by_name,
    career_chart,
    column_chart,
    line_chart,
    scatter_chart,
)
from web.charts.drawing import NORMAL, SMALL
from web.charts.pen import dotted, rounded, smooth
from web.charts.scales import apart, ticks

NAMES = st.text(alphabet="abcdefgh <&\"'é", min_size=1, max_size=40)
SMALL_COUNTS = st.integers(0, 60)


@st.composite
def wearers(draw: st.DrawFn, most: int = 16) -> list[Wearer]:
    """Teams with any names, some with a kit and a crest."""
    kits = draw(st.lists(st.sampled_from([("", ""), *samples.KITS]), min_size=1, max_size=most))
    return [
        Wearer(
            name=draw(NAMES),
            first=first,
            second=second,
            crest=samples.CREST if first else samples.CREST[:0],
            mine=not at,
        )
        for at, (first, second) in enumerate(kits)
    ]


def test_every_sample_is_within_its_picture() -> None:
    for drawing in samples.drawings():
        check(drawing)


def test_no_labels_of_a_sample_overlap() -> None:
    for drawing in samples.drawings():
        assert overlapping(drawing.wide, NORMAL) == [], drawing.name
        assert overlapping(drawing.narrow, SMALL) == [], drawing.name


@st.composite
def races(draw: st.DrawFn) -> tuple[list[Course], list[str]]:
    """Up to 16 teams over up to 40 rounds; some have no place at first."""
    teams = draw(wearers())
    rounds = draw(st.integers(2, 40))
    lanes = [draw(st.permutations(range(1, len(teams) + 1))) for _round in range(rounds)]
    begins = [draw(st.integers(0, rounds)) for _team in teams]
    return [
        Course(
            wearer=wearer,
            lanes=tuple(lane[at] if number >= begins[at] else None for number, lane in enumerate(lanes)),
        )
        for at, wearer in enumerate(teams)
    ], [str(number) for number in range(1, rounds + 1)]


def _race_of_one_with_a_place() -> tuple[list[Course], list[str]]:
    """Two teams, of which one has no place: more teams than lanes."""
    placed, not_yet = (Wearer(name=name, first="", second="", crest="", mine=False) for name in ("A", "B"))
    return [Course(wearer=placed, lanes=(1, 1)), Course(wearer=not_yet, lanes=(None, None))], ["1", "2"]


@example(race=_race_of_one_with_a_place(), line_after=2)
@given(races(), st.integers(0, 16))
def test_places_of_any_teams_are_within_the_picture_and_apart(
    race: tuple[list[Course], list[str]], line_after: int
) -> None:
    courses, rounds = race
    line = min(line_after, len(courses))
    drawing = bump_chart(
        name="a", title="b", words="c", courses=courses, rounds=rounds, heads=("Team", "Round"), line_after=line
    )
    check(drawing)
    assert overlapping(drawing.wide, NORMAL) == []
    assert overlapping(drawing.narrow, SMALL) == []
    assert [row[0] for row in drawing.figures.rows] == [course.wearer.name for course in courses]
    assert all(len(row) == len(rounds) + 1 for row in drawing.figures.rows)


def test_a_usual_name_is_whole_at_the_end_of_its_course() -> None:
    team = Wearer(name="Breakfast Hill Harriers", first="", second="", crest="", mine=False)
    course = Course(wearer=team, lanes=(1, 1))
    drawing = bump_chart(name="a", title="b", words="c", courses=[course], rounds=["1", "2"], heads=("Team", "Round"))
    assert f"1 {team.name}" in drawing.wide.body


@given(st.lists(st.floats(0, 900), min_size=2, max_size=40), st.floats(11, 460))
def test_a_path_of_steps_leads_to_each_place_and_leaves_it_level(ups: list[float], step: float) -> None:
    places = [(rounded(40 + at * step), rounded(up)) for at, up in enumerate(ups)]
    _begin, bend, *led = stops(smooth(places))
    assert bend[1] == places[0][1]
    for at, (before, after) in enumerate(itertools.pairwise(places)):
        bend, place = led[2 * at : 2 * at + 2]
        assert place == pytest.approx(after, abs=0.01) and bend[1] == pytest.approx(after[1], abs=0.01)
        assert bend[0] == pytest.approx((before[0] + after[0]) / 2, abs=0.11)
    assert list(stops(dotted(places))) == [pytest.approx(place, abs=0.01) for place in places]


@given(
    st.lists(
        st.lists(st.one_of(st.none(), st.integers(-500, 3_000_000)), min_size=2, max_size=30), min_size=1, max_size=8
    ),
    st.booleans(),
)
def test_lines_of_any_figures_are_within_the_picture_and_their_labels_apart(
    figures: list[list[int | None]], crests: bool
) -> None:
    longest = max(map(len, figures))
    series = [
        Series(
            name=f"Team {at}",
            figures=(*each, *[None] * (longest - len(each))),
            wearer=samples.WEARERS[at] if crests else None,
            tone=at + 1,
            end=str(at + 1),
        )
        for at, each in enumerate(figures)
    ]
    drawing = line_chart(
        name="a",
        title="b",
        words="c",
        axis=Axis(name="Round", places=tuple(map(str, range(longest)))),
        series=series,
        unit="gp",
        crests=crests,
    )
    check(drawing)
    for picture, size in ((drawing.wide, NORMAL), (drawing.narrow, SMALL)):
        ends = [box for box in texts(picture, size) if "label" in box.css]
        assert not any(one.overlaps(other) for at, one in enumerate(ends) for other in ends[at + 1 :])
    assert len(drawing.figures.rows) == longest


@given(st.lists(st.tuples(SMALL_COUNTS, SMALL_COUNTS, NAMES), max_size=60))
def test_any_players_have_a_place_and_are_all_counted(found: list[tuple[int, int, str]]) -> None:
    dots = [Dot(name=name, short=name[:20], across=x, up=y, wearer=samples.WEARERS[x % 10]) for x, y, name in found]
    drawing = scatter_chart(
        name="a", title="b", words="c", dots=dots, across="Touchdowns", up="Casualties", heads=("Players", "Names"),
        several="several", others="and {count} more",
    )  # fmt: skip
    check(drawing)
    assert overlapping(drawing.wide, NORMAL) == []
    assert overlapping(drawing.narrow, SMALL) == []
    assert sum(int(row[2]) for row in drawing.figures.rows) == len(dots)
    drawn = list(tree(drawing.wide).iter("circle"))
    assert len(drawn) == len(drawing.figures.rows)


def test_a_count_that_is_too_long_for_its_dot_stands_above_it() -> None:
    nobody = {"name": "", "short": "", "wearer": Wearer(name="")}
    counts = {(0, 0): 619, (2, 0): 109, (0, 5): 68, (24, 27): 2}
    drawing = scatter_chart(
        name="a", title="b", words="c", across="Touchdowns", up="Casualties", heads=("Players", "Names"),
        dots=[Dot(across=x, up=y, players=count, **nobody) for (x, y), count in counts.items()],
        several="several", others="and {count} more",
    )  # fmt: skip
    for picture, size in ((drawing.wide, NORMAL), (drawing.narrow, SMALL)):
        assert overlapping(picture, size) == []
        told = {"".join(text.itertext()) for text in tree(picture).iter("text")}
        assert {str(count) for count in counts.values()} <= told


@pytest.mark.parametrize(("together", "named"), [(1, ["A 0", "Far"]), (2, ["A 0, A 1", "Far"]), (3, ["Far"])])
def test_the_outermost_are_named_up_to_two_of_one_place(together: int, named: list[str]) -> None:
    far = Dot(name="Far", short="Far", across=7, up=0, wearer=samples.WEARERS[0])
    inner = Dot(name="Inner", short="Inner", across=0, up=3, wearer=samples.WEARERS[0])
    pair = [Dot(name=f"A {n}", short=f"A {n}", across=2, up=3, wearer=samples.WEARERS[n]) for n in range(together)]
    drawing = scatter_chart(
        name="a", title="b", words="c", across="Touchdowns", up="Casualties", heads=("Players", "Names"),
        dots=[far, inner, *pair], several="several", others="and {count} more",
    )  # fmt: skip
    for picture, size in ((drawing.wide, NORMAL), (drawing.narrow, SMALL)):
        labels = ["".join(text.itertext()) for text in tree(picture).iter("text") if text.get("class") == "label"]
        assert sorted(labels) == named and overlapping(picture, size) == []


def test_long_counts_beside_each_other_do_not_read_as_one_number() -> None:
    nobody = {"name": "", "short": "", "wearer": Wearer(name="")}
    counts = {(0, 0): 619, (2, 0): 109, (24, 27): 2}
    drawing = scatter_chart(
        name="a", title="b", words="c", across="Touchdowns", up="Casualties", heads=("Players", "Names"),
        dots=[Dot(across=x, up=y, players=count, **nobody) for (x, y), count in counts.items()],
        several="several", others="and {count} more",
    )  # fmt: skip
    one, other = (box for box in texts(drawing.narrow, SMALL) if box.words in ("619", "109"))
    assert one.bottom <= other.top or other.bottom <= one.top or other.left - one.right >= 4


@example([(0, 10, 1), (40, 0, 1000), (45, 0, 1000)])
@given(st.lists(st.tuples(SMALL_COUNTS, SMALL_COUNTS, st.integers(1, 3000)), max_size=60))
def test_counts_of_any_length_overlap_nothing(found: list[tuple[int, int, int]]) -> None:
    dots = [Dot(name="A", short="A", across=x, up=y, players=many, wearer=samples.WEARERS[0]) for x, y, many in found]
    drawing = scatter_chart(
        name="a", title="b", words="c", dots=dots, across="Touchdowns", up="Casualties", heads=("Players", "Names"),
        several="several", others="and {count} more",
    )  # fmt: skip
    assert overlapping(drawing.wide, NORMAL) == []
    assert overlapping(drawing.narrow, SMALL) == []


@given(st.lists(st.tuples(SMALL_COUNTS, SMALL_COUNTS, NAMES), min_size=1, max_size=60))
def test_players_whom_nothing_calls_by_name_can_be_given_as_a_number(found: list[tuple[int, int, str]]) -> None:
    dots = [Dot(name=name, short=name[:20], across=x, up=y, wearer=samples.WEARERS[x % 10]) for x, y, name in found]
    told = called_by_name([each[:2] for each in found])
    others = Counter(each[:2] for place, each in enumerate(found) if place not in told)
    nobody = {"name": "", "short": "", "wearer": Wearer(name="")}
    fewer = [
        *(dot for place, dot in enumerate(dots) if place in told),
        *(Dot(across=x, up=y, players=count, **nobody) for (x, y), count in others.items()),
    ]
    words = {"name": "a", "title": "b", "words": "c", "across": "Touchdowns", "up": "Casualties", "several": "several"}
    one, other = (
        scatter_chart(dots=each, heads=("Players", "Names"), others="and {count} more", **words)
        for each in (dots, fewer)
    )
    assert one == other


@given(st.lists(st.tuples(NAMES, st.lists(SMALL_COUNTS, min_size=3, max_size=3)), max_size=16))
def test_any_bars_are_within_the_picture(found: list[tuple[str, list[int]]]) -> None:
    drawing = bar_chart(
        name="a",
        title="b",
        words="c",
        bars=[Bar(name=name, figures=tuple(figures), wearer=samples.WEARERS[0]) for name, figures in found],
        parts=[Part(name=name) for name in "xyz"],
        head="Team",
        total="All",
    )
    check(drawing)
    assert overlapping(drawing.wide, NORMAL) == []
    assert overlapping(drawing.narrow, SMALL) == []
    assert [int(row[-1]) for row in drawing.figures.rows] == [sum(figures) for _name, figures in found]


def test_a_usual_name_is_whole_beside_its_bar_on_a_phone() -> None:
    team = "Breakfast Hill Harriers"
    bars = [Bar(name=team, figures=(7,), wearer=samples.WEARERS[0])]
    drawing = bar_chart(name="a", title="b", words="c", bars=bars, parts=[Part(name="x")], head="Team")
    assert team in drawing.narrow.body


@given(st.lists(st.integers(0, 5000), min_size=2, max_size=16))
def test_any_columns_are_within_the_picture(found: list[int]) -> None:
    expected = sum(found) / len(found)
    drawing = column_chart(
        name="a", title="b", words="c", head="Face", found="Rolled", expected="Expected",
        columns=[Column(name=str(face), found=count, expected=expected) for face, count in enumerate(found, start=1)],
    )  # fmt: skip
    check(drawing)
    assert [int(row[1]) for row in drawing.figures.rows] == found


@given(st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=1, max_size=70))
def test_any_career_is_within_the_picture(found: list[tuple[int, bool]]) -> None:
    points, matches = 0, []
    for at, (earned, missed) in enumerate(found):
        points += 0 if missed else earned
        matches.append(
            Appearance(
                place=f"R{at}",
                full=f"Round {at}",
                opponent=samples.WEARERS[at % 10],
                points=points,
                earned=str(earned),
                signs=("ball",) * min(earned, 4),
                missed=missed,
            )
        )
    drawing = career_chart(
        name="a", title="b", words="c", wearer=samples.WEARERS[0], matches=matches, missed="missed",
        ranks=[Step(name="Rookie", points=0), Step(name="Legend", points=176)],
        heads=("Match", "Opponent", "Earned", "Points", "What"), signs=[("ball", "touchdown")],
    )  # fmt: skip
    check(drawing)
    assert [int(row[3]) for row in drawing.figures.rows] == [each.points for each in matches]


def test_ranks_that_lie_close_together_do_not_overlap() -> None:
    ranks = [("Rookie", 0), ("Experienced", 6), ("Veteran", 16), ("Emerging", 31), ("Star", 51), ("Super", 76)]
    matches = [
        Appearance(place=f"R{at}", full="", opponent=samples.WEARERS[at], points=30 * at, earned="30", signs=())
        for at in range(3)
    ]
    drawing = career_chart(
        name="a", title="b", words="c", wearer=samples.WEARERS[0], matches=matches, missed="missed",
        ranks=[Step(name=name, points=points) for name, points in ranks],
        heads=("Match", "Opponent", "Earned", "Points", "What"), signs=[],
    )  # fmt: skip
    assert overlapping(drawing.wide, NORMAL) == [] and overlapping(drawing.narrow, SMALL) == []
    assert {"Super", "Star", "Emerging", "Veteran"} < {each.text for each in tree(drawing.narrow).iter()}


def test_the_line_of_a_career_does_not_run_through_the_name_of_the_first_rank() -> None:
    drawing = samples.career()
    assert "Rookie" not in {each.text for each in tree(drawing.narrow).iter()}
    assert "Experienced" in {each.text for each in tree(drawing.narrow).iter()}


def test_the_line_of_a_fast_career_does_not_run_through_the_name_of_a_rank() -> None:
    matches = [
        Appearance(place=f"R{at}", full="", opponent=samples.WEARERS[at], points=points, earned="", signs=("star",))
        for at, points in enumerate((7, 12, 14, 19, 22, 24))
    ]
    drawing = career_chart(
        name="a", title="b", words="c", wearer=samples.WEARERS[0], matches=matches, missed="missed",
        ranks=[Step(name="Rookie", points=0), Step(name="Experienced", points=6), Step(name="Veteran", points=16)],
        heads=("Match", "Opponent", "Earned", "Points", "What"), signs=[],
    )  # fmt: skip
    for picture in (drawing.wide, drawing.narrow):
        anchors = {each.text: each.get("text-anchor") for each in tree(picture).iter() if each.text}
        assert anchors["Experienced"] == "end" and anchors["Veteran"] is None


@given(st.lists(st.lists(st.integers(-100, 3_000_000), min_size=3, max_size=3), min_size=1, max_size=40), st.booleans())
def test_any_bands_are_within_the_picture(found: list[list[int]], other: bool) -> None:
    spreads = tuple(Measured(low=low, median=middle, high=high) for low, middle, high in map(sorted, found))
    bands = [Band(letter="A", spreads=spreads), *([Band(letter="B", spreads=spreads)] if other else [])]
    drawing = band_chart(
        name="a", title="b", words="c", bands=bands, head="Round", quartiles=("low", "median", "high"), unit="gp"
    )
    check(drawing)
    assert len(drawing.figures.rows) == len(found)


@given(st.lists(st.floats(0, 300), max_size=16), st.floats(1, 20))
def test_labels_are_apart_and_in_the_order_of_their_lines(heights: list[float], gap: float) -> None:
    found = apart(heights, gap, 0, 300)
    assert all(-0.01 <= place <= 300.01 for place in found)
    ordered = sorted(found)
    assert all(after - before >= gap - 0.01 for before, after in itertools.pairwise(ordered))
    assert [place for _height, place in sorted(zip(heights, found, strict=True))] == ordered


def test_labels_that_crowd_move_up_and_down_alike() -> None:
    assert apart([100, 100], 20, 0, 300) == [90, 110]
    heights = [60.0, 66.0, 66.0, 72.0, 84.0, 200.0]
    found = apart(heights, 15, 0, 300)
    assert found == [39.6, 54.6, 69.6, 84.6, 99.6, 200]
    assert apart([4, 4, 4], 10, 0, 300) == [0, 10, 20] and apart([298, 299], 10, 0, 300) == [290, 300]


@given(st.integers(-(10**7), 10**7), st.integers(0, 10**7), st.sampled_from([1, 1000]))
def test_the_numbers_at_an_axis_are_few_and_enclose_all(least: int, more: int, unit: int) -> None:
    found = ticks(least, least + more, unit=unit)
    assert 2 <= len(found) <= 8 and found[0] <= least and found[-1] >= least + more
    assert len({after - before for before, after in itertools.pairwise(found)}) == 1
    assert all(each % unit == 0 for each in found)
