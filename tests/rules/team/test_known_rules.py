"""The special rules that a team shows: its list's, those that its coach chose, and those that these bring."""

from dataclasses import replace

import pytest

from rules.editions import ruleset
from rules.team.special_rules import known_rules
from tests.rules.build import team


@pytest.mark.rules("bb2025:D8", "bb2025:D9")
def test_a_chosen_league_shows_the_patron_that_it_brings() -> None:
    rules = ruleset("bb2025")
    norse = team("Norse", "11 Norse Raider", rules=rules)
    assert known_rules(rules, norse) == ()
    assert known_rules(rules, replace(norse, special_rules=("Chaos Clash",))) == ("Chaos Clash", "Favoured of Khorne")
    assert known_rules(rules, replace(norse, special_rules=("Old World Classic",))) == ("Old World Classic",)
    black_orcs = team("Black Orc", "11 Black Orc", rules=rules)
    assert known_rules(rules, black_orcs) == ("Badlands Brawl", "Bribery and Corruption", "Brawlin' Brutes")
