"""How bad the results of a casualty table look where a report asks for a roll."""

import pytest

from matches.report.table_view import tone
from rules.editions import EDITIONS


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_a_result_that_leads_to_another_table_looks_as_bad_as_what_comes_of_it(edition) -> None:
    book = edition.book
    for table in book.casualty_tables.values():
        for row in table.rows:
            if row.leads_to:
                worse = {tone(book, each) for each in book.casualty_tables[row.leads_to].rows}
                assert (tone(book, row) == "lasting") == (worse <= {"lasting", "dead"} or bool(row.conditions))


@pytest.mark.parametrize("key", ["bb2020", "bb2025"])
def test_the_worse_the_roll_the_worse_it_looks(key: str) -> None:
    book = next(each.book for each in EDITIONS if each.key == key)
    tones = [tone(book, row) for row in book.casualty_table.rows]
    assert tones == ["harmless", "missing", "lasting", "lasting", "dead"]
