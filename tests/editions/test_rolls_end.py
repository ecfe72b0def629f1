"""Rolls that are repeated until they fit come to an end, even if the dice always show the same.

After very many rolls the first row of the table counts that fits.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.scenarios.scenario import play

MANY = 60
"""How often the rolls are repeated."""


def _team(position: str, **more: Any) -> dict[str, Any]:
    return {"list": "Human", "fan_factor": 1, "players": [{"position": position, "count": 11}], **more}


def _stubborn(die: list[int]) -> dict[str, Any]:
    return {f"again{nth}": die for nth in range(1, MANY)}


def _learner(edition: str, blitzer: str, learns: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A Human who knows Block, the first skill of the table, and rolls it again and again."""
    first = {"position": blitzer, "spp": 3}
    team = _team("Human Lineman") | {"players": [first, {"position": "Human Lineman", "count": 11}]}
    answers = {"mvp": 5, **more}
    return {
        "edition": edition, "do": "postgame", "teams": {"home": team, "away": team},
        "report": {"home": {"score": 0}, "away": {"score": 0}},
        "answers": {"home": {**answers, "advance": [1], "advancement": {1: learns}}, "away": answers},
    }  # fmt: skip


STAR_AND_TEN = [{"position": "Lineman", "spp": 5}, {"position": "Lineman", "count": 10}]
BEFORE = {
    "bb2020": {
        "teams": {"home": _team("Human Lineman"), "away": _team("Human Lineman", rerolls=2)},
        "answers": {"home": {"prayers": {1: {"die": [3]}, 2: {"die": [3], **_stubborn([3])}}}},
        "expect": {"home": {"facts": {"stiletto": 1, "treacherous_trapdoor": 1, "supporters": 4}}},
    },
    "bb2025": {
        "teams": {"home": _team("Human Lineman"), "away": _team("Human Lineman", rerolls=2)},
        "answers": {"home": {"inducements": [{"kind": "prayer", "count": 2}], "prayers": [[3]] * (MANY + 2)}},
        "expect": {"home": {"facts": {"stiletto": 1, "trapdoor": 1}}},
    },
    "lrb-1.3": {
        "house_rules": {"handicap_duplicates": "reroll"},
        "teams": {"home": _team("Lineman"), "away": _team("Lineman", treasury=260_000, players=STAR_AND_TEN)},
        "answers": {
            "home": {"handicap": {1: {"roll": [1, 1], "fee": 4}, 2: {"roll": [1, 1], **_stubborn([1, 1])}}},
        },
        "expect": {"home": {"facts": {"extra_training": 1}}},
    },
}


@pytest.mark.parametrize("edition", BEFORE)
def test_rolls_before_a_match_end(edition: str) -> None:
    assert play({"edition": edition, "do": "pregame", **BEFORE[edition]}) == []


def _knows(*skills: str) -> dict[str, Any]:
    return {"expect": {"home": {"refused": None, "players": {1: {"skills": list(skills)}}}}}


def test_rolls_for_a_random_skill_end() -> None:
    learns = {1: {"way": "random_primary", "category": "General", "dice": [1, 1], **_stubborn([1, 1])}}
    assert play(_learner("bb2020", "Blitzer", learns, supporters=2) | _knows("Block", "Dauntless")) == []
    rolled = [{"way": "random", "category": "General", "rolled": [[[1, 1]] * MANY, [[1, 1]] * MANY]}]
    learner = _learner("bb2025", "Human Blitzer", rolled, mvp_nominees=[[3, 4, 5, 6, 7, 8]])
    assert play(learner | _knows("Block", "Tackle", "Dauntless")) == []
