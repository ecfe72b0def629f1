"""How few players a team may have that concedes early, as its book says it."""

from types import SimpleNamespace
from unittest.mock import patch

import pytest

from matches.report.result_words import early_words, ending_words
from matches.sheet import table_words
from rules.editions import EDITIONS, edition, ruleset
from tests.second_edition import STREET


@pytest.mark.rules("bb2020:N4", "bb2025:N4")
@pytest.mark.parametrize(("key", "few"), [("bb2020", 3), ("bb2025", 2), ("crp", 2), ("pbbl-1.10", 2), ("lrb-1.3", 2)])
def test_report_and_result_say_how_few_players_a_team_has_that_concedes_early(key: str, few: int) -> None:
    book = edition(key).book
    assert early_words(book) == f"before a kick-off, with {few} players or fewer to set up"
    result = SimpleNamespace(conceded_by="home", conceded_before_kick_off=True)
    state = SimpleNamespace(
        reported=SimpleNamespace(result=result),
        teams={"home": SimpleNamespace(name="Owls")},
        ruleset=SimpleNamespace(book=book),
    )
    assert ending_words(state) == f"Owls conceded before a kick-off with {few} players or fewer to set up."


@pytest.mark.parametrize("key", [each.key for each in EDITIONS])
def test_the_sheet_says_it_only_where_the_book_does(key: str) -> None:
    rules = ruleset(key)
    state = SimpleNamespace(ruleset=rules, terms=None, match=SimpleNamespace(facts={}))
    with patch.object(table_words, "goes_to_overtime", return_value=False):
        said = [each for each in table_words.endings(state) if "before a kick-off" in each.casefold()]
    assert all(f"{rules.book.result.few_to_concede} players or fewer" in each for each in said)
    assert not said or "conceding_early" in rules.book.statements


def test_a_book_in_which_nobody_concedes_early_names_no_number() -> None:
    assert early_words(STREET.book) == "before a kick-off, with too few players to set up"
