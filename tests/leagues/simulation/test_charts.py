"""Charts of simulations: bands of quartiles, round numbers at the axes, letters apart, figures in the table."""

import pytest

from leagues.simulation.charts import chart_of
from rules.simulation.economy import Spread
from rules.simulation.economy_tables import Compared, Spreads
from tests.web.charts.geometry import check, texts, tree
from web.charts import Drawing
from web.charts.drawing import SMALL


def spreads(*figures: tuple[int, int, int]) -> Spreads:
    return tuple(Spread(low=low, median=median, high=high) for low, median, high in figures)


def measure(*settings: Spreads | None, unit: str = "") -> Compared:
    return Compared(key="worth", name="Worth", unit=unit, settings=settings)


def axis(chart: Drawing, anchor: str) -> list[str]:
    """The numbers at the side ("end") or below ("middle")."""
    return [each.text or "" for each in tree(chart.narrow).iter("text") if each.get("text-anchor") == anchor]


def test_the_table_has_the_quartiles_of_each_round() -> None:
    chart = chart_of(measure(spreads((0, 1, 2), (1, 3, 4), (2000, 4000, 6000))))
    check(chart)
    assert chart.figures.rows == (("0", "0", "1", "2"), ("1", "1", "3", "4"), ("2", "2,000", "4,000", "6,000"))
    assert chart.figures.groups == ()


@pytest.mark.parametrize(
    ("figures", "unit", "numbers", "thousands"),
    [
        ([(0, 1, 3)], "", "0 1 2 3", False),
        ([(0, 0, 0)], "", "0 1", False),
        ([(7, 7, 7)], "", "7 8", False),
        ([(11, 12, 14)], "", "11 12 13 14", False),
        ([(980_000, 1_200_000, 1_700_000)], "gp", "800 1,000 1,200 1,400 1,600 1,800", True),
        ([(0, 40_000, 130_000)], "gp", "0 50 100 150", True),
        ([(0, 4_000, 9_000)], "gp", "0 2,000 4,000 6,000 8,000 10,000", False),
        ([(95, 110, 160)], "points", "80 100 120 140 160", False),
        ([(-30, 0, 60)], "", "-40 -20 0 20 40 60", False),
    ],
)
def test_the_numbers_at_the_side_are_round_and_hold_all_figures(
    figures: list[tuple[int, int, int]], unit: str, numbers: str, thousands: bool
) -> None:
    chart = chart_of(measure(spreads(*figures, *figures), unit=unit))
    check(chart)
    assert axis(chart, "end") == numbers.split()
    assert ("thousand gp" in [box.words for box in texts(chart.narrow, SMALL)]) is thousands


@pytest.mark.parametrize("rounds", [1, 2, 9, 18, 40])
def test_few_rounds_are_written_and_always_the_last(rounds: int) -> None:
    chart = chart_of(measure(spreads(*[(0, 1, 2)] * (rounds + 1))))
    written = axis(chart, "middle")
    assert written[-1] == str(rounds) and len(written) <= 12
    assert [row[0] for row in chart.figures.rows] == [str(number) for number in range(rounds + 1)]


def test_letters_of_lines_that_end_together_stand_apart_in_the_order_of_the_lines() -> None:
    same = [((0, median, 9), (0, median, 9)) for median in (5, 9, 0)]
    for first, second in (*same, ((0, 60, 90), (0, 59, 90))):
        chart = chart_of(measure(spreads(first, first), spreads(second, second)))
        check(chart)
        one, two = (box for box in texts(chart.narrow, SMALL) if "own" in box.css)
        assert (one.words, two.words) == ("A", "B")
        assert one.top < two.top and not one.overlaps(two)


def test_a_setting_without_the_measure_keeps_its_letter_and_has_no_figures() -> None:
    chart = chart_of(measure(None, spreads((1, 2, 3), (2, 3, 4))))
    check(chart)
    assert [box.words for box in texts(chart.narrow, SMALL) if "own" in box.css] == ["B"]
    assert [group.name for group in chart.figures.groups] == ["", "A", "B"]
    assert chart.figures.rows[0] == ("0", "–", "–", "–", "1", "2", "3")
