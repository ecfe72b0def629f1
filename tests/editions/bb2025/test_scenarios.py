"""The scenarios of the edition of 2025, statement by statement."""

from __future__ import annotations

import copy

import pytest

from tests.editions.bb2025.by_hand import ALL, played
from tests.rules.scenarios.expectations import leaves, wrong


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
