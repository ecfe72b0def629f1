"""Who follows a captain (D10): by the book after any loss, in some leagues after a death only, or nobody."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from rules.editions import ruleset
from rules.editions.bb2025.captain import CAPTAIN, follow_captain
from rules.sequence.sequence import Side
from rules.sheet.sheet import Departed
from tests.rules.build import team


@pytest.mark.rules("bb2025:D10")
@pytest.mark.parametrize(
    ("followed", "left", "asked"),
    [
        ("left", ("died",), True),
        ("left", ("released",), True),
        ("died", ("died",), True),
        ("died", ("released",), False),
        ("died", ("died", "released"), False),  # another captain followed the dead one, and was let go
        ("nobody", ("died",), False),
        ("left", (), False),
    ],
)
def test_a_league_decides_when_another_captain_follows(followed: str, left: tuple[str, ...], asked: bool) -> None:
    rules = ruleset("bb2025", {"captain_followed": followed})
    sheet = team("Human", "12 Human Lineman", rules=rules)
    first, *others = sheet.players
    gone = tuple(Departed(how=how, line=replace(first, marks=(CAPTAIN,))) for how in left)
    sheet = replace(sheet, players=tuple(others), departed=gone)
    sides: list[Side] = []

    def ask(side: Side, key: str, *_args: Any, **_more: Any) -> tuple[str, ...]:
        sides.append(side)
        return ()

    asking = SimpleNamespace(each=lambda sides, do: [do(side) for side in sides], ask=ask)
    state: Any = SimpleNamespace(ruleset=rules, asking=asking, sheet=lambda side: sheet if side == "home" else whole)
    whole = team("Human", "12 Human Lineman", rules=rules)
    follow_captain(state)
    assert sides == (["home"] if asked else [])
