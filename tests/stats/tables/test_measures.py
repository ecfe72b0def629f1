"""The words of the columns of statistics: each book's own."""

from __future__ import annotations

import pytest

from rules.book.edition import Edition
from rules.editions import EDITIONS
from stats.tables.measures import TEAMS, measures_of


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_a_teams_worth_has_the_name_of_the_book(edition: Edition) -> None:
    found = [each for each in measures_of(edition.book, TEAMS) if each.key == "worth"]
    worth = edition.book.worth
    if worth is None:
        assert not found
        return
    (measure,) = found
    assert (str(measure.heading), str(measure.name)) == (worth.short, f"Mean {worth.name.lower()}")
