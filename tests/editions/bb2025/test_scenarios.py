"""The scenarios of the edition of 2025, statement by statement."""

from __future__ import annotations

import copy
import re

import pytest

from rules.editions.bb2025 import EDITION
from tests.editions.bb2025.by_hand import ALL, played
from tests.rules.scenarios.expectations import leaves, wrong
from tests.rules.statements import shown_by_tests


def test_every_statement_has_a_scenario() -> None:
    shown = {rule for title in ALL for rule in re.findall(r"\b[A-Z][0-9]+\b", title.rpartition("(")[2])}
    assert set(EDITION.book.pages) == shown
    assert shown_by_tests(EDITION.key) <= shown


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
