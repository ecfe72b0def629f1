"""An edition's own words: they come before the shared ones, and loading refuses an edition that lacks one."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from matches.sequence.progress import always_shown
from rules import editions
from rules.book.edition import Edition
from rules.book.rows.words import QuestionText, StepWords, ThingName, ViolationText, Words
from rules.book.toml_tables import BookError
from rules.journal import StaffHired
from rules.sequence.explanations import Figure, Term, Violation
from rules.sequence.sequence import Question
from rules.words.completeness import check_texts, gaps
from rules.words.entries import say_entry
from rules.words.texts import texts_for
from rules.words.words import name_of, say_earnings, say_figure, say_question, say_violation, step_name
from tests.editions.modern import MODERN
from tests.rules.build import PBBL
from tests.second_edition import STREET

SOURCE = '''
def beg(run):
    """Asks for alms."""
    crowd = (("crowd", 9), ("purse", 2))
    run.asking.choose(run.side, "alms.1", ("yes", "no"), args=crowd, **run.source("winnings"))
    raise run.broken("alms", "winnings", "alms.refused", given=3)
'''
ALMS = QuestionText(key="alms.choose", title="Alms", help="Ask the crowd.")
REFUSED = ViolationText(key="alms.refused", wrong="Only {given} coins.", remedy="Ask again.")
Spoken = Callable[..., Edition]


@pytest.fixture
def spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spoken:
    """The second edition with one more step of its own, and these words."""
    (tmp_path / "begging.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "begging", raising=False)
    module = importlib.import_module("begging")

    def build(**words: Any) -> Edition:
        steps = {**STREET.book.words.steps, "beg": StepWords(key="beg", name="Begging")}
        book = replace(STREET.book, words=replace(Words(), **{"steps": steps, **words}))
        return replace(STREET, book=book, pre_match=(*STREET.pre_match, ("beg", module.beg)))

    return build


def keyed(*rows: Any) -> dict[str, Any]:
    return {row.key: row for row in rows}


def test_a_step_without_a_name_is_refused_and_the_message_says_what_to_write() -> None:
    book = replace(STREET.book, words=Words())
    with pytest.raises(BookError) as refused:
        replace(STREET, book=book)
    assert str(refused.value) == (
        'book.toml: words / steps / "squad": name: missing: the step has no name; write { key = "squad", name = "..." }'
    )


def test_an_id_of_the_editions_own_module_without_a_text_is_refused(spoken: Spoken) -> None:
    with pytest.raises(BookError, match=r'words / violations / "alms.refused": text: missing: a module'):
        check_texts(spoken(questions=keyed(ALMS)))
    with pytest.raises(BookError, match=r'words / questions / "alms.choose": text: missing: a module'):
        check_texts(spoken(violations=keyed(REFUSED)))
    check_texts(spoken(questions=keyed(ALMS), violations=keyed(REFUSED)))


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ("Only {coins}.", r"nothing fills \{coins\}; a use of it fills given"),
        ("Only {given.", r"has a wrong gap: expected '\}' before end of string"),
    ],
)
def test_a_text_with_a_gap_that_nothing_fills_is_refused(spoken: Spoken, wrong: str, problem: str) -> None:
    with pytest.raises(BookError, match=rf'violations / "alms.refused": text: {problem}'):
        check_texts(spoken(questions=keyed(ALMS), violations=keyed(replace(REFUSED, wrong=wrong))))


def test_a_question_with_a_gap_that_nothing_fills_is_refused(spoken: Spoken) -> None:
    words = {"violations": keyed(REFUSED)}
    check_texts(spoken(questions=keyed(replace(ALMS, help="Ask {crowd} people with {dice}.")), **words))
    problem = r"nothing fills \{crwd\}; a use of it fills crowd, purse"
    with pytest.raises(BookError, match=rf'questions / "alms.choose": text: {problem}'):
        check_texts(spoken(questions=keyed(replace(ALMS, help="Ask {crwd} people.")), **words))


def test_the_words_of_the_book_come_first_and_shared_ones_follow(spoken: Spoken) -> None:
    question = QuestionText(key="winnings.roll", title="The hat", help="Roll {dice} for the hat.")
    edition = spoken(
        questions=keyed(question),
        violations=keyed(ViolationText(key="buy.squad_full", wrong="No bed is free.", remedy="Wait.")),
        figures={"winnings": "In the hat"},
        terms={"winnings.victory": "for the winner's hat"},
        entries={"staff_hired": "{count} × {staff:things} taken in"},
        things=keyed(ThingName(key="scout", one="spy", many="spies")),
    )
    book = edition.book
    asked = Question(side="home", key="winnings", kind="roll", label="winnings", dice=(4,), rule="§19", page=6)
    words = say_question(asked, book=book)
    assert (words.title, words.help) == ("The hat", "Roll D4 for the hat. (§19, p. 6)")
    assert (
        say_violation(Violation(id="buy.squad_full", rule="§2", page=3), book=book)
        == "No bed is free. (§2, p. 3) Wait."
    )
    figure = Figure(id="winnings", amount=5_000, terms=(Term(id="winnings.victory", amount=5_000),))
    assert say_figure(figure, book=book) == "In the hat 5k = 5k (for the winner's hat)"
    assert say_entry(StaffHired(staff="scout", count=2, price=40_000), book=book) == "2 × spies taken in"
    assert say_figure(replace(figure, id="gate", terms=()), book=book) == "Gate 5k"
    assert say_question(asked, book=PBBL.book).title == "Winnings"


@pytest.mark.parametrize("edition", editions.EDITIONS, ids=lambda edition: edition.key)
def test_where_the_result_is_known_a_question_tells_of_no_other(edition: Edition) -> None:
    text = texts_for(edition.book)["questions"]["fan_factor.roll"]
    args = tuple((gap, 2) for gap in gaps(text) - {"dice"})
    asked = Question(side="home", key="fan_factor", kind="roll", label="fan_factor", dice=(6,), args=args)
    any_end, won = say_question(asked, book=edition.book).help, say_question(asked, book=edition.book, ended="won").help
    assert "loss" not in won and "Loser" not in won
    assert ("win" in won) == ("win" in any_end)


@pytest.mark.parametrize("edition", editions.EDITIONS, ids=lambda edition: edition.key)
def test_a_step_that_a_league_can_do_without_is_shown_where_its_option_is_on(edition: Edition) -> None:
    for step in edition.book.words.steps.values():
        for on in (True, False) if step.option else ():
            assert always_shown(step.key, editions.ruleset(edition.key, {step.option: on})) == on


def test_a_row_of_the_book_names_what_its_words_do_not() -> None:
    assert name_of("apothecary", book=STREET.book) == "Barber"
    assert name_of("apothecary", book=PBBL.book) == "apothecary"
    assert name_of("cheerleader", many=True, book=STREET.book) == "Street singers"
    assert name_of("treasury", book=STREET.book) == "treasury"
    assert name_of("nonsense", book=STREET.book) == ""


def test_without_a_book_a_text_of_any_edition_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (*editions.EDITIONS, STREET))
    assert name_of("scout", many=True) == "Scouts"
    assert say_violation(Violation(id="raise.squad_full", rule="J8", page=18)).startswith("The roster is full.")


def test_what_a_match_earns_has_the_word_of_its_book() -> None:
    said = {edition.key: say_earnings(edition.book) for edition in (*editions.EDITIONS, MODERN)}
    assert (said.pop("first-1986"), said.pop(MODERN.key)) == ("", "Takings")
    assert set(said.values()) == {"Winnings"}


def test_a_step_has_the_name_that_its_edition_gives_it() -> None:
    assert (step_name("winnings", PBBL.book), step_name("winnings", STREET.book)) == ("Winnings", "Prize money")
    assert step_name("bank", STREET.book) == ""


def test_a_title_that_begins_with_a_player_without_a_name_begins_with_a_capital_letter() -> None:
    args = (("player", 1), ("number", 1), ("advancements", 3))
    asked = Question(side="home", key="walk_out.1", kind="roll", label="walk_out.1", dice=(6,), args=args)
    assert say_question(asked, book=editions.edition("bb2025").book).title == "No. 1 may leave"
