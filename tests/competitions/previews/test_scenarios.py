"""Scenarios of divisions, tables and play-offs: what cannot be read is said, and books without such rules play them."""

from __future__ import annotations

import pytest

from rules.scenarios.scenario import play
from rules.scenarios.team import ScenarioError

FOUR = ["Anvils", "Badgers", "Comets", "Dragons"]


def test_a_book_that_says_nothing_of_divisions_meets_once_without_a_third_place() -> None:
    division = {"do": "division", "league": {"teams": FOUR}, "expect": {"meetings": 1, "enough_teams": True}}
    assert play(division) == []
    divisions = {"North": FOUR[:2], "South": FOUR[2:]}
    bracket = {"do": "play_offs", "league": {"divisions": divisions}, "expect": {"third_place": False, "rounds": 2}}
    assert play(bracket) == []


@pytest.mark.parametrize(("do", "league", "words"), [
    ("division", {"team": FOUR}, "league: unknown key 'team'"),
    ("table", {"teams": FOUR, "results": [], "points": {"win": "three"}}, "league: "),
    ("table", {"teams": FOUR, "results": [], "tie_breakers": ["luck"]}, "there is no tie-breaker 'luck'"),
    ("table", {"teams": FOUR, "results": [["Anvils", "1-0", "Eagles"]]}, "league: "),
    ("division", {"teams": ["Anvils"]}, "league: "),
    ("play_offs", {"divisions": {"North": ["Anvils"]}}, "league: "),
])  # fmt: skip
def test_what_cannot_be_played_is_said(do: str, league: dict[str, object], words: str) -> None:
    with pytest.raises(ScenarioError, match=words):
        play({"do": do, "league": league})


@pytest.mark.parametrize("dice", [[1], [1, 7], [0, 3], [1, 2, 3]])
def test_only_a_roll_of_its_dice_is_read_on_the_kick_off_table(dice: list[int]) -> None:
    with pytest.raises(ScenarioError, match="are no roll of D6"):
        play({"do": "kick_off", "match": {"dice": dice}})
