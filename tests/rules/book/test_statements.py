"""The rules that an edition cites for each purpose (docs/rules/editions.md)."""

from __future__ import annotations

import pytest

from rules.book.statements import source_for

NAMED, PAGES = {"winnings": "§19"}, {"§19": 6}


@pytest.mark.parametrize(
    ("purpose", "source"), [("winnings", {"rule": "§19", "page": 6}), ("challenges", {"rule": "", "page": 0})]
)
def test_a_purpose_cites_the_rule_that_the_book_names_or_none(purpose: str, source: dict[str, object]) -> None:
    assert source_for(purpose, NAMED, PAGES) == source


def test_an_unknown_purpose_is_an_error_that_lists_the_purposes() -> None:
    with pytest.raises(KeyError, match=r"nothing is cited for 'cheese'; there are .*winnings, .*challenges, "):
        source_for("cheese", NAMED, PAGES)
