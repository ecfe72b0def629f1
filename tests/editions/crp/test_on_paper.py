"""Prints of matches by the Competition Rules: they show what only this book's steps work out."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from tests.editions.crp.played import Played, all_answered
from tests.matches import match_builders

pytestmark = pytest.mark.django_db


@pytest.mark.rules("crp:P8")
def test_the_match_sheet_says_what_came_back_of_petty_cash(played: Played) -> None:
    match = all_answered(match_builders.opened_match(*played.teams), petty_cash=20_000)
    match = all_answered(match_builders.confirm_match(match, home=0))
    assert match.state == Match.State.CLOSED
    for side in match_sheet(MatchState(match)).sides:
        assert "Unspent petty cash 20k" in dict(side.words)["After the match"]
