"""Every statement of the Competition Rules is shown by a scenario, or by a marked test where that cannot show it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.editions.crp.build import BOOK
from tests.rules.statements import shown_by_scenarios, shown_by_tests

OURS = BOOK.key
WITHOUT_A_SCENARIO = {
    "M2": "a result on the pitch, and nothing that is reported", "M6": "turn markers on the pitch",
    "E1": "an agreement about the pitch", "E5": "an agreement about the pitch", "E8": "the same as M2",
    "C8": "about two teams of a coach", "R1": "about a team's page after several matches",
    "S4": "about what one coach sees", "L1": "about a league", "L2": "about a league's matches",
    "L3": "about a season", "L5": "about a league's matches", "L7": "about a tournament's prizes",
    "L11": "about a league's teams",
}  # fmt: skip
"""Statements that only marked tests show, and why: a scenario has one team or one match."""


def test_every_statement_has_a_scenario_or_a_marked_test() -> None:
    assert sorted(set(BOOK.pages) - shown_by_scenarios(OURS) - shown_by_tests(OURS)) == []


def test_nearly_every_statement_is_shown_by_a_scenario() -> None:
    assert set(BOOK.pages) - shown_by_scenarios(OURS) == set(WITHOUT_A_SCENARIO)


def test_only_statements_of_the_book_are_cited() -> None:
    assert sorted((shown_by_scenarios(OURS) | shown_by_tests(OURS)) - set(BOOK.pages)) == []


@pytest.mark.shared
def test_the_book_has_the_statements_of_the_digest(shared: Path) -> None:
    digest = (shared / "editions" / "crp" / "rules.md").read_text("utf-8")
    assert set(re.findall(r"^\s*- ([A-Z]\d+)\b", digest, re.MULTILINE)) == set(BOOK.pages)
