"""How unusual dice are, against published values of the chi-square distribution."""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import editions
from stats.pictures.dice import chance_words
from stats.pictures.fairness import LEAST_EXPECTED, Fairness, chi_square_above, fairness
from stats.pictures.rolled import dice_in
from stats.pictures.told import dice_of, kinds_of


@pytest.mark.parametrize(
    ("distance", "degrees", "share"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (1.145, 5, 0.95), (14.067, 7, 0.05),
     (30.578, 15, 0.01), (4.351, 5, 0.5)],
)  # fmt: skip
def test_the_distribution_has_its_published_values(distance: float, degrees: int, share: float) -> None:
    assert chi_square_above(distance, degrees) == pytest.approx(share, abs=0.0005)


@example(one=0.0, other=5e-324, degrees=1)
@given(st.floats(0, 500), st.floats(0, 500), st.integers(1, 60))
def test_it_is_a_share_and_falls_with_the_distance(one: float, other: float, degrees: int) -> None:
    near, far = sorted((one, other))
    first, second = chi_square_above(near, degrees), chi_square_above(far, degrees)
    assert 0 <= second <= first + 1e-9 <= 1 + 1e-9


@given(st.floats(0.01, 80))
def test_two_degrees_are_an_exponential(distance: float) -> None:
    assert chi_square_above(distance, 2) == pytest.approx(math.exp(-distance / 2), rel=1e-9)


def test_even_counts_are_as_fair_as_can_be_and_uneven_ones_are_not() -> None:
    even = fairness((20,) * 6)
    assert (even.share, even.mean, even.expected) == (1.0, 3.5, 3.5)
    loaded = fairness((5, 5, 5, 5, 5, 95))
    assert loaded.share is not None and loaded.share < 1e-6 and loaded.mean > 5


def test_few_rolls_say_nothing() -> None:
    assert fairness((LEAST_EXPECTED - 1,) * 6).share is None
    assert fairness((LEAST_EXPECTED,) * 6).share == 1.0
    assert fairness((0,) * 8).mean == 4.5
    with pytest.raises(ValueError):
        fairness((3,))


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (None, "it takes 30"),
        (1.0, "Nearly all"),
        (0.31, "About 3 of ten"),
        (0.07, "About 7 of a hundred"),
        (0.02, "About 2 of a hundred"),
        (0.001, "no proof of anything"),
    ],
)
def test_a_word_on_chance_says_how_many_of_how_many(share: float | None, words: str) -> None:
    assert words in chance_words(Fairness(rolls=60, mean=3.5, expected=3.5, share=share), 6)


def test_dice_of_a_roll_are_counted_one_by_one_and_a_d68_as_its_two() -> None:
    assert list(dice_in({"dice": [6, 6]}, [2, 5])) == [(6, 2), (6, 5)]
    assert list(dice_in({"dice": [68]}, [47])) == [(6, 4), (8, 7)]
    assert list(dice_in({"dice": [16]}, [9])) == [(16, 9)]
    assert list(dice_in({"dice": [6]}, None)) == list(dice_in({}, [3])) == []
    assert list(dice_in({"dice": [68]}, [40])) == [(6, 4)]


def test_a_report_tells_the_dice_that_were_typed_and_no_sums() -> None:
    books = {key: kinds_of(editions.edition(key).book) for key in ("pbbl-1.10", "crp", "lrb-1.3", "first-1986")}
    assert books["crp"]["casualty"] == 68 and "casualty" not in books["first-1986"]
    treated = {
        "casualty": 47,
        "treatment": {"regeneration": 4, "apothecary_reserves": True, "card": "x"},
        "cause": "foul",
    }
    assert sorted(dice_of(treated, books["pbbl-1.10"])) == [(6, 4), (6, 4), (8, 7)]
    later = {"casualty": 3, "values": [["casualty-serious", 52], ["igor", 1]]}
    assert sorted(dice_of(later, books["lrb-1.3"])) == [(6, 2), (6, 3), (6, 5)]
    assert list(dice_of({"casualty": 61, "named": "dead"}, books["crp"])) == []
    assert list(dice_of({"casualty": 0, "values": None}, books["crp"])) == []
