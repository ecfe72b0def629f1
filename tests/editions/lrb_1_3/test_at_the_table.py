"""What the page for the table says by the Living Rulebook 1.3: conceding, and a wizard of the team's own."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from matches.sheet import at_the_table, table_words
from rules.sequence.codec import encode
from rules.sheet.match import Fact, Pair
from tests.editions.lrb_1_3.build import lrb, team


def said(**house: object) -> str:
    state = SimpleNamespace(ruleset=lrb(**house))
    with patch.object(table_words, "goes_to_overtime", return_value=False):
        return " ".join(table_words.endings(state))


@pytest.mark.rules("lrb-1.3:LN4", "lrb-1.3:LN5")
def test_nobody_walks_out_and_too_few_players_are_no_excuse_unless_the_league_says_so() -> None:
    assert "51" not in said() and "players or fewer" not in said()
    assert "51 SPP or more leaves on a D6 of 1–3" in said(concession_walkouts=True)
    assert "2 players or fewer conceding costs nothing" in said(concession_before_kick_off="no_penalty")


@pytest.mark.rules("lrb-1.3:LP5")
def test_a_wizard_of_the_teams_own_is_among_its_helpers() -> None:
    rules = lrb(wizard_hire="permanent")
    own = replace(team("Human", "11 Lineman", rules=rules), staff=(("wizard", 1), ("cheerleader", 3)))
    sheets = Pair(home=own, away=team("Human", "11 Lineman", rules=rules, apothecary=True))
    sides = dict.fromkeys(("home", "away"), SimpleNamespace(inducements=[]))
    state = SimpleNamespace(ruleset=rules, sheets=sheets, sides=sides)
    (wizard,) = table_words.shown_helpers(state, "home")
    assert wizard["name"] == "Wizard" and wizard["text"].startswith("A fireball") and wizard["page"] == 27
    assert [helper["name"] for helper in table_words.shown_helpers(state, "away")] == ["Apothecary"]


@pytest.mark.rules("lrb-1.3:LM3", "lrb-1.3:LP11")
def test_sums_of_the_kick_off_have_the_fan_factor_as_handicaps_leave_it() -> None:
    rules = lrb()
    sheets = Pair(
        home=team("Human", "11 Lineman", fan_factor=5), away=team("Human", "11 Lineman", fan_factor=4, cheerleaders=2)
    )
    named = {"home": SimpleNamespace(name="Home"), "away": SimpleNamespace(name="Away")}
    state = SimpleNamespace(ruleset=rules, sheets=sheets, teams=named, match=SimpleNamespace(facts={}))
    rows = {row.name: row for row in rules.book.kick_off}
    assert [sum["roll"] for sum in at_the_table._sums(state, rows["Throw a Rock"])] == ["2D6 + 5", "2D6 + 4"]
    assert [sum["roll"] for sum in at_the_table._sums(state, rows["Cheering Fans"])] == ["D6 + 5", "D6 + 6"]
    assert [sum["roll"] for sum in at_the_table._sums(state, rows["Brilliant Coaching"])] == ["D6", "D6"]
    pressed = Fact(key="bad_press", side="home", amount=3, rule="LP11", page=43)
    state.match.facts = {"pre_match": [encode(pressed)]}
    assert [sum["roll"] for sum in at_the_table._sums(state, rows["Pitch Invasion"])] == ["2D6 + 3", "2D6 + 4"]
