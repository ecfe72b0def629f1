"""Why one team ranks above another, in a sentence."""

from __future__ import annotations

from random import Random

import pytest

from competitions.ranking.amounts import signed
from competitions.ranking.lines import line_of
from competitions.ranking.tables import Outcome, Result, Scheme, Side, rank_teams
from competitions.standings.explanations import tied_with, why_above, why_here
from competitions.standings.standings import Standings
from tests.rules.build import PBBL

NAMES = {"a": "Ann", "b": "Bob", "c": "Cat", "d": "Dan", "e": "Eve"}
USUAL = ("points", "head_to_head", "touchdown_difference", "casualty_difference")


def played(*scores: tuple[str, int, int, str], casualties: dict[str, int] | None = None) -> list[Result]:
    """Matches as (home, touchdowns, touchdowns, away); ``casualties`` by team, in each of its matches."""
    hurt = casualties or {}
    outcomes = {1: (Outcome.WIN, Outcome.LOSS), 0: (Outcome.DRAW, Outcome.DRAW), -1: (Outcome.LOSS, Outcome.WIN)}
    results = []
    for key, (home, ours, theirs, away) in enumerate(scores):
        mine, other = outcomes[(ours > theirs) - (ours < theirs)]
        results.append(
            Result(
                key=key,
                round=key,
                home=Side(team=home, outcome=mine, score=ours, casualties=hurt.get(home, 0)),
                away=Side(team=away, outcome=other, score=theirs, casualties=hurt.get(away, 0)),
            )
        )
    return results


def table(results: list[Result], tie_breakers: tuple[str, ...] = USUAL, *, idle: bool = True) -> Standings:
    teams = sorted({side.team for result in results for side in result.sides} | ({"e"} if not idle else set()))
    scheme = Scheme(tie_breakers=tie_breakers, idle_teams_ranked=idle)
    lines = tuple(map(line_of, rank_teams(teams, results, scheme=scheme)))
    return Standings(lines=lines, tie_breakers=tie_breakers, played=len(results), rounds=(1,), climb=())


def why(standings: Standings, above: str, below: str) -> str:
    return why_above(standings, above, below, NAMES, PBBL.book)


def test_different_points_explain_a_place() -> None:
    standings = table(played(("a", 2, 0, "b")))
    assert why(standings, "a", "b") == "Ann ranks above Bob by points: 3 against 0."


def test_two_teams_can_be_named_in_either_order() -> None:
    standings = table(played(("a", 2, 0, "b")))
    assert why(standings, "b", "a") == why(standings, "a", "b")


def test_for_two_level_teams_their_own_matches_are_named() -> None:
    standings = table(played(("a", 1, 0, "b"), ("b", 5, 0, "c"), ("c", 1, 1, "d")))
    assert why(standings, "a", "b") == (
        "Level on points (3). Ann ranks above Bob: it won more of the matches between the two."
    )


def test_of_three_level_teams_the_one_that_beat_both_is_first() -> None:
    standings = table(
        played(
            ("a", 1, 0, "b"), ("a", 1, 0, "c"), ("b", 1, 0, "d"), ("b", 2, 0, "e"), ("c", 1, 0, "d"), ("c", 1, 0, "e")
        )
    )
    assert [line.team for line in standings.lines[:3]] == ["a", "b", "c"]
    assert why(standings, "a", "c") == (
        "Level on points (6). Ann ranks above Cat: it beat each of the teams level with it."
    )
    tied = tied_with(standings, standings.lines[0], "head_to_head")
    assert {line.team for line in tied} == {"a", "b", "c"}


def test_of_three_level_teams_the_second_is_above_the_one_that_lost_to_both() -> None:
    standings = table(played(("a", 1, 0, "b"), ("b", 1, 0, "c"), ("a", 1, 0, "c")), ("head_to_head",))
    assert why(standings, "b", "c") == "Bob ranks above Cat, which lost to each of the teams level with it."


