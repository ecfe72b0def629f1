"""Team values in which neither gold nor fans count (2020 and 2025, V1-V3): of all players, and of who can play."""

from __future__ import annotations

import pytest

from rules.editions import ruleset
from rules.scenarios.team import team_sheet
from rules.team.current_value import full_team_value

TEAM = {
    "list": "Ogre", "rerolls": 2, "fan_factor": 4, "treasury": 90_000,
    "players": [
        {"position": "Gnoblar Lineman", "count": 10},
        {"position": "Ogre Blocker", "misses_next_game": True},
        {"position": "Ogre Blocker", "misses_next_game": True, "lost": ["-AV", "retired"]},
    ],
}  # fmt: skip


@pytest.mark.parametrize("edition", ["bb2020", "bb2025"])
def test_all_players_count_with_their_fees_and_of_who_can_play_the_linemen_do_not(edition: str) -> None:
    rules = ruleset(edition)
    sheet = team_sheet(rules, TEAM, 1)
    full = full_team_value(rules, sheet, rules.source("team_value"))
    # 10 x 15 + 2 x 140 + 2 x 70, and for the next match only the re-rolls
    assert (full.amount, rules.value(sheet)) == (570_000, 140_000)
    assert rules.book.worth is not None and rules.book.worth.name == "Current team value"
