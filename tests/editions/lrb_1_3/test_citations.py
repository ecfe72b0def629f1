"""Every statement of the Living Rulebook 1.3 is shown by a scenario, or by a marked test where that cannot show it."""

from __future__ import annotations

from tests.editions.lrb_1_3.build import BOOK
from tests.rules.statements import shown_by_scenarios, shown_by_tests

OURS = BOOK.key


def test_only_statements_of_the_book_are_cited() -> None:
    assert sorted((shown_by_scenarios(OURS) | shown_by_tests(OURS)) - set(BOOK.pages)) == []


def test_every_statement_has_a_scenario_or_a_marked_test() -> None:
    assert sorted(set(BOOK.pages) - shown_by_scenarios(OURS) - shown_by_tests(OURS)) == []
