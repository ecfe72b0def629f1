"""Knock-outs: each bracket ends with one champion, the best get the byes, and two legs count together."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.pairing.knock_out import (
    KnockOutRefused,
    Leg,
    Tie,
    Verdict,
    draw_bracket,
    filled,
    final_places,
    seeded_seats,
    winner_of,
)
from tests.thoroughness import examples

brackets = st.tuples(st.integers(2, 128), st.booleans(), st.booleans(), st.integers(0, 2**32))


def drawn(teams: int, by_lot: bool, third: bool, seed: int) -> tuple[Tie, ...]:
    return draw_bracket(range(1, teams + 1), by_lot=by_lot, third_place=third and teams >= 4, rng=Random(seed))


def played(ties: tuple[Tie, ...], chance: Random | None) -> dict[int, Verdict]:
    """All ties played in order: the better team (the lower number) wins, or either one by ``chance``."""
    verdicts: dict[int, Verdict] = {}
    for tie in ties:
        home, away = filled(ties, verdicts)[tie.number]
        if tie.bye:
            verdict = winner_of(tie, [], 1)
        else:
            assert home is not None and away is not None, f"tie {tie.number} is not filled when its turn comes"
            winner = min(int(home), int(away)) if chance is None else chance.choice((home, away))
            scores = (2, 1) if winner == home else (1, 2)
            leg = Leg(home=home, away=away, home_score=scores[0], away_score=scores[1], winner=winner)
            verdict = winner_of(tie, [leg], 1)
        assert verdict is not None
        verdicts[tie.number] = verdict
    return verdicts


@settings(max_examples=examples(40), deadline=None)
@given(brackets)
def test_every_bracket_ends_with_one_champion(given: tuple[int, bool, bool, int]) -> None:
    teams, _, _, seed = given
    ties = drawn(*given)
    verdicts = played(ties, Random(seed))
    lost = [verdicts[tie.number].loser for tie in ties if not tie.third_place and not tie.bye]
    champion = verdicts[next(tie.number for tie in ties if tie.stage == "final")].winner
    assert sorted([*lost, champion]) == list(range(1, teams + 1))  # all teams but one lose once
    places = final_places(ties, verdicts)
    assert places[0] == [champion]
    assert sorted(team for place in places for team in place) == list(range(1, teams + 1))


@settings(max_examples=examples(40), deadline=None)
@given(brackets)
def test_byes_fill_the_bracket_and_go_to_the_best(given: tuple[int, bool, bool, int]) -> None:
    teams, _, _, _ = given
    ties = drawn(*given)
    byes = sorted(tie.home for tie in ties if tie.bye)
    size = 2 ** max(tie.round for tie in ties)
    assert size / 2 < teams <= size
    assert byes == list(range(1, size - teams + 1))
    assert {tie.round for tie in ties if tie.bye} <= {1}


@settings(max_examples=examples(40), deadline=None)
@given(brackets)
def test_each_team_enters_once_and_each_tie_but_the_last_feeds_another(given: tuple[int, bool, bool, int]) -> None:
    ties = drawn(*given)
    entered = [team for tie in ties for team in (tie.home, tie.away) if team is not None]
    assert sorted(entered) == list(range(1, given[0] + 1))
    fed = [number for tie in ties if not tie.third_place for number in (tie.home_from, tie.away_from) if number]
    last = next(tie.number for tie in ties if tie.stage == "final")
    assert sorted(fed) == [tie.number for tie in ties if not tie.third_place and tie.number != last]


@given(st.integers(2, 128))
def test_with_seeds_the_best_meet_as_late_as_possible(teams: int) -> None:
    ties = draw_bracket(range(1, teams + 1))
    verdicts = played(ties, None)
    final = filled(ties, verdicts)[next(tie.number for tie in ties if tie.stage == "final")]
    assert sorted(filter(None, final)) == [1, 2]
    semi_finals = [filled(ties, verdicts)[tie.number] for tie in ties if tie.stage == "semi_final"]
    expected = set(range(1, min(teams, 4) + 1)) if teams > 2 else set()
    assert {team for pair in semi_finals for team in pair if team} == expected


def test_eight_seats_in_the_usual_order() -> None:
    assert [seed + 1 for seed in seeded_seats(8)] == [1, 8, 4, 5, 2, 7, 3, 6]


def test_the_last_stages_are_named_for_the_rules() -> None:
    stages = [tie.stage for tie in draw_bracket("abcdefgh", third_place=True)]
    assert stages == ["play_off"] * 4 + ["semi_final"] * 2 + ["final", "play_off"]


@pytest.mark.rules("L3")
def test_semi_finals_are_paired_by_a_draw_that_can_be_repeated() -> None:
    four = ["ann", "bob", "cat", "dan"]
    once = draw_bracket(four, by_lot=True, rng=Random("a seed"))
    assert draw_bracket(four, by_lot=True, rng=Random("a seed")) == once
    partners = {frozenset((tie.home, tie.away)) for seed in range(40)
                for tie in draw_bracket(four, by_lot=True, rng=Random(seed)) if tie.round == 1}  # fmt: skip
    assert len(partners) == 6  # any two can meet


def test_third_place_is_between_the_losers_of_the_semi_finals() -> None:
    ties = draw_bracket([1, 2, 3, 4], third_place=True)
    verdicts = played(ties, None)
    assert sorted(filter(None, filled(ties, verdicts)[4])) == [3, 4]
    assert final_places(ties, verdicts) == [[1], [2], [3], [4]]


def test_without_a_match_for_third_place_the_losers_share_it() -> None:
    ties = draw_bracket([1, 2, 3, 4])
    assert [sorted(place) for place in final_places(ties, played(ties, None))] == [[1], [2], [3, 4]]


TIE = Tie(number=1, round=1, stage="play_off", home="ann", away="bob")


def leg(home: str, away: str, scores: tuple[int, int], winner: str | None = None) -> Leg:
    if winner is None and scores[0] != scores[1]:
        winner = home if scores[0] > scores[1] else away
    return Leg(home=home, away=away, home_score=scores[0], away_score=scores[1], winner=winner)


@pytest.mark.parametrize(
    ("legs", "wanted", "winner", "how"),
    [
        ([leg("ann", "bob", (2, 1))], 1, "ann", "score"),
        ([leg("ann", "bob", (1, 1), "bob")], 1, "bob", "extra"),
        ([leg("ann", "bob", (1, 1))], 1, None, None),
        ([leg("ann", "bob", (2, 1))], 2, None, None),
        ([leg("ann", "bob", (2, 1)), leg("bob", "ann", (3, 1))], 2, "bob", "aggregate"),
        ([leg("ann", "bob", (3, 0)), leg("bob", "ann", (2, 0))], 2, "ann", "aggregate"),
        ([leg("ann", "bob", (1, 1)), leg("bob", "ann", (2, 2), "ann")], 2, "ann", "extra"),
        ([leg("ann", "bob", (2, 1)), leg("bob", "ann", (2, 1))], 2, None, None),
        ([], 1, None, None),
    ],
)
def test_the_winner_of_a_tie_advances(legs: list[Leg], wanted: int, winner: str | None, how: str | None) -> None:
    verdict = winner_of(TIE, legs, wanted)
    assert (verdict and verdict.winner, verdict and verdict.how) == (winner, how)


def test_a_result_between_other_teams_does_not_count_for_a_tie() -> None:
    """A semi-final is corrected after the final was played: the final is open again, with the right teams."""
    ties = draw_bracket([1, 2, 3, 4])
    verdicts = played(ties, None)
    first = ties[0]
    verdicts[first.number] = Verdict(winner=4, loser=1, how="score")
    assert sorted(filter(None, filled(ties, verdicts)[3])) == [2, 4]


@pytest.mark.parametrize(
    ("teams", "third", "code", "advice"),
    [
        ([1], False, "too_few_teams", "Enter 1 more"),
        ([1, 1], False, "team_twice", "entered twice"),
        (list(range(129)), False, "too_many_teams", "Remove 1"),
        ([1, 2, 3], True, "no_third_place", "Turn it off, or enter more"),
    ],
)
def test_an_impossible_draw_is_refused_with_a_remedy(teams: list[int], third: bool, code: str, advice: str) -> None:
    with pytest.raises(KnockOutRefused, match=advice) as refusal:
        draw_bracket(teams, third_place=third)
    assert refusal.value.code == code
    assert refusal.value.details
