"""Points: presets, each bonus, adjustments, and that every point is explained."""

from __future__ import annotations

from typing import Any

import pytest

from competitions.archive.archive import MOST_POINTS
from competitions.ranking.points import Outcome, Part, Points, Preset, Side, preset_named
from competitions.ranking.tables import Adjustment, Result, Scheme, rank_teams
from competitions.ranking.tallies import Sum
from competitions.setup.ranking_forms import presets_of
from tests.rules.build import PBBL

W, D, L = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
EVERY_BONUS = Points(touchdown_bonus=1, clean_sheet_bonus=2, casualty_bonus=4, narrow_loss_bonus=8)


def side(team: str, outcome: Outcome, score: int = 0, casualties: int = 0, **more: Any) -> Side:
    return Side(team=team, outcome=outcome, score=score, casualties=casualties, **more)


def part(own: Side, other: Side | None, played: bool = True) -> Part:
    return Part(own, other, played)


def keys(points: Points, which: Part) -> list[str]:
    return [term.key for term in points.terms(*which)]


def test_the_presets_are_the_usual_schemes_and_name_the_printed_ones() -> None:
    printed = " (L3, p. 40)"
    assert presets_of(PBBL.book) == [
        ("3/1/0", False, ""),
        ("3/1/1", True, printed),
        ("5/3/1", True, printed),
        ("2/1/0", False, ""),
    ]


def test_a_preset_is_found_by_its_three_numbers() -> None:
    assert preset_named("10/5/0") == Preset(10, 5, 0)
    for other in ("", "up-2", "3/1", "3/1/0/0", "-3/1/0", "100/1/0", "٣/1/0", "3/1/0\n"):
        assert preset_named(other) is None


@pytest.mark.parametrize("outcome", list(Outcome))
def test_each_outcome_has_points_of_its_own(outcome: Outcome) -> None:
    points = Points(win=7, draw=6, loss=5, bye=4, walkover=3, forfeit=2, conceded=1)
    expected = dict(
        zip(("win", "draw", "loss", "bye", "walkover", "forfeit", "conceded"), range(7, 0, -1), strict=True)
    )
    assert points.of(side("a", outcome)) == expected[outcome.value]


@pytest.mark.parametrize(
    ("own", "other", "bonuses"),
    [
        (side("a", W, 3, 0), side("b", L, 1), ["touchdown_bonus"]),
        (side("a", W, 2, 2), side("b", L, 1), []),
        (side("a", W, 1, 0), side("b", L, 0), ["clean_sheet_bonus"]),
        (side("a", D, 0, 3), side("b", D, 0), ["clean_sheet_bonus", "casualty_bonus"]),
        (side("a", L, 2, 0), side("b", W, 3), ["narrow_loss_bonus"]),
        (side("a", L, 1, 0), side("b", W, 3), []),
        (side("a", L, 3, 5), side("b", W, 4), ["touchdown_bonus", "casualty_bonus", "narrow_loss_bonus"]),
        (side("a", Outcome.CONCEDED, 3, 5), side("b", W, 0), []),
    ],
)
def test_a_bonus_goes_to_the_team_that_earned_it(own: Side, other: Side, bonuses: list[str]) -> None:
    assert keys(EVERY_BONUS, part(own, other)) == [own.outcome, *bonuses]


@pytest.mark.parametrize(
    ("points", "enough", "too_little"),
    [
        (Points(touchdown_bonus=1, touchdowns_needed=4), ((W, 4), (L, 1)), ((W, 3), (L, 1))),
        (Points(casualty_bonus=1, casualties_needed=2), ((W, 1, 2), (L, 0)), ((W, 1, 1), (L, 0))),
        (Points(narrow_loss_bonus=1, narrow_loss_by=2), ((L, 1), (W, 3)), ((L, 1), (W, 4))),
    ],
)
def test_the_threshold_of_a_bonus_is_the_leagues_choice(points: Points, enough: Any, too_little: Any) -> None:
    for (own, other), bonus in ((enough, 1), (too_little, 0)):
        own, other = side("a", *own), side("b", *other)
        assert points.of(own, other) == points.of(own) + bonus


def test_a_match_that_was_not_played_earns_no_bonus() -> None:
    given = side("a", Outcome.WALKOVER, 2)
    assert keys(EVERY_BONUS, part(given, side("b", Outcome.FORFEIT), played=False)) == ["walkover"]
    assert keys(EVERY_BONUS, part(side("a", Outcome.BYE), None, played=False)) == ["bye"]


def test_points_in_records_replace_bonuses() -> None:
    assert EVERY_BONUS.terms(side("a", W, 5, points=1), side("b", L)) == (("recorded", 1),)


@pytest.mark.parametrize("wrong", [{"win": 10_000}, {"loss": -10_000}, {"touchdowns_needed": 0}, {"narrow_loss_by": 0}])
def test_points_beyond_the_limit_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be from"):
        Points(**wrong)


def test_records_can_give_as_many_points_as_an_archive_can_hold() -> None:
    assert Points(win=MOST_POINTS, loss=-MOST_POINTS).of(side("a", W)) == MOST_POINTS


def game(key: int, home: str, ours: int, theirs: int, away: str, round: int = 1) -> Result:
    one, other = (D, D) if ours == theirs else (W, L) if ours > theirs else (L, W)
    return Result(key=key, round=round, home=side(home, one, ours), away=side(away, other, theirs))


def test_adjustments_are_points_with_a_term_of_their_own() -> None:
    results = [game(1, "a", 1, 0, "b"), game(2, "b", 1, 0, "a", 2)]
    taken = [Adjustment("a", -2), Adjustment("b", 1), Adjustment("a", -2)]
    first, second = rank_teams(["a", "b"], results, adjustments=taken)
    assert [(row.team, row.tally.points, row.tally.adjusted) for row in (first, second)] == [("b", 4, 1), ("a", -1, -4)]
    assert second.tally.sums == (Sum("win", 1, 3), Sum("loss", 1, 0), Sum("adjustment", 2, -2))
    assert second.why is not None and second.why.key == "points"


def test_an_adjustment_of_another_team_is_refused() -> None:
    with pytest.raises(ValueError, match="an adjustment names team x"):
        rank_teams(["a", "b"], [], adjustments=[Adjustment("x", 1)])


def test_equal_terms_are_added_and_shown_in_a_fixed_order() -> None:
    results = [
        game(1, "a", 3, 0, "b"),
        game(2, "a", 3, 1, "c", 2),
        game(3, "c", 4, 3, "a", 3),
        game(4, "a", 1, 1, "b", 4),
    ]
    row = rank_teams("abc", results, scheme=Scheme(points=EVERY_BONUS))[0]
    assert [(each.key, each.times, each.points) for each in row.tally.sums] == [
        ("win", 2, 6),
        ("draw", 1, 1),
        ("loss", 1, 0),
        ("touchdown_bonus", 3, 3),
        ("clean_sheet_bonus", 1, 2),
        ("narrow_loss_bonus", 1, 8),
    ]
    assert row.tally.points == 20
