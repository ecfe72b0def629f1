"""Which injuries count for a side: all that it inflicted, or by the books of today those that earn points (O2)."""

from __future__ import annotations

import pytest

from matches.sequence.lines import casualties_of
from rules.editions import ruleset
from rules.sheet.match import Injury, MatchPlayed, Pair, PlayerLine, SideReport, Terms
from tests.rules.build import team


@pytest.mark.rules("bb2020:O2", "bb2020:L3", "bb2025:O2", "bb2025:L2")
@pytest.mark.parametrize(
    ("key", "lineman", "counted"),
    [("bb2020", "Human Lineman", 1), ("bb2025", "Human Lineman", 1), ("pbbl-1.10", "Lineman", 3)],
)
def test_fouls_and_the_crowd_count_only_by_books_that_record_all(key: str, lineman: str, counted: int) -> None:
    rules = ruleset(key)
    sheets = Pair(
        home=team("Human", f"11 {lineman}", rules=rules),
        away=team("Human", f"11 {lineman}", first_id=100, rules=rules),
    )
    roll = rules.book.casualty_table.rows[0].low
    hurt = tuple(
        Injury(player=sheets.away.players[nth].player, casualty=roll, by=sheets.home.players[nth].player, cause=cause)
        for nth, cause in enumerate(("block", "foul", "crowd"))
    )
    line = PlayerLine(player=sheets.home.players[0].player, deeds=(("casualties", 1),))
    played = MatchPlayed(
        terms=Terms(),
        sheets=sheets,
        fame=Pair(home=0, away=0),
        reports=Pair(home=SideReport(lines=(line,)), away=SideReport(injuries=hurt)),
    )
    assert casualties_of(rules, played, "home") == counted
