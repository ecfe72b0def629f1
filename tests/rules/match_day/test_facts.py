"""The facts of a match: stated by steps before and after it, read by both sides, and carried to later matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.book.edition import Edition, Ruleset
from rules.book.house_rules import house_rules
from rules.book.rows.shape import FactKind
from rules.book.rows.words import StepWords
from rules.journal import GoldMoved
from rules.match_day.facts import after_match, carried
from rules.match_day.post_match import post_match
from rules.match_day.pre_match import PreMatch, prepare
from rules.match_day.run import Run
from rules.sequence.codec import decode, encode
from rules.sequence.sequence import SIDES
from rules.sheet.match import Fact, Facts, MatchPlayed, Pair, SideReport, Terms
from rules.sheet.sheet import TeamSheet, changed
from tests.rules.build import PBBL, humans

KINDS = {
    "petty_cash": FactKind(key="petty_cash", name="Petty cash", scope="side", unit="gp", page=28, after_match=True),
    "blessing": FactKind(key="blessing", name="Blessing", scope="player", page=9, matches=2),
    "crowd_mood": FactKind(key="crowd_mood", name="Mood", scope="both", page=9),
}


def edition(pre: Any = (), post: Any = ()) -> Ruleset:
    """The PBBL's book with facts, and steps that ask nothing; its tables, which they do not read, are in no file."""
    steps = {name: StepWords(key=name, name=name) for name, _step in (*PBBL.edition.founding, *pre, *post)}
    book = replace(PBBL.book, facts=KINDS, words=replace(PBBL.book.words, steps=steps), files={})
    made: Edition = replace(PBBL.edition, book=book, pre_match=pre, post_match=post)
    return Ruleset(edition=made, house=house_rules(book, {}))


def before(rules: Ruleset, known: Facts = ()) -> PreMatch:
    sheets = Pair(home=humans(treasury=90_000), away=humans())
    outcome = prepare(rules, Terms(), sheets, {}, known=known)
    assert outcome.done
    return outcome.state


def played(rules: Ruleset, state: PreMatch) -> MatchPlayed:
    return MatchPlayed(
        terms=Terms(),
        sheets=Pair(home=state.sheet("home"), away=state.sheet("away")),
        fame=Pair(home=0, away=0),
        reports=Pair(home=SideReport(), away=SideReport()),
        facts=after_match(rules.book, state.all_facts),
    )


def set_aside(state: PreMatch) -> None:
    """The home side sets gold aside: an entry and a fact."""
    state.record("home", GoldMoved(amount=40_000, source="treasury", target="petty_cash"))
    state.state(Fact(key="petty_cash", side="home", amount=40_000))
    state.state(Fact(key="crowd_mood", amount=3))


def put_back(run: Run) -> None:
    for fact in run.facts("petty_cash", run.side):
        run.record(GoldMoved(amount=fact.amount, source="petty_cash", target="treasury"))


def test_a_fact_stated_before_the_match_is_read_after_it_by_the_side_that_it_is_about() -> None:
    rules = edition(pre=(("set_aside", set_aside),), post=(("put_back", put_back),))
    state = before(rules)
    assert state.sheet("home").treasury == 50_000
    assert [each.step for each in state.recorded] == ["set_aside"]
    match = played(rules, state)
    assert [fact.key for fact in match.facts] == ["petty_cash"], "the mood of the crowd ends with the match"
    assert post_match(rules, match, "home", {}).sheet.treasury == 90_000
    assert post_match(rules, match, "away", {}).entries == ()


def test_a_step_reads_the_facts_of_the_opponent_and_of_both() -> None:
    seen: list[Any] = []

    def look(state: PreMatch) -> None:
        seen.append([fact.amount for fact in state.facts("petty_cash", "home")])
        seen.append([fact.amount for side in SIDES for fact in state.facts("crowd_mood", side)])
        seen.append([fact.key for fact in state.facts_of("away")])

    before(edition(pre=(("set_aside", set_aside), ("look", look))))
    assert seen == [[40_000], [3, 3], ["crowd_mood"]]


def test_worth_in_a_match_can_count_facts_and_entries() -> None:
    def worth(rules: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Any:
        figure = PBBL.worth(changed(sheet, treasury=0))
        assert figure is not None
        more = sum(fact.amount for fact in facts or () if fact.key == "petty_cash")
        return replace(figure, amount=figure.amount + more, terms=())

    def weigh(state: PreMatch) -> None:
        for side in SIDES:
            state.weigh(side)

    rules = edition(pre=(("set_aside", set_aside), ("weigh", weigh)))
    rules = replace(rules, edition=replace(rules.edition, worth=worth))
    state = before(rules)
    plain = rules.value(state.sheets.home)
    assert {side: figure.amount - plain for side, figure in state.worths.items()} == {"home": 40_000, "away": 0}


def test_only_declared_facts_about_what_they_are_declared_about_are_stated() -> None:
    def wrong(fact: Fact) -> Any:
        return edition(pre=(("wrong", lambda state: state.state(fact)),))

    for fact, words in (
        (Fact(key="gate", amount=3), "declares no fact 'gate'"),
        (Fact(key="petty_cash"), "about both, but declared about side"),
        (Fact(key="blessing", side="home"), "about side, but declared about player"),
    ):
        with pytest.raises(ValueError, match=words):
            before(wrong(fact))
    with pytest.raises(KeyError, match="declares no fact 'gate'"):
        before(edition(pre=(("look", lambda state: state.facts("gate")),)))


def test_a_fact_of_several_matches_is_carried_until_they_are_over() -> None:
    def bless(state: PreMatch) -> None:
        state.state(Fact(key="blessing", side="home", player=3, audience="home"))

    state = before(edition(pre=(("bless", bless),)))
    second = carried(state.all_facts, "home", [1, 2, 3], to="away")
    assert [(fact.side, fact.audience, fact.player, fact.left) for fact in second] == [("away", "away", 3, 1)]
    assert not carried(state.all_facts, "home", [1, 2], to="home"), "the player has left"
    assert not carried(state.all_facts, "away", [1, 2, 3], to="home"), "it is about the other team"
    third = carried(second, "away", [3], to="home")
    assert [fact.left for fact in third] == [0]
    assert not carried(third, "home", [3], to="home")
    assert [fact.player for fact in before(edition(), third).facts("blessing", "home")] == [3]


def test_facts_are_stored_and_read_back() -> None:
    facts = (Fact(key="petty_cash", side="home", amount=40_000, rule="P7", page=28), Fact(key="crowd_mood"))
    assert encode(facts[1]) == {"key": "crowd_mood"}
    assert decode(tuple[Fact, ...], encode(facts)) == facts
