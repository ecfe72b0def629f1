"""What holds in every season of every edition, by the rules alone: the sheet is the fold of its journal, gold is
conserved, every question has words and can be answered by anybody, and every citation is of that edition's book."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from rules.book.edition import Edition
from rules.book.numbers import is_page, numbers_of, rows_in, tables_of
from rules.journal import fold, transfers
from rules.journal.history import from_json, to_json
from rules.match_day.post_match import post_match
from rules.match_day.report_checks import check_report
from rules.scenarios.answers import ANSWER_KEYS
from rules.scenarios.in_form import found_for
from rules.sequence.codec import decode, encode
from rules.sequence.sequence import SIDES, Question, chosen, rolled
from rules.simulation.bot_coach import Coach
from rules.team.beginning import begin
from rules.team.drafting import draft
from rules.team.season_end import SeasonRecord, brings_all_back, season_end
from rules.words.entries import say_entry
from rules.words.words import say_figure, say_question
from tests.editions.ancient import ANCIENT
from tests.editions.every import EVERY, others_than, rules_of
from tests.editions.modern import MODERN
from tests.editions.seasons import Season, every_season, season_of
from tests.rules.season_checks import check_sequences_end, through_json

PURSES = ("treasury", "bank")
GOODS = ("rerolls", "fan_factor")
ON_PAGES_OF_THEIR_OWN = ("inducements", "release", "buy", "raise")
"""Questions of shared steps that are older than forms: a page, the scenarios and the bots know them by name."""


@pytest.fixture(params=every_season(), ids=lambda pair: f"{pair[0].key}-{pair[1]}", scope="module")
def found(request: pytest.FixtureRequest) -> Season:
    """A season of an edition."""
    return season_of(*request.param)


def edition_of(found: Season) -> Edition:
    return found.rules.edition


def test_a_season_ends_and_every_report_is_accepted(found: Season) -> None:
    assert len(found.matches) == 12
    for played in found.matches:
        assert played.prepared.done, "a pre-match that was refused is no match"
        check_sequences_end(played)
        assert [problem for problem in check_report(found.rules, played.match) if not problem.hint_only] == []


def test_every_sheet_is_the_fold_of_its_journal(found: Season) -> None:
    for club in found.clubs:
        assert fold(club.entries) == club.sheet


def test_the_recorded_answers_give_the_same_again(found: Season) -> None:
    for played in found.matches:
        for side in SIDES:
            again, first = post_match(found.rules, played.match, side, played.after), played.outcomes.of(side)
            assert (again.entries, again.figures) == (first.entries, first.figures)
            assert again.done and not again.fresh


def test_answers_stored_before_a_question_told_its_prices_give_the_same(found: Season) -> None:
    told = 0
    for played in found.matches:
        told += sum(bool(answer.question.told) for answer in played.after.values())
        stored = {key: replace(answer, question=_as_before(answer.question)) for key, answer in played.after.items()}
        for side in SIDES:
            again, first = post_match(found.rules, played.match, side, stored), played.outcomes.of(side)
            assert (again.entries, again.sheet) == (first.entries, first.sheet)
            assert again.done and not again.fresh
    asked = any(name == "buy" for name, _step in edition_of(found).post_match)
    assert bool(told) == (asked and "rerolls" in found.rules.book.goods)


def _as_before(question: Question) -> Question:
    """A question as it was stored by a version that told nothing beside its arguments."""
    stored = {name: held for name, held in encode(question).items() if name != "told"}
    return decode(Question, json.loads(json.dumps(stored)))


def test_gold_comes_from_somewhere_and_goes_somewhere(found: Season) -> None:
    purses = set(found.rules.book.purses)
    for club in found.clubs:
        holds: Counter[str] = Counter()
        for entry in club.entries:
            for moved in transfers(entry):
                assert moved.amount > 0 and moved.source != moved.target
                holds[moved.source] -= moved.amount
                holds[moved.target] += moved.amount
        assert {purse: getattr(club.sheet, purse) for purse in PURSES} == {purse: holds[purse] for purse in PURSES}
        assert {purse for purse in PURSES if holds[purse]} <= purses, "gold in a purse that the book does not have"
        if not purses:
            assert not holds


def test_nobody_has_what_the_book_does_not_have(found: Season) -> None:
    book = found.rules.book
    for club in found.clubs:
        sheet = club.sheet
        assert all(not getattr(sheet, good) for good in GOODS if good not in book.goods)
        assert {kind for kind, _count in sheet.staff} <= set(book.staff)
        assert (found.rules.worth(sheet) is None) == (book.worth is None)
        for line in sheet.players:
            assert {name for name, _ in line.conditions} <= set(book.conditions)
            assert set(line.marks) <= set(book.marks)
            assert tuple(name for name, _ in line.profile) == book.characteristics
            assert all(skill in book.skills for skill in line.skills)
    for played, side in found.lines():
        assert {key for line in played.match.reports.of(side).lines for key, _ in line.deeds} <= set(book.deeds)


def test_every_question_has_words_and_everything_else_a_text(found: Season) -> None:
    book = found.rules.book
    for answer in found.answers():
        words = say_question(answer.question, book=book)
        assert words.title and words.help and "{" not in words.title + words.help, answer.question
    for figure in found.figures():
        text = say_figure(figure, book=book)
        assert text and "{" not in text, figure
    for played, side in found.lines():
        for entry in (*played.prepared.state.entries(side), *played.outcomes.of(side).entries):
            assert say_entry(entry, book=book), entry


def test_every_answer_fits_what_its_question_says_of_answers(found: Season) -> None:
    """By its dice, its options or its form: so a page, a program and a scenario can give it without knowing its key."""
    for answer in found.answers():
        assert answerable(answer.question), answer.question
        if answer.value is not None or not answer.question.optional:
            read = reader_of(answer.question)
            assert read is None or read(json.loads(json.dumps(answer.value))) is not None


def answerable(question: Question) -> bool:
    """Whether anybody can see what an answer looks like."""
    known = question.label.split(".")[0] in ON_PAGES_OF_THEIR_OWN
    return bool(question.dice or question.options or question.form is not None or known)


def reader_of(question: Question) -> Callable[[Any], Any] | None:
    """What reads and checks an answer."""
    if question.kind == "roll":
        return lambda value: rolled(question, value)
    if question.options:
        return lambda value: chosen(question, value)
    return None if question.form is None else question.form.read


def test_every_answer_can_be_written_in_a_scenario(found: Season) -> None:
    """Those of shared steps have a shorter way of their own, which `tests/scenarios` shows."""
    for answer in found.answers():
        question = answer.question
        if question.key.split(".")[0] not in (*ANSWER_KEYS, *ON_PAGES_OF_THEIR_OWN) and answer.value is not None:
            given = answer.value
            for word in reversed(question.key.split(".")):
                given = {word: given}
            assert found_for(question, given)[0] == answer.value, question


def test_everything_can_be_stored_and_read_again(found: Season) -> None:
    for played in found.matches:
        match = played.match
        for part in (match.terms, match.result, *match.facts):
            assert through_json(part) == part
        for side in SIDES:
            assert through_json(match.sheets.of(side)) == match.sheets.of(side)
            assert through_json(match.reports.of(side)) == match.reports.of(side)
            for _step, figure in played.outcomes.of(side).figures:
                assert through_json(figure) == figure
    for answer in found.answers():
        assert through_json(answer.question) == answer.question
    for club in found.clubs:
        assert through_json(club.sheet) == club.sheet
        for entry in club.entries:
            kind, data = to_json(entry)
            assert from_json(kind, json.loads(json.dumps(data))) == entry


def test_every_citation_is_of_this_book(found: Season) -> None:
    book = found.rules.book
    pages = defaultdict(set, {rule: {page} for rule, page in book.pages.items()})
    for _table, value in tables_of(book):
        for row, _name, _around in rows_in(value):
            pages[getattr(row, "rule", "")] |= {
                number.value for number in numbers_of("", row, "") if is_page(number.key)
            }
    for one in found.citations():
        if one.rule:
            assert one.page in pages[one.rule] | pages[""], one
            assert one.rule in book.pages, one
        else:
            assert one.page == 0, one


def test_no_text_names_what_only_another_book_has(found: Season) -> None:
    book, edition = found.rules.book, edition_of(found)
    said = {say_question(answer.question, book=book).help for answer in found.answers()}
    said |= {say_figure(figure, book=book) for figure in found.figures()}
    said |= {say_entry(entry, book=book) for club in found.clubs for entry in club.entries}
    alien = names_of(*others_than(edition)) - names_of(edition)
    text = "\n".join(sorted(said))
    for star in sorted(book.stars, key=len, reverse=True):
        text = text.replace(star, "")  # a star's name may have that of another book's trophy in it
    assert {name for name in alien if name in text} == set()


def names_of(*editions: Edition) -> set[str]:
    """The names of what an edition has and another may not have. Players' positions and skills are ordinary words."""
    names: set[str] = set()
    for edition in editions:
        book = edition.book
        for table in (book.inducements, book.trophies, book.staff, book.purses, book.goods, book.deeds):
            names |= {row.name for row in table.values()}
        names |= {level.title for level in book.levels} if book.levels else set()
        names |= {row.name for row in book.casualties}
    return names