def test_after_a_circle_of_wins_the_next_tie_breaker_decides() -> None:
    standings = table(played(("a", 3, 0, "b"), ("b", 2, 0, "c"), ("c", 1, 0, "a")))
    assert why(standings, "a", "b") == (
        "Level on points (3), head-to-head (undecided). Ann ranks above Bob by touchdown difference: +2 against −1."
    )


def test_between_distant_rows_the_earliest_tie_breaker_counts() -> None:
    standings = table(played(("a", 3, 0, "b"), ("b", 2, 0, "c"), ("c", 1, 0, "a"), ("d", 0, 1, "a")))
    assert standings.lines[0].team == "a"
    assert why(standings, "a", "d") == "Ann ranks above Dan by points: 6 against 0."


def test_the_last_of_level_teams_lost_to_all_of_them() -> None:
    ring = played(("a", 2, 0, "b"), ("b", 2, 0, "c"), ("c", 2, 0, "a"))
    losses = [("a", "d"), ("b", "d"), ("c", "d")]
    beaten = [
        Result(
            key=10 + key,
            round=10,
            home=Side(team=home, outcome=Outcome.WIN, score=1),
            away=Side(team=away, outcome=Outcome.LOSS),
        )
        for key, (home, away) in enumerate(losses)
    ]
    lifted = [
        Result(key=20 + key, round=20, home=Side(team="d", outcome=Outcome.WIN), away=None, played=False)
        for key in range(2)
    ]
    standings = table(ring + beaten + lifted)
    assert standings.lines[-1].team == "d"
    above = str(standings.lines[-2].team)
    assert why(standings, above, "d") == (
        f"Level on points (6). {NAMES[above]} ranks above Dan, which lost to each of the teams level with it."
    )


def test_between_the_first_and_the_last_of_a_sweep_the_next_tie_breaker_decides() -> None:
    standings = table(
        played(
            ("a", 1, 0, "b"), ("a", 1, 0, "c"), ("a", 1, 0, "d"), ("b", 4, 0, "c"), ("b", 1, 0, "d"), ("c", 1, 0, "d")
        ),
        ("head_to_head", "touchdown_difference"),
    )  # fmt: skip
    assert [(line.team, line.value("head_to_head").amount) for line in standings.lines] == [
        ("a", 1), ("b", 2), ("c", 2), ("d", 3)
    ]  # fmt: skip
    assert why(standings, "a", "b") == "Ann ranks above Bob: it beat each of the teams level with it."
    assert why(standings, "b", "c") == (
        "Level on head-to-head (2). Bob ranks above Cat by touchdown difference: +4 against −4."
    )
    assert why(standings, "c", "d") == "Cat ranks above Dan, which lost to each of the teams level with it."


def test_if_none_beat_all_the_last_of_a_sweep_is_below_teams_that_are_first_together() -> None:
    standings = table(
        played(("a", 1, 1, "b"), ("a", 3, 0, "c"), ("b", 1, 0, "c")), ("head_to_head", "touchdown_difference")
    )
    assert [(line.team, line.value("head_to_head").amount) for line in standings.lines] == [
        ("a", 1),
        ("b", 1),
        ("c", 2),
    ]
    assert why(standings, "a", "c") == "Ann ranks above Cat, which lost to each of the teams level with it."


def test_teams_that_nothing_separates_share_a_rank() -> None:
    standings = table(played(("a", 1, 1, "b")))
    assert why(standings, "a", "b") == ("Ann and Bob share rank 1: no tie-breaker of this competition separates them.")


def test_casualty_difference_can_decide() -> None:
    standings = table(played(("a", 1, 1, "b"), casualties={"b": 2}))
    assert why(standings, "b", "a") == (
        "Level on points (1), head-to-head (undecided), touchdown difference (0). "
        "Bob ranks above Ann by casualty difference: +2 against −2."
    )


