"""The forms of answers: what fits is read, anything else is refused, and every kind of player can answer them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.scenarios.in_form import answer_to, found_for
from rules.sequence.codec import decode, encode
from rules.sequence.explanations import RuleBroken
from rules.sequence.forms import Amount, AnyForm, Basket, Column, Good, Pick, Table, Together, Unfit
from rules.sequence.sequence import Answer, Asking, Question, Suspended
from rules.simulation.at_random import at_random
from rules.words.words import say_violation

GOLD = Amount(least=-30_000, most=50_000, step=10_000, unit="gp")
TWO = Pick(options=("3", "1004", "Block"), least=1, most=2)
GOODS = Basket(
    goods=(Good(key="bribe", price=50_000, most=3), Good(key="wizard", price=150_000)), purse=200_000, room=3
)
POINTS = Basket(goods=(Good(key="bribe", price=2, most=9),), purse=7, unit="points")
SOME = Basket(
    goods=(Good(key="bribe", price=50_000, most=3), Good(key="wizard", price=150_000), Good(key="chef", price=10_000)),
    purse=300_000,
    room=4,
    least=2,
    together=(Together(keys=("wizard", "chef"), most=1),),
)
SQUAD = Table(rows=("3", "4"), columns=(Column(key="what", options=("stay", "leave")), Column(key="count", most=3)))
FORMS: list[AnyForm] = [GOLD, TWO, GOODS, POINTS, SOME, SQUAD, Table(rows=("3",), columns=SQUAD.columns, every=True)]


@pytest.fixture(autouse=True)
def all_texts_are_readable() -> None:
    """The questions here are made up, so they have no texts."""


def question(form: AnyForm, key: str = "deal", **more: Any) -> Question:
    return Question(side="home", key=key, kind="choose", label=key, form=form, **more)


@pytest.mark.parametrize(
    ("form", "answer", "read"),
    [
        (GOLD, 40_000, 40_000),
        (GOLD, -30_000, -30_000),
        (TWO, ["Block", "3"], ("Block", "3")),
        (GOODS, {"wizard": 1, "bribe": 1}, (("bribe", 1), ("wizard", 1))),
        (GOODS, {"bribe": 0}, ()),
        (SOME, {"bribe": 1, "chef": 1}, (("bribe", 1), ("chef", 1))),
        (SQUAD, {"4": {"what": "stay", "count": 2}}, (("4", (("what", "stay"), ("count", 2))),)),
        (SQUAD, {}, ()),
    ],
)
def test_an_answer_that_fits_is_read(form: AnyForm, answer: Any, read: Any) -> None:
    assert form.read(answer) == read


@pytest.mark.parametrize(
    ("form", "answer", "id"),
    [
        (GOLD, 45_000, "form.gold"),
        (GOLD, 60_000, "form.gold"),
        (GOLD, True, "form.gold"),
        (Amount(most=3), "2", "form.amount"),
        (SOME, {"bribe": 1}, "form.too_few"),
        (SOME, {"wizard": 1, "chef": 1}, "form.together"),
        (TWO, "Block", "form.not_a_list"),
        (TWO, ["Dodge"], "not_an_option"),
        (TWO, [3], "not_an_option"),
        (TWO, ["3", "3"], "form.twice"),
        (TWO, [], "form.pick"),
        (Pick(options=("3", "1004", "Block"), least=2, most=2), ["3"], "form.pick_all"),
        (TWO, ["3", "1004", "Block"], "form.pick"),
        (GOODS, ["bribe"], "form.not_counts"),
        (GOODS, {"babe": 1}, "not_an_option"),
        (GOODS, {"bribe": 4}, "form.count"),
        (GOODS, {"bribe": -1}, "form.count"),
        (GOODS, {"wizard": 1, "bribe": 2}, "form.too_dear"),
        (Basket(goods=GOODS.goods, purse=900_000, room=3), {"wizard": 1, "bribe": 3}, "form.room"),
        (POINTS, {"bribe": 4}, "form.too_many_points"),
        (SQUAD, [], "form.not_a_table"),
        (SQUAD, {"5": {"what": "stay", "count": 1}}, "not_an_option"),
        (SQUAD, {"3": {"what": "stay"}}, "form.half_a_row"),
        (SQUAD, {"3": {"what": "stay", "count": 4}}, "form.amount"),
        (Table(rows=("3", "4"), columns=SQUAD.columns, every=True), {"3": {"what": "stay", "count": 0}}, "form.rows"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused_in_words(form: AnyForm, answer: Any, id: str) -> None:
    with pytest.raises(Unfit) as unfit:
        form.read(answer)
    assert unfit.value.id == id
    asking = Asking(answers={}, answerer=lambda asked: Answer(question=asked, value=answer))
    with pytest.raises(RuleBroken) as refused:
        asking.ask("home", "deal", form, rule="§1", page=3)
    assert say_violation(refused.value.violations[0]).count("(§1, p. 3)") == 1


def test_an_optional_question_that_is_skipped_means_nothing_in_its_form() -> None:
    asking = Asking(answers={}, answerer=lambda asked: Answer(question=asked, value=None))
    found = [asking.ask("home", f"deal.{nth}", form, rule="", page=0, optional=True) for nth, form in enumerate(FORMS)]
    assert found == [0, (), (), (), (), (), ()]


def test_a_question_in_a_form_waits_until_it_is_answered() -> None:
    with pytest.raises(Suspended) as waiting:
        Asking(answers={}).ask("away", "deal", GOODS, rule="", page=0)
    assert [asked.form for asked in waiting.value.questions] == [GOODS]


def test_an_answer_stays_valid_if_only_the_bounds_changed_and_is_read_again() -> None:
    given = {("home", "deal"): Answer(question=question(Amount(most=9)), value=5)}
    assert Asking(answers=given).ask("home", "deal", Amount(most=7), rule="", page=0) == 5
    with pytest.raises(RuleBroken):
        Asking(answers=given).ask("home", "deal", Amount(most=4), rule="", page=0)


@pytest.mark.parametrize("form", FORMS)
def test_a_question_in_a_form_goes_to_json_and_back(form: AnyForm) -> None:
    asked = question(form, optional=True)
    assert decode(Question, encode(asked)) == asked


@pytest.mark.parametrize("form", FORMS)
def test_a_simulated_coach_answers_any_form(form: AnyForm) -> None:
    chance, given = random.Random(7), []
    for _ in range(200):
        answer = at_random(chance, form, optional=False)
        form.read(answer)
        given.append(str(answer))
    assert len(set(given)) > 1
    assert None in [at_random(chance, form, optional=True) for _ in range(50)]


def test_a_scenario_names_players_by_their_numbers() -> None:
    assert answer_to(question(TWO), [3, "Block"]) == ["3", "Block"]
    assert answer_to(question(Pick(options=("1004",), most=1)), 4) == ["1004"]
    filled = {3: {"what": "stay", "count": 1}}
    assert answer_to(question(SQUAD), filled) == {"3": {"what": "stay", "count": 1}}
    one = Table(rows=("3",), columns=(Column(key="what", options=("stay", "leave")),))
    assert answer_to(question(one), {3: "leave"}) == {"3": {"what": "leave"}}


def test_a_scenario_finds_an_answer_by_the_words_of_its_key() -> None:
    answers = {"wounds": {4: {"roll": [3, 4], "choose": [5]}}, "draft": [[1], [2]]}
    assert found_for(question(GOLD, "wounds.4.roll"), answers) == ([3, 4], "wounds.4.roll")
    assert found_for(question(GOLD, "draft.2"), answers) == ([2], "draft.2")
    assert found_for(question(GOLD, "wounds.5.roll"), answers)[0] is None
    assert found_for(question(GOLD, "other"), answers)[0] is None