def test_a_seasons_end_ends_for_every_team_and_says_what_it_asks(found: Season) -> None:
    book, ids = found.rules.book, count(1_000_000)
    for club in found.clubs:
        for seed in range(
            100
        ):  # a coach who answers at random may hire too many players of one kind: the next one tries
            coach = Coach(random.Random(seed), found.rules, lambda: next(ids))
            outcome = season_end(found.rules, club.sheet, SeasonRecord(won=3, lost=3), answerer=coach.answer)
            if outcome.done:
                break
            assert outcome.refused and {each.id for each in outcome.refused.violations} == {"roster.at_most_half"}
        assert outcome.done and fold(outcome.entries, club.sheet) == outcome.sheet
        for answer in outcome.fresh:
            if answer.question.kind != "mint":
                assert say_question(answer.question, book=book).title and answerable(answer.question)
        for entry in outcome.entries:
            assert say_entry(entry, book=book)


def test_a_founding_says_what_it_asks_and_ends_with_any_answer(found: Season) -> None:
    book, ids = found.rules.book, count(1)
    for seed, team_list in enumerate(found.rules.open_lists):
        coach = Coach(random.Random(seed), found.rules, lambda: next(ids))
        outcome = begin(found.rules, draft(random.Random(seed), found.rules, team_list), answerer=coach.answer)
        assert outcome.done and fold(outcome.entries) == outcome.sheet
        asked = [answer.question for answer in outcome.fresh if answer.question.kind != "mint"]
        assert all(say_question(question, book=book).help and answerable(question) for question in asked)


def test_a_season_end_brings_everybody_back_where_its_book_says_so() -> None:
    back = {edition.key for edition in EVERY if brings_all_back(rules_of(edition))}
    assert back == {"bb2020", "bb2025", MODERN.key, ANCIENT.key}
