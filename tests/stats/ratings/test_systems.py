"""Both systems against what their authors published."""

from __future__ import annotations

import pytest

from stats.ratings import elo, glicko
from stats.ratings.rating import DRAW, LOSS, WIN, Rating

PAIRS = (
    # difference, expected share of the stronger: the usual table of Elo, rounded to hundredths
    (0, 0.50), (25, 0.54), (50, 0.57), (100, 0.64), (150, 0.70), (200, 0.76), (300, 0.85), (400, 0.91), (800, 0.99),
)  # fmt: skip


@pytest.mark.parametrize(("difference", "share"), PAIRS)
def test_the_expected_share_is_that_of_the_elo_table(difference: int, share: float) -> None:
    assert round(elo.expected(1500 + difference, 1500), 2) == share
    assert round(elo.expected(1500, 1500 + difference), 2) == round(1 - share, 2)


@pytest.mark.parametrize(
    ("own", "other", "score", "after"),
    [(1500, 1500, WIN, 1516), (1500, 1500, DRAW, 1500), (1500, 1900, WIN, 1529.1), (1900, 1500, LOSS, 1870.9)],
)
def test_an_elo_rating_moves_by_k_times_what_was_not_expected(
    own: float, other: float, score: float, after: float
) -> None:
    assert round(elo.step(Rating(own), Rating(other), score).after.points, 1) == after


def test_what_one_wins_by_elo_the_other_loses() -> None:
    one, other = Rating(1612.0), Rating(1433.0)
    up, down = elo.step(one, other, DRAW), elo.step(other, one, DRAW)
    assert up.after.points + down.after.points == pytest.approx(1612 + 1433)


def test_glickmans_example_comes_out() -> None:
    """Example of the Glicko-2 system, 2013, page 4: 1464.06, 151.52 and 0.05999."""
    games = [(Rating(1400, 30, 0.06), WIN), (Rating(1550, 100, 0.06), LOSS), (Rating(1700, 300, 0.06), LOSS)]
    own = Rating(1500, 200, 0.06)
    assert [round(glicko.expected(own, other), 3) for other, _score in games] == [0.639, 0.432, 0.303]
    after = glicko.updated(own, games)
    assert round(after.points, 2) == pytest.approx(1464.06, abs=0.015)
    assert round(after.deviation, 2) == 151.52
    assert round(after.volatility, 5) == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_a_game_only_widens_the_deviation() -> None:
    """Glickman: a player who does not compete keeps rating and volatility."""
    after = glicko.updated(Rating(1500, 200, 0.06), ())
    assert (after.points, after.volatility) == (1500, 0.06)
    assert round(after.deviation, 2) == 200.27
    assert glicko.rest(Rating(1500, 350, 0.06)).deviation == 350


@pytest.mark.parametrize("score", [WIN, DRAW, LOSS])
@pytest.mark.parametrize("other", [Rating(0, 350, 0.06), Rating(1500, 30, 0.06), Rating(4000, 350, 0.5)])
def test_a_glicko_match_is_its_weight_times_what_was_not_expected(other: Rating, score: float) -> None:
    own = Rating(1500, 350, 0.06)
    step = glicko.step(own, other, score)
    assert step.after.points == pytest.approx(own.points + step.weight * (score - step.expected))
    assert 0 < step.after.deviation < 350.2
