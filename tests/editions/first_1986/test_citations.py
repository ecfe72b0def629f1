"""Every statement of the first edition is shown by a scenario, or by a marked test where that cannot show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.editions.first_1986.build import BOOK
from tests.rules.statements import shown_by_scenarios, shown_by_tests

OURS = BOOK.key


def test_every_statement_has_a_scenario_or_a_marked_test() -> None:
    assert sorted(set(BOOK.pages) - shown_by_scenarios(OURS) - shown_by_tests(OURS)) == []


def test_only_statements_of_the_book_are_cited() -> None:
    assert sorted((shown_by_scenarios(OURS) | shown_by_tests(OURS)) - set(BOOK.pages)) == []


@pytest.mark.shared
def test_the_book_has_the_statements_of_the_digest(shared: Path) -> None:
    digest = (shared / "editions" / "first_1986" / "rules.md").read_text("utf-8")
    assert set(re.findall(r"^\s*- (F[A-Z]\d+)\b", digest, re.MULTILINE)) == set(BOOK.pages)
