"""What the options of a question are called: players by number and position, also those who have just joined."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from matches.models import Match
from matches.questions.asking.candidates import candidate
from rules.editions import ruleset
from rules.sequence.forms import Basket, Good, Pick
from rules.sequence.sequence import Question
from rules.sheet.match import Pair
from rules.sheet.sheet import changed
from rules.words.words import player_of, say_option
from teams.asking import words
from tests.rules.build import team


def state_in(where: str, new: int) -> Any:
    """A match of Human teams; at home the last Lineman has joined since, with this id."""
    rules = ruleset("bb2025")
    after = team("Human", "12 Human Lineman", rules=rules)
    *fielded, last = after.players
    before = changed(after, players=tuple(fielded))
    after = changed(after, players=(*fielded, changed(last, player=new)))
    return SimpleNamespace(
        ruleset=rules, match=SimpleNamespace(state=where), names={}, known_as={}, reported=None,
        sheets=Pair(home=before, away=before), outcomes={"home": SimpleNamespace(sheet=after)},
    )  # fmt: skip


@pytest.mark.parametrize("new", [57, -1])
def test_a_player_who_has_just_joined_is_called_like_all_others(new: int) -> None:
    assert candidate(state_in(Match.State.POST_MATCH, new), "home", str(new)) == "No. 12, Human Lineman"


def test_of_who_has_left_the_roster_of_the_match_is_read() -> None:
    state = state_in(Match.State.POST_MATCH, 57)
    state.outcomes["home"].sheet = changed(state.sheets.home, players=())
    assert candidate(state, "home", "1") == "No. 1, Human Lineman"


def test_before_a_match_only_its_rosters_are_read() -> None:
    assert candidate(state_in(Match.State.PRE_MATCH, 57), "home", "57") == "The player"


@pytest.mark.parametrize(("option", "player"), [("57", 57), ("-1", -1), ("+1", None), ("block", None), ("", None)])
def test_a_player_is_a_number(option: str, player: int | None) -> None:
    assert player_of(option) == player


def test_a_player_without_an_id_has_no_name_and_none_of_several_is_nobody() -> None:
    assert say_option("-1") == "the player"
    for form in (Pick(options=("3", "-1"), most=2), Basket(goods=(Good(key="-1", price=0),), purse=0)):
        assert words.nothing(Question(side="home", key="who", kind="choose", label="who", form=form)) == "nobody"
