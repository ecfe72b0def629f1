"""The scenarios of the Living Rulebook 1.3: ours, and those of the reference folder if it exists."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.scenarios.scenario import play
from tests.rules.scenarios.expectations import leaves, wrong
from tests.scenario_files import scenarios_in

OURS = Path(__file__).resolve().parents[2] / "scenarios" / "lrb"


def scenarios(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for path in sorted(folder.glob("*.yaml")):
        for scenario in scenarios_in(path):
            yield f"{path.stem}: {scenario['title']}", scenario


ALL = dict(scenarios(OURS))


def test_all_of_them_are_of_this_edition() -> None:
    assert len(ALL) >= 150 and {scenario["edition"] for scenario in ALL.values()} == {"lrb-1.3"}


@pytest.mark.parametrize("title", ALL)
def test_our_scenarios_pass(title: str) -> None:
    assert play(ALL[title]) == []


@pytest.mark.parametrize("title", ALL)
def test_every_single_expectation_could_fail(title: str) -> None:
    for path in leaves(ALL[title]["expect"]):
        scenario = copy.deepcopy(ALL[title])
        inner = scenario["expect"]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = wrong(inner[path[-1]])
        assert [where for where, _, _ in play(scenario)] == [".".join(map(str, path))]


@pytest.mark.shared
def test_the_scenarios_of_the_reference_folder_pass(shared: Path) -> None:
    found = {title: play(scenario) for title, scenario in scenarios(shared / "editions" / "lrb_1_3" / "scenarios")}
    assert len(found) == 24
    assert {title: differences for title, differences in found.items() if differences} == {}
