"""Every statement of the league rules is shown by a scenario or, where a scenario cannot tell it, by a marked test."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

from tests.rules.build import PBBL

TESTS = Path(__file__).resolve().parents[1]
# Seasons, play-offs and the commissioner's word: they come with the seasons.
STILL_TO_COME: set[str] = set()
STATEMENTS = set(PBBL.book.pages)


def shown_by_scenarios() -> set[str]:
    """The statements that the scenario files name."""
    files = sorted((TESTS / "scenarios").rglob("*.yaml"))
    return {rule for file in files for told in yaml.safe_load(file.read_text("utf-8")) for rule in told["rules"]}


def shown_by_tests() -> set[str]:
    """The statements in ``@pytest.mark.rules(...)`` of all tests."""
    found: set[str] = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rules":
                found |= {argument.value for argument in node.args if isinstance(argument, ast.Constant)}
    return found


def test_no_statement_is_without_a_scenario_or_a_marked_test() -> None:
    assert sorted(STATEMENTS - STILL_TO_COME - shown_by_scenarios() - shown_by_tests()) == []


def test_nothing_is_cited_that_no_rulebook_says() -> None:
    assert sorted((shown_by_scenarios() | shown_by_tests()) - STATEMENTS) == []


def test_there_are_scenarios_enough() -> None:
    files = sorted((TESTS / "scenarios").rglob("*.yaml"))
    assert sum(len(yaml.safe_load(file.read_text("utf-8"))) for file in files) >= 120


@pytest.mark.shared
def test_the_book_has_the_statements_of_the_digest(shared: Path) -> None:
    digest = (shared / "reference" / "pbbl-league-rules.md").read_text("utf-8")
    assert set(re.findall(r"^\s*- ([A-Z]\d+)\b", digest, re.MULTILINE)) == STATEMENTS
