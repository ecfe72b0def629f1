"""The scenarios of the edition of 2025, statement by statement."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from rules.editions.bb2025 import EDITION
from rules.scenarios.scenario import play
from tests.editions.every import registered
from tests.rules.scenarios.expectations import leaves, wrong
from tests.scenario_files import scenarios_in

FOLDER = Path(__file__).parent / "scenarios"
ALL: dict[str, dict[str, Any]] = {
    f"{path.stem}: {scenario['title']}": scenario
    for path in sorted(FOLDER.glob("*.yaml"))
    for scenario in scenarios_in(path)
}


def played(scenario: dict[str, Any]) -> list[Any]:
    with registered(EDITION):
        return play(scenario)


@pytest.mark.parametrize("title", ALL)
def test_it_plays_as_by_hand(title: str) -> None:
    assert played(ALL[title]) == []


@pytest.mark.parametrize("title", ALL)
def test_every_single_expectation_could_fail(title: str) -> None:
    for path in leaves(ALL[title]["expect"]):
        scenario = copy.deepcopy(ALL[title])
        inner = scenario["expect"]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = wrong(inner[path[-1]])
        assert [where for where, _, _ in played(scenario)] == [".".join(map(str, path))]
