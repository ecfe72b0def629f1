"""Every league rule is covered by a scenario or, if a scenario cannot show it, by a marked test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rules.build import PBBL
from tests.rules.statements import scenarios_of, shown_by_scenarios, shown_by_tests

OURS = PBBL.book.key
# Seasons, play-offs and the commissioner's word: they come with the seasons.
STILL_TO_COME: set[str] = set()
STATEMENTS = set(PBBL.book.pages)


def test_every_rule_has_a_scenario_or_a_marked_test() -> None:
    assert sorted(STATEMENTS - STILL_TO_COME - shown_by_scenarios(OURS) - shown_by_tests(OURS)) == []


def test_only_rules_of_the_book_are_cited() -> None:
    assert sorted((shown_by_scenarios(OURS) | shown_by_tests(OURS)) - STATEMENTS) == []


def test_there_are_enough_scenarios() -> None:
    assert len(scenarios_of(OURS)) >= 120


@pytest.mark.shared
def test_the_book_has_the_rules_of_the_digest(shared: Path) -> None:
    digest = (shared / "reference" / "pbbl-league-rules.md").read_text("utf-8")
    assert set(re.findall(r"^\s*- ([A-Z]\d+)\b", digest, re.MULTILINE)) == STATEMENTS
