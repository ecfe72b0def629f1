"""The scenarios of Blood Bowl 2020, worked by hand from the digest, statement by statement."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from rules.editions.bb2020 import EDITION
from rules.scenarios.scenario import play
from tests.editions.every import registered
from tests.rules.scenarios.expectations import leaves, wrong
from tests.rules.statements import shown_by_scenarios, shown_by_tests
from tests.scenario_files import scenarios_in

OURS = Path(__file__).resolve().parents[2] / "scenarios" / "bb2020"
ALL: dict[str, dict[str, Any]] = {
    f"{path.stem}: {scenario['title']}": scenario
    for path in sorted(OURS.glob("*.yaml"))
    for scenario in scenarios_in(path)
}


def test_there_are_two_hundred_and_all_are_of_this_edition() -> None:
    assert len(ALL) >= 200 and {scenario["edition"] for scenario in ALL.values()} == {EDITION.key}


@pytest.mark.parametrize("title", ALL)
def test_it_plays_as_by_hand(title: str) -> None:
    with registered(EDITION):
        assert play(ALL[title]) == []


@pytest.mark.parametrize("title", ALL)
def test_every_single_expectation_could_fail(title: str) -> None:
    with registered(EDITION):
        for path in leaves(ALL[title]["expect"]):
            scenario = copy.deepcopy(ALL[title])
            inner = scenario["expect"]
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = wrong(inner[path[-1]])
            assert [where for where, _, _ in play(scenario)] == [".".join(map(str, path))]


def test_every_statement_has_a_scenario() -> None:
    shown = shown_by_scenarios(EDITION.key)
    assert set(EDITION.book.pages) == shown
    assert shown_by_tests(EDITION.key) <= shown
