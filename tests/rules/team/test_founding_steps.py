"""The steps of a founding and of a season's end: they roll, ask and record, and wait for open answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.book.edition import Ruleset
from rules.book.rows.words import StepWords
from rules.journal import CharacteristicRaised, GoldMoved, fold
from rules.sequence.explanations import RuleBroken
from rules.sequence.forms import Amount
from rules.sequence.sequence import Answer, Question, Suspended
from rules.team.beginning import begin
from rules.team.founding import answering_ids, found, judge
from rules.team.founding_run import Choice, FoundingRun
from rules.team.season_end import SeasonEndRun, SeasonRecord, season_end
from tests.rules.build import PBBL, humans

ELEVEN = Choice(team_list="Human", players=("Blitzer",) * 4 + ("Lineman",) * 7)
NUMBERED = replace(ELEVEN, numbers=(*range(11, 0, -1),))


@pytest.fixture(autouse=True)
def all_texts_are_readable() -> None:
    """The questions here are made up, so they have no texts."""


def roll_stars(run: FoundingRun) -> None:
    """One player with the highest number is a star, by a roll."""
    star = max(run.sheet.players, key=lambda line: line.number)
    args = (("player", star.player), ("number", star.number))
    (die,) = run.asking.roll(run.side, f"star.{star.number}", 6, rule="", page=0, args=args)
    for _ in range(die // 3):
        run.record(CharacteristicRaised(player=star.player, characteristic="ST", cost=0))


def save(run: SeasonEndRun) -> None:
    """The team puts up to 10k for each win into the bank."""
    most = 10_000 * run.season.won
    amount = run.asking.ask(run.side, "saving", Amount(most=most, unit="gp"), rule="", page=0, optional=True)
    if amount:
        run.record(GoldMoved(amount=amount, source="treasury", target="bank"))


@pytest.fixture
def stars() -> Ruleset:
    more = {key: StepWords(key=key, name=key) for key in ("stars", "saving")}
    book = replace(PBBL.book, words=replace(PBBL.book.words, steps={**PBBL.book.words.steps, **more}))
    founding = (*PBBL.edition.founding, ("stars", roll_stars))
    edition = replace(PBBL.edition, book=book, founding=founding, season_end=(("saving", save),))
    return Ruleset(edition=edition, house=PBBL.house)


def answering(given: dict[str, Any]) -> Any:
    ids = iter(range(1, 99))

    def answer(question: Question) -> Answer | None:
        return Answer(question=question, value=given[question.key]) if question.key in given else None

    return answering_ids(lambda: next(ids), answer)


def test_a_founding_waits_for_its_rolls_and_goes_on_with_them(stars: Ruleset) -> None:
    waiting = begin(stars, NUMBERED, answerer=answering({}))
    assert [question.key for question in waiting.questions] == ["star.11"]
    assert len(waiting.sheet.players) == 11
    done = begin(stars, NUMBERED, {(one.question.side, one.question.key): one for one in waiting.fresh},
                 answering({"star.11": [6]}))  # fmt: skip
    assert done.done
    assert fold(done.entries) == done.sheet
    star = done.sheet.numbered(11)
    assert star is not None
    assert (star.player, star.position, star.characteristic("ST")) == (1, "Blitzer", 5)
    assert done.entry_steps[-2:] == ("stars", "stars")


def test_a_founding_with_open_questions_gives_no_entries(stars: Ruleset) -> None:
    with pytest.raises(Suspended):
        found(stars, ELEVEN, iter(range(1, 99)).__next__)
    entries = found(stars, ELEVEN, iter(range(1, 99)).__next__, answering({"star.11": [3]}))
    assert entries[-1] == CharacteristicRaised(player=11, characteristic="ST", cost=0)


def test_what_breaks_a_rule_is_found_before_anything_is_rolled(stars: Ruleset) -> None:
    few = replace(ELEVEN, players=("Lineman",) * 9)
    assert judge(stars, ELEVEN).legal
    assert [violation.id for violation in judge(stars, few).violations] == ["founding.too_few_players"]
    with pytest.raises(RuleBroken):
        found(stars, few, iter(range(1, 99)).__next__, answering({"star.9": [3]}))


def test_the_pbbl_asks_nothing_at_a_founding_and_has_no_steps_at_a_seasons_end() -> None:
    assert begin(PBBL, ELEVEN, answerer=answering({})).done
    sheet = humans()
    outcome = season_end(PBBL, sheet, SeasonRecord(won=3))
    assert outcome.done and outcome.entries == () and outcome.sheet == sheet


def test_a_seasons_end_asks_each_team_by_what_it_did(stars: Ruleset) -> None:
    record = SeasonRecord(won=2, drawn=1, lost=4)
    assert record.played == 7
    (asked,) = season_end(stars, humans(treasury=50_000), record).questions
    assert asked.form == Amount(most=20_000, unit="gp")
    ended = season_end(stars, humans(treasury=50_000), record, answerer=answering({"saving": 20_000}))
    assert (ended.done, ended.sheet.treasury, ended.sheet.bank) == (True, 30_000, 20_000)
    refused = season_end(stars, humans(treasury=50_000), record, answerer=answering({"saving": 30_000}))
    assert refused.refused is not None and refused.entries == ()
