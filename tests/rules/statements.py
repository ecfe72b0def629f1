"""Which statements of an edition's book are shown, by scenario files and by marked tests."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

from tests.rules.build import PBBL
from tests.scenario_files import scenarios_in

TESTS = Path(__file__).resolve().parents[1]
MARK = "pytest.mark.rules"
UNMARKED = PBBL.book.key
"""The edition of the scenarios and marks that name none."""


@cache
def scenarios_of(edition: str) -> list[dict[str, Any]]:
    """All scenarios of our own that are of an edition."""
    files = sorted((TESTS / "scenarios").rglob("*.yaml"))
    found = [scenario for file in files for scenario in scenarios_in(file)]
    return [scenario for scenario in found if scenario.get("edition", UNMARKED) == edition]


def shown_by_scenarios(edition: str) -> set[str]:
    """The rules that the scenarios of an edition name."""
    return {rule for scenario in scenarios_of(edition) for rule in scenario["rules"]}


def shown_by_tests(edition: str) -> set[str]:
    """The rules that tests show: ``@pytest.mark.rules("edition:rule")``, or the rule alone."""
    marks = (mark.rpartition(":") for mark in _marks())
    return {rule for key, _colon, rule in marks if (key or UNMARKED) == edition}


@cache
def _marks() -> frozenset[str]:
    found: set[str] = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if MARK in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == MARK:
                found |= {str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)}
    return frozenset(found)
