"""Every league rule is covered by a scenario or, if a scenario cannot show it, by a marked test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.rules.build import PBBL

TESTS = Path(__file__).resolve().parents[1]
# Seasons, play-offs and the commissioner's word: they come with the seasons.
STILL_TO_COME: set[str] = set()
STATEMENTS = set(PBBL.book.pages)


MARK = "pytest.mark.rules"


@cache
def scenarios() -> list[dict[str, Any]]:
    """All scenarios of our own."""
    files = sorted((TESTS / "scenarios").rglob("*.yaml"))
    return [scenario for file in files for scenario in yaml.safe_load(file.read_text("utf-8"))]


def shown_by_scenarios() -> set[str]:
    """The rules that the scenario files name."""
    return {rule for scenario in scenarios() for rule in scenario["rules"]}


@cache
def shown_by_tests() -> frozenset[str]:
    """The rules in ``@pytest.mark.rules(...)`` of all tests."""
    found: set[str] = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if MARK in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == MARK:
                found |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return frozenset(found)


def test_every_rule_has_a_scenario_or_a_marked_test() -> None:
    assert sorted(STATEMENTS - STILL_TO_COME - shown_by_scenarios() - shown_by_tests()) == []


def test_only_rules_of_the_book_are_cited() -> None:
    assert sorted((shown_by_scenarios() | shown_by_tests()) - STATEMENTS) == []


def test_there_are_enough_scenarios() -> None:
    assert len(scenarios()) >= 120


@pytest.mark.shared
def test_the_book_has_the_rules_of_the_digest(shared: Path) -> None:
    digest = (shared / "reference" / "pbbl-league-rules.md").read_text("utf-8")
    assert set(re.findall(r"^\s*- ([A-Z]\d+)\b", digest, re.MULTILINE)) == STATEMENTS
