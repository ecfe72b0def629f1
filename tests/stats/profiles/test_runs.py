"""The runs of a team: the longest ones, and the present one from two matches on."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from stats.profiles.team_page import _streaks


@pytest.mark.parametrize(
    ("letters", "now"), [("ww", ["wins in a row now"]), ("wwd", []), ("wll", ["defeats in a row now"]), ("", [])]
)
def test_one_match_is_no_run(letters: str, now: list[str]) -> None:
    met: Any = [SimpleNamespace(letter=letter) for letter in letters]
    assert [str(name) for name, _ in _streaks(met) if "now" in str(name)] == now
