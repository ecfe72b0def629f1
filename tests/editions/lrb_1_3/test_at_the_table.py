"""What the page for the table says by the Living Rulebook 1.3: conceding, and a wizard of the team's own."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from unittest.mock import patch

import pytest

from matches.sheet import table_words
from rules.sheet.match import Pair
from tests.editions.lrb_1_3.build import lrb, team


def said(**house: object) -> str:
    state = SimpleNamespace(ruleset=lrb(**house))
    with patch.object(table_words, "goes_to_overtime", return_value=False):
        return " ".join(table_words.endings(state))


@pytest.mark.rules("lrb-1.3:LN4", "lrb-1.3:LN5")
def test_nobody_walks_out_and_too_few_players_are_no_excuse_unless_the_league_says_so() -> None:
    assert "51" not in said() and "two players or fewer" not in said()
    assert "51 SPP or more leaves on a D6 of 1–3" in said(concession_walkouts=True)
    assert "two players or fewer conceding costs nothing" in said(concession_before_kick_off="no_penalty")


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
