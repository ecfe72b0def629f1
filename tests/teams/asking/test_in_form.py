"""The general forms: each draws what its question asks for, and reads what a person enters, without knowing the key."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from rules.editions import edition
from rules.sequence.forms import Amount, AnyForm, Basket, Column, Good, Pick, Table
from rules.sequence.sequence import Question, Side
from teams.asking import words
from teams.asking.form import QuestionForm
from teams.asking.kinds import general_form
from tests.rules.build import PBBL

KEY = "deal"
ID = "5b1c1f6e-6f0a-4c43-9a3b-0a6f6d8f1a11"
PLAYERS = {3: "Griff", 4: "Zug"}
GOLD = Amount(least=-30_000, most=50_000, unit="gp")
NUMBER = Amount(least=1, most=6)
PICK = Pick(options=("3", "4"), least=1, most=2)
BASKET = Basket(goods=(Good(key="bribe", price=50_000, most=3), Good(key="wizard", price=150_000)), purse=200_000)
TABLE = Table(rows=("3", "4"), columns=(Column(key="what", options=("keep", "reroll")), Column(key="count", most=3)))


class OfNowhere:
    """A place of questions that has two players."""

    book = PBBL.book
    names = PLAYERS
    server_rolls = False
    rolls_on = False

    def team_of(self, side: Side) -> str:
        return "Reikland Reavers"

    def ended(self, side: Side) -> None:
        return None

    def called(self, question: Question, choice: str) -> str:
        return PLAYERS.get(int(choice), choice) if choice.isdecimal() else choice.capitalize()


def form_of(asked: AnyForm, typed: str | None = None, *, optional: bool = False) -> QuestionForm:
    question = Question(side="home", key=KEY, kind="choose", label=KEY, form=asked, optional=optional)
    data = None if typed is None else QueryDict(f"command_id={ID}&side=home&key={KEY}&{typed}")
    return general_form(question)(question, OfNowhere(), data)


def drawn(form: QuestionForm) -> str:
    return re.sub(r"\s+", " ", render_to_string("teams/asking/_question.html", {"form": form, "here": "/here/"}))


@pytest.mark.parametrize(
    ("asked", "fields", "words"),
    [
        (GOLD, ["amount"], ["Amount, in thousands", "From −30k to 50k"]),
        (NUMBER, ["amount"], ["Number", "From 1 to 6"]),
        (PICK, ["choice", "choice"], ["Choose 1 to 2", "Griff", "Zug"]),
        (BASKET, ["good.bribe", "good.wizard"], ["Bribe, 50k", "up to 3", "Left <strong>200k"]),
        (TABLE, ["cell.3.what", "cell.3.count", "cell.4.what", "cell.4.count"], ["Griff", "Keep", "What"]),
    ],
)
def test_a_form_draws_what_its_question_asks_for(asked: AnyForm, fields: list[str], words: list[str]) -> None:
    page = drawn(form_of(asked))
    names = re.findall(r'name="([^"]+)"', page)
    assert [name for name in names if name not in ("command_id", "side", "key", "work_out", "nothing")] == fields
    assert [word for word in words if word not in page] == []
    assert ("Nothing</button>" in page) == (asked is BASKET)  # nothing is an answer, but none by accident
    assert ("Nobody</button>" if asked is PICK else "Nothing</button>") in drawn(form_of(asked, optional=True))


def test_a_column_is_called_as_the_book_calls_it_and_not_as_another_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OfNowhere, "book", edition("bb2025").book)
    page = drawn(form_of(Table(rows=("3",), columns=(Column(key="catches", least=1, most=20),))))
    assert "Griff: catch" in page and "long catch" not in page


@pytest.mark.parametrize(
    ("asked", "typed", "answer"),
    [
        (GOLD, "amount=-12.5", -12_500),
        (NUMBER, "amount=4", 4),
        (PICK, "choice=4&choice=3", ["4", "3"]),
        (BASKET, "good.bribe=2&good.wizard=", {"bribe": 2}),
        (TABLE, "cell.4.what=keep&cell.4.count=2", {"4": {"what": "keep", "count": 2}}),
    ],
)
def test_a_form_reads_what_a_person_enters(asked: AnyForm, typed: str, answer: Any) -> None:
    form = form_of(asked, typed)
    assert form.is_valid(), form.errors
    assert form.answer == answer
    assert asked.read(form.answer) is not None


def test_one_of_several_players_is_chosen_with_radio_buttons_or_nobody() -> None:
    one = Pick(options=("3", "4"), most=1)
    page = drawn(form_of(one, optional=True))
    assert page.count('type="radio"') == 2 and "Choose one" in page and "Nobody</button>" in page
    assert 'type="checkbox"' in drawn(form_of(one)), "without a button for nobody, a tick is taken away again"


@pytest.mark.parametrize("asked", [GOLD, NUMBER, PICK, BASKET, TABLE])
def test_an_optional_question_is_skipped_with_its_button_only(asked: AnyForm) -> None:
    skipped = form_of(asked, "nothing=yes", optional=True)
    assert skipped.is_valid()
    assert skipped.answer is None
    assert not form_of(asked, "", optional=True).is_valid()


@pytest.mark.parametrize(
    ("asked", "typed"),
    [
        (GOLD, "amount=much"),
        (NUMBER, "amount=four"),
        (NUMBER, "amount=%C2%B2"),
        (NUMBER, ""),
        (BASKET, "good.bribe=many"),
        (TABLE, "cell.3.what=keep"),
        (TABLE, "cell.3.what=sing&cell.3.count=1"),
        (TABLE, "cell.3.what=keep&cell.3.count=9"),
    ],
)
def test_what_cannot_be_read_is_said_at_the_form(asked: AnyForm, typed: str) -> None:
    form = form_of(asked, typed)
    assert not form.is_valid()
    assert "Please check your answer" in drawn(form)


def test_a_basket_works_out_its_price_and_says_what_is_too_dear() -> None:
    form = form_of(BASKET, "good.bribe=3&good.wizard=1&work_out=yes")
    form.work_out()
    page = render_to_string(form.sum_template, {"form": form})
    assert "300k" in page
    assert "This costs 300k, but there are only 200k." in page


def test_what_can_be_taken_once_is_a_box_to_tick() -> None:
    page = drawn(form_of(BASKET, "good.wizard=1&work_out=yes"))
    assert re.search(r'<input type="checkbox" name="good.wizard" value="1"[^>]* checked', page)
    assert re.search(r'<input type="number" name="good.bribe"', page) and page.count("up to") == 1


def test_nothing_of_a_basket_is_taken_with_its_button_only() -> None:
    """Or a coach who sends an empty form would let all players go."""
    team = Basket(goods=(Good(key="3", price=50_000), Good(key="4", price=90_000)), purse=200_000)
    empty = form_of(team, "")
    assert not empty.is_valid() and "press “Nobody”" in drawn(empty)
    nobody = form_of(team, "nothing=yes&good.3=1")
    assert nobody.is_valid() and nobody.answer == {}
    few = form_of(replace(team, least=1), "nothing=yes")
    assert few.is_valid() and few.answer == {} and "Nobody</button>" not in drawn(few)


@pytest.mark.parametrize(("form", "said"), [(PICK, "nobody"), (BASKET, "nothing"), (GOLD, "nothing")])
def test_who_takes_none_of_the_players_takes_nobody(form: AnyForm, said: str) -> None:
    asked = Question(side="home", key=KEY, kind="choose", label=KEY, form=form)
    kept = replace(asked, form=Basket(goods=(Good(key="3", price=90_000), Good(key="4", price=50_000)), purse=200_000))
    assert words.answer(asked, None, str) == words.answer(asked, [], str) == said
    assert words.answer(kept, {}, str) == "nobody" and words.answer(kept, {"3": 1}, str) != "nobody"


def test_names_with_a_comma_are_told_apart() -> None:
    asked = Question(side="home", key=KEY, kind="choose", label=KEY)
    assert words.answer(asked, ["3", "4"], "No. {}".format) == "No. 3, No. 4"
    assert words.answer(asked, ["3", "4"], "No. {}, Troll".format) == "No. 3, Troll; No. 4, Troll"
