"""What is told of hired players and staff by the books of today: named staff of both sides, and who may rise."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from matches.sequence.bought import barred_words
from matches.sequence.hired import raised_line
from rules.editions import ruleset
from rules.sheet.match import Pair
from rules.sheet.sheet import TeamSheet
from rules.team.inducements import Item
from tests.rules.build import team

BOTH = tuple(Item(kind=kind) for kind in ("josef_bugman", "ranulf_hokuli", "hireling_wizard", "bribe"))


@pytest.mark.rules("bb2020:P9", "bb2025:P9")
def test_both_coaches_are_told_whose_named_staff_works_for_neither() -> None:
    told = barred_words(ruleset("bb2020"), Pair(home=BOTH, away=BOTH))
    assert "Josef Bugman & Ranulf 'Red' Hokuli: hired by both teams, so works for neither, and both fees" in told
    assert "wizard" not in told and not barred_words(ruleset("bb2020"), Pair(home=BOTH, away=()))
    modern = tuple(Item(kind=kind) for kind in ("josef_bugman", "wizard", "bribe"))
    assert not barred_words(ruleset("bb2025"), Pair(home=modern, away=modern))


@pytest.mark.rules("bb2025:K8")
def test_a_report_has_a_line_for_each_lineman_who_may_rise() -> None:
    rules = ruleset("bb2025")

    def lines(sheet: TeamSheet) -> list[str]:
        nothing: Any = Pair(home=(), away=())
        state: Any = SimpleNamespace(ruleset=rules, sheets=Pair(home=sheet, away=sheet), bought=nothing, hired={})
        state.played_cards = lambda _side: ()
        return [line.name for line in raised_line(state, "home")]

    assert lines(team("Shambling Undead", "11 Zombie Lineman", rules=rules)) == ["Skeleton Lineman", "Zombie Lineman"]
    assert lines(team("Nurgle", "Pestigor", "10 Rotter", rules=rules)) == ["Rotter"]
    assert lines(team("Orc", "11 Orc Lineman", rules=rules)) == []
