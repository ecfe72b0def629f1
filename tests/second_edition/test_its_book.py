"""A book that has next to nothing of the first one is read, judged and worded all the same."""

from __future__ import annotations

from rules.edition import Ruleset
from rules.editions import EDITIONS
from rules.founding import Choice, judge
from rules.house_rules import house_rules
from rules.statements import PURPOSES
from rules.words import say_violation
from tests.second_edition import STREET

RULES = Ruleset(edition=STREET, house=house_rules(STREET.book, {}))


def test_it_is_no_edition_of_the_house() -> None:
    assert STREET.key not in {edition.key for edition in EDITIONS}


def test_a_violation_names_the_statement_of_its_own_book_or_none() -> None:
    choice = Choice(team_list="Human", players=("Lineman",) * 6, rerolls=9, fan_factor=9, staff=(("scout", 4),))
    found = judge(RULES, choice)
    assert [(one.rule, one.page, one.id) for one in found.violations] == [
        ("§2", 3, "founding.too_few_players"),
        ("", 0, "founding.rerolls"),
        ("", 0, "founding.fan_factor"),
        ("§5", 4, "staff.too_many"),
    ]
    few, rerolls, _fans, scouts = (say_violation(one) for one in found.violations)
    assert "(§2, p. 3)" in few and "(§5, p. 4)" in scouts
    assert "(" not in rerolls and "  " not in rerolls


def test_what_a_book_does_not_say_has_no_source() -> None:
    said = {purpose for purpose in PURPOSES if STREET.book.source(purpose)["rule"]}
    assert said == set(STREET.book.statements)
    assert STREET.book.source("bank") == {"rule": "", "page": 0}
