"""Who held a record when, and how lucky dice are: by figures that anyone can work out."""

from __future__ import annotations

import pytest

from stats.pictures.rolled import Throw
from stats.records.luck import Luck, chance_of, luck_words
from stats.records.succession import NAMED, Mark, Spot, Succession


def spot(number: int) -> Spot:
    return Spot(f"match-{number}", None, 1, 1, number)


def went(succession: Succession, *matches: dict[int, int]) -> list[tuple[int, list[int], int]]:
    """The reigns after these matches (team: figure): value, teams, and the round since which."""
    for number, marks in enumerate(matches, start=1):
        succession.after(Mark((value,), team, spot(number)) for team, value in marks.items())
    return [
        (reign.value[0], [mark.team for mark in reign.marks], reign.since.round or 0) for reign in succession.reigns
    ]


def test_a_higher_figure_takes_a_record_and_the_same_one_shares_it() -> None:
    found = went(Succession(2), {1: 3, 2: 1}, {3: 3}, {2: 2}, {4: 5, 1: 4}, {1: 5}, {4: 5})
    assert found == [(3, [1, 3], 1), (5, [4, 1], 4)]


def test_nothing_below_the_least_is_a_record() -> None:
    assert went(Succession(2), {1: 1}, {}, {2: 0}) == []


def test_who_adds_to_their_own_sum_goes_on_with_the_same_reign() -> None:
    found = went(Succession(2, grows=True), {1: 2}, {1: 3}, {2: 3}, {1: 4}, {1: 6})
    assert found == [(3, [1, 2], 1), (6, [1], 4)]
    assert went(Succession(2), {1: 2}, {1: 3}) == [(2, [1], 1), (3, [1], 2)]


def test_players_of_one_match_are_compared_after_it() -> None:
    assert went(Succession(2), {1: 3, 2: 4, 3: 4}) == [(4, [2, 3], 1)]


def test_the_first_of_two_numbers_decides_and_then_the_second() -> None:
    succession = Succession(2)
    for number, value in enumerate([(3, 3), (3, 4), (3, 3), (2, 9)], start=1):
        succession.after([Mark(value, number, spot(number))])
    record = succession.record("match:win")
    assert [mark.team for mark in record.now.marks] == [2] and [each.value for each in record.former] == [(3, 3)]


def test_a_sign_differs_with_who_is_named_and_with_how_many_are_not() -> None:
    def sign(*teams: int) -> str:
        succession = Succession(2)
        succession.after([Mark((3,), team, spot(1)) for team in teams])
        return succession.record("match:score").sign

    named = range(NAMED)
    assert sign(*named, 90) == sign(*named, 91)  # nobody names them
    assert len({sign(*named), sign(*named, 90), sign(*named, 90, 91), sign(*reversed(named))}) == 4


def lucky(*dice: tuple[int, int, int]) -> Luck:
    """The luck of so many dice with so many faces that all showed the same."""
    luck = Luck(team=1)
    for count, faces, face in dice:
        luck = luck.after(Throw(1, 1, count, count * face, count * (faces + 1), count * (faces**2 - 1)))
    return luck


def test_luck_is_the_sum_against_what_fair_dice_show() -> None:
    even = lucky(*((10, 6, face) for face in range(1, 7)), *((3, 8, face) for face in range(1, 9)))
    assert (even.dice, even.sum, even.expected, even.off, even.share) == (84, 318, 318, 0, 0)
    high = lucky((35, 6, 6))
    assert (high.sum, high.expected, high.share) == (210, 122.5, pytest.approx(71.43, abs=0.01))
    assert high.off == pytest.approx(87.5 / (35 * 35 / 12) ** 0.5)
    assert lucky().off == 0


def test_of_many_teams_somebody_is_lucky() -> None:
    two_off = lucky(*((30, 6, face) for face in range(1, 6)), (55, 6, 6))
    assert chance_of(two_off, 1) < 0.01 < chance_of(two_off, 60)
    even = lucky(*((20, 6, face) for face in range(1, 7)))
    assert chance_of(even, 1) == 0.5
    assert "nearly every league" in luck_words(even, [even] * 10)
    assert "5 of ten leagues" in luck_words(even, [even])
    high = lucky((35, 6, 6))
    assert "no proof of anything" in luck_words(high, [high])
