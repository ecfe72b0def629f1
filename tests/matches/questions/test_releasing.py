"""Who and what a team may let go is what its book lets go: the form offers nothing else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from matches.models import Match
from matches.questions.asking.releasing import ReleasingForm
from rules.editions import edition, ruleset
from rules.sequence.sequence import Question
from rules.words.texts import texts_for
from tests.rules.build import team


def form_of(players: int, cheerleaders: int = 0, **leaving: int) -> tuple[ReleasingForm, str]:
    """The form of a Human team of 2025 with two re-rolls, and its HTML."""
    rules = ruleset("bb2025")
    sheet = team("Human", f"{players} Human Lineman", rules=rules, rerolls=2, cheerleaders=cheerleaders)
    post = SimpleNamespace(state=Match.State.POST_MATCH, State=Match.State)
    state: Any = SimpleNamespace(ruleset=rules, match=post, names={}, outcomes={"home": SimpleNamespace(sheet=sheet)})
    state.played = SimpleNamespace(winner=lambda: None)
    question = Question(side="home", key="release", kind="choose", label="release", args=tuple(leaving.items()))
    form = ReleasingForm(question, state)
    return form, render_to_string(form.template, {"form": form})


@pytest.mark.rules("bb2025:D4", "bb2025:H2")
def test_the_form_offers_no_player_who_has_to_stay_and_no_re_roll_that_cannot_be_given_up() -> None:
    form, page = form_of(12, 1, **{"player.1": 1, "staff.cheerleader": 1, "rerolls": 0})
    assert [each["value"] for each in form.players] == [1] and [each["name"] for each in form.goods] == [
        "staff.cheerleader"
    ]
    assert "have to stay" in page and "re-roll" not in page


def test_the_form_folds_nothing_away_where_nobody_can_go() -> None:
    form, page = form_of(11, rerolls=0)
    assert not form.players and not form.goods and "<details" not in page and "Release nobody" in page


@pytest.mark.parametrize("key", ["bb2020", "bb2025"])
def test_the_question_does_not_speak_of_re_rolls_in_a_book_that_keeps_them(key: str) -> None:
    _title, said, *_more = texts_for(edition(key).book)["questions"]["release.choose"]
    assert edition(key).book.creation.rerolls_stay and "re-roll" not in said


def test_the_form_offers_re_rolls_in_a_book_that_lets_them_go() -> None:
    _form, page = form_of(11, **{f"player.{each}": each for each in range(1, 12)}, rerolls=2)
    assert 'name="rerolls"' in page and "Staff and re-rolls" in page and "have to stay" not in page
