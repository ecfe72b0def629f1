"""Figures of two settings side by side: what only one book has, other units, a file, JSON there and back."""

from rules.simulation.economy import Curve, Measure, Spread
from rules.simulation.economy_tables import HEADING, as_json, compared, csv_rows, from_json


def curve(key: str, *medians: int, unit: str = "") -> Curve:
    measure = Measure(key=key, name=key.title(), unit=unit, of=lambda _rules, _club: 0)
    return Curve(measure=measure, spreads=tuple(Spread(low=one - 1, median=one, high=one + 2) for one in medians))


FIRST = (curve("worth", 10, 11, unit="gp"), curve("deaths", 1, 2))
SECOND = (curve("worth", 5, 6), curve("bank", 7, 8, unit="gp"), curve("deaths", 3, 4))
ROWS = compared([FIRST, SECOND])


def test_a_measure_of_both_books_is_one_row_unless_its_unit_differs() -> None:
    assert [(row.key, row.unit, [bool(one) for one in row.settings]) for row in ROWS] == [
        ("worth", "gp", [True, False]),
        ("deaths", "", [True, True]),
        ("worth", "", [False, True]),
        ("bank", "gp", [False, True]),
    ]
    assert [row.rounds for row in ROWS] == [range(2)] * 4


def test_a_file_has_a_row_for_each_round_of_a_measure_in_a_setting() -> None:
    heading, *rows = csv_rows(ROWS)
    assert heading == HEADING
    assert rows[2:6] == [
        ("Deaths", "", "A", 0, 0, 1, 3),
        ("Deaths", "", "A", 1, 1, 2, 4),
        ("Deaths", "", "B", 0, 2, 3, 5),
        ("Deaths", "", "B", 1, 3, 4, 6),
    ]
    assert len(rows) == 10


def test_rows_come_back_from_json_as_they_were() -> None:
    assert from_json(as_json(ROWS)) == ROWS
