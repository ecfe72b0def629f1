"""What handicaps of the Living Rulebook 1.3 change on the sheets of a match (LP11)."""

from __future__ import annotations

import pytest

from rules.match_day.facts import rerolls_by
from rules.sheet.match import Fact
from tests.editions.lrb_1_3.build import BOOK


@pytest.mark.rules("lrb-1.3:LP11")
def test_extra_training_gives_a_reroll_and_bad_habits_take_one() -> None:
    facts = (Fact(key="extra_training", side="home"), Fact(key="bad_habits", side="away"))
    assert (rerolls_by(BOOK, facts, "home", 2), rerolls_by(BOOK, facts, "away", 2)) == (1, -1)


@pytest.mark.rules("lrb-1.3:LP11")
def test_a_team_without_rerolls_loses_none() -> None:
    habits = Fact(key="bad_habits", side="away")
    assert rerolls_by(BOOK, (habits, habits), "away", 1) == -1
    assert rerolls_by(BOOK, (habits,), "away", 0) == 0