RING = (("a", 1, 0, "b"), ("b", 3, 0, "c"), ("c", 1, 0, "a"))


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (
            ("mini_league", "mini_league_difference"),
            "mini-league points (3). Bob ranks above Ann by mini-league touchdown difference: +2 against 0.",
        ),
        (
            ("concessions", "touchdowns"),
            "fewest concessions (0). Bob ranks above Ann by touchdowns scored: 3 against 1.",
        ),
        (("win_ratio", "touchdowns"), "win ratio (50.0%). Bob ranks above Ann by touchdowns scored: 3 against 1."),
        (
            ("opponents_points", "touchdowns"),
            "opponents' points (6). Bob ranks above Ann by touchdowns scored: 3 against 1.",
        ),
        (
            ("team_value", "touchdowns"),
            "team value (undecided). Bob ranks above Ann by touchdowns scored: 3 against 1.",
        ),
        (("coin_toss", "touchdowns"), "drawn lot (undecided). Bob ranks above Ann by touchdowns scored: 3 against 1."),
    ],
)
def test_tie_breakers_that_did_not_decide_are_named_first(keys: tuple[str, ...], words: str) -> None:
    standings = table(played(*RING), ("points", *keys))
    assert why(standings, "b", "a") == f"Level on points (3), {words}"


def test_fewest_touchdowns_conceded_is_explained_with_both_figures() -> None:
    standings = table(played(("a", 1, 0, "b"), ("c", 2, 1, "d")), ("points", "touchdowns_conceded"))
    assert why(standings, "a", "c") == (
        "Level on points (3). Ann ranks above Cat by fewest touchdowns conceded: 0 against 1."
    )


def test_a_team_without_result_has_no_rank_in_records() -> None:
    standings = table(played(("a", 1, 0, "b")), idle=False)
    assert why(standings, "a", "e") == "Eve has no rank yet: it has no result."


def test_a_team_is_not_above_itself() -> None:
    assert why(table(played(("a", 1, 0, "b"))), "a", "a") == "This is the same team twice."


def test_the_first_row_says_why_it_is_first_and_the_others_why_they_are_below() -> None:
    standings = table(played(("a", 2, 0, "b")))
    assert (
        why_here(standings, 0, NAMES, PBBL.book) == why_here(standings, 1, NAMES, PBBL.book) == why(standings, "a", "b")
    )


def test_a_first_row_that_shares_its_rank_or_is_alone_has_no_reason() -> None:
    standings = table(played(("a", 1, 1, "b")), idle=False)
    assert standings.lines[0].rank == standings.lines[1].rank
    assert why_here(standings, 0, NAMES, PBBL.book) == ""


def test_an_unknown_team_is_an_error() -> None:
    with pytest.raises(KeyError):
        why(table(played(("a", 1, 0, "b"))), "a", "z")


@pytest.mark.parametrize(("amount", "shown"), [(3, "+3"), (0, "0"), (-2, "−2")])
def test_a_difference_has_its_sign(amount: int, shown: str) -> None:
    assert signed(amount) == shown


def test_those_level_with_a_team_are_all_lines_with_the_same_figures_before() -> None:
    rng = Random(27)
    for _table in range(20):
        pairs = [(one, other) for one in NAMES for other in NAMES if one < other]
        results = played(*((one, rng.randint(0, 1), rng.randint(0, 1), other) for one, other in pairs))
        for keys in (USUAL, ("points", "touchdowns", "head_to_head", "touchdown_difference")):
            standings = table(results, keys)
            for line in standings.lines:
                for place, key in enumerate(keys):
                    own, value = [line.value(before) for before in keys[:place]], line.value(key)
                    if value is not None and value.asked:
                        level = [
                            other
                            for other in standings.lines
                            if (theirs := other.value(key)) is not None
                            and theirs.asked
                            and [other.value(before) for before in keys[:place]] == own
                        ]
                        assert list(tied_with(standings, line, key)) == level
