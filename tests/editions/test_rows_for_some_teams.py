"""Rows that say more of some teams: a rule that brings another, limits by list, worse casualties, scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.book.edition import Ruleset
from rules.book.house_rules import house_rules
from rules.book.rows.teams import RuleChoice
from rules.match_day.roster import release
from rules.match_day.run import follow
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import Answer, Question, Side
from rules.sheet.match import Injury, MatchPlayed, Pair, Result, SideReport, Terms, Treatment
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.hired import barred_stars
from rules.team.inducements import Item, Market
from rules.team.purchases import judge
from rules.team.special_rules import special_rules
from tests.editions.modern import MODERN
from tests.rules.build import PBBL

GRIFF = "Griff Oberwald"


def changed_book(**tables: Any) -> Ruleset:
    """The PBBL with other tables; keys of inducements' rows change that row."""
    book = PBBL.book
    for key in ("wizard", "star", "bribe"):
        if key in tables:
            row = replace(book.inducements[key], **tables.pop(key))
            book = replace(book, inducements={**book.inducements, key: row})
    book = replace(book, **tables)
    return Ruleset(edition=replace(PBBL.edition, book=book, book_for=None), house=house_rules(book, {}))


def broken(rules: Ruleset, *items: Item, team_list: str = "Human") -> list[str]:
    market = Market(ruleset=rules, sheet=TeamSheet(team_list=team_list), terms=Terms(), gold=2_000_000)
    return [each.id for each in judge(market, items).violations]


def test_a_rule_brings_another_one() -> None:
    leagues = RuleChoice(key="league", name="League", options=("North", "South"))
    human = replace(PBBL.book.lists["Human"], choices=(leagues,), with_rule=(("North", "Patron"),))
    rules = changed_book(lists={**PBBL.book.lists, "Human": human})
    assert special_rules(rules, TeamSheet(team_list="Human", special_rules=("North",))) == {"North", "Patron"}
    assert special_rules(rules, TeamSheet(team_list="Human", special_rules=("South",))) == {"South"}


def test_a_list_can_have_another_number_of_an_inducement() -> None:
    rules = changed_book(bribe={"maximum": 3, "maximum_by_list": (("Goblin", 6),)})
    six = Item(kind="bribe", count=6)
    assert broken(rules, six) == ["inducement.too_many"] and broken(rules, six, team_list="Goblin") == []


def test_an_inducement_is_sold_by_the_tier_of_a_list() -> None:
    lists = {**PBBL.book.lists, "Human": replace(PBBL.book.lists["Human"], tier=3)}
    rules = changed_book(wizard={"only_tier": 3}, lists=lists)
    assert broken(rules, Item(kind="wizard")) == []
    assert broken(rules, Item(kind="wizard"), team_list="Orc") == ["inducement.not_for_list"]


def test_an_inducement_keeps_a_star_away() -> None:
    rules = changed_book(wizard={"bars_star": GRIFF})
    star = Item(kind="star", name=GRIFF)
    assert broken(rules, star) == [] == broken(rules, Item(kind="wizard"))
    assert broken(rules, star, Item(kind="wizard")) == ["inducement.bars_star"]


@pytest.mark.parametrize(("for_both", "barred"), [(False, {GRIFF}), (True, set())])
def test_a_star_can_play_for_both(for_both: bool, barred: set[str]) -> None:
    both = (Item(kind="star", name=GRIFF),)
    assert barred_stars(changed_book(star={"for_both": for_both}), Pair(home=both, away=both)) == barred


def test_a_skill_makes_casualties_worse() -> None:
    table = replace(MODERN.book.casualty_table, raised_by_skill="Fend")
    assert [table.with_raise(roll, (), ("Fend",)) for roll in (8, 16)] == [9, 16]
    assert table.with_raise(8, (("niggling", 1),), ("Fend",)) == 10
    assert table.with_raise(8, (), ("Block",)) == 8


def test_who_had_to_regenerate_was_hurt() -> None:
    assert Injury(player=1, casualty=0, treatment=Treatment(regeneration=5)).is_casualty
    assert not Injury(player=1, casualty=0).is_casualty


TOWNER = MODERN.book.lists["Townsfolk"].position("Towner")


def released(count: int, answer: object, asked: list[Question] | None = None, **creation: object) -> TeamSheet:
    """The roster of so many players after a release, with other limits for new teams."""
    book = replace(MODERN.book, creation=replace(MODERN.book.creation, **creation))  # type: ignore[arg-type]  # any field
    rules = Ruleset(edition=replace(MODERN, book=book), house=house_rules(book, {}))
    players = tuple(
        PlayerSheet(player=nth, number=nth, position="Towner", start=TOWNER.profile, profile=TOWNER.profile, cost=1)
        for nth in range(1, count + 1)
    )
    sheet = TeamSheet(edition=book.key, team_list="Townsfolk", players=players, rerolls=2)
    empty = SideReport()
    match = MatchPlayed(
        terms=Terms(),
        sheets=Pair(home=sheet, away=sheet),
        fame=Pair(home=0, away=0),
        reports=Pair(home=empty, away=empty),
    )

    def answerer(question: Question) -> Answer:
        if asked is not None:
            asked.append(question)
        return Answer(question=question, value=answer)

    outcome = follow(rules, (("release", release),), match, "home", {}, answerer)
    if outcome.refused is not None:
        raise outcome.refused
    return outcome.sheet


def test_a_book_can_keep_enough_players_for_the_next_match() -> None:
    assert len(released(12, [{"player": 1}], kept_players=11).players) == 11
    with pytest.raises(RuleBroken, match=r"release\.too_few_left"):
        released(12, [{"player": 1}, {"player": 2}], kept_players=11)
    assert len(released(12, [{"player": 1}, {"player": 2}]).players) == 10


@pytest.mark.parametrize(("count", "offered"), [(11, False), (12, True)])
def test_a_team_is_asked_only_for_players_who_may_go(count: int, offered: bool) -> None:
    asked: list[Question] = []
    released(count, None, asked=asked, kept_players=11)
    (question,) = asked
    assert any(name.startswith("player.") for name, _value in question.args) == offered


def test_a_book_can_keep_re_rolls() -> None:
    assert released(11, [{"reroll": 1}]).rerolls == 1
    with pytest.raises(RuleBroken, match=r"release\.rerolls"):
        released(11, [{"reroll": 1}], rerolls_stay=True)


SCORES: Mapping[tuple[int, int], tuple[int, int]] = {(0, 1): (2, 0), (3, 1): (3, 0), (0, 0): (2, 0)}


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("winner", ["home", "away"])
def test_a_conceded_match_can_be_won_to_nothing(score: tuple[int, int], winner: Side) -> None:
    book = replace(MODERN.book, settled={**MODERN.book.settled, "conceded_score": "two_nil"})
    rules = Ruleset(edition=replace(MODERN, book=book), house=house_rules(book, {}))
    home, away = score if winner == "home" else score[::-1]
    conceder: Side = "away" if winner == "home" else "home"
    played = MatchPlayed(
        terms=Terms(),
        sheets=Pair(home=TeamSheet(), away=TeamSheet()),
        fame=Pair(home=0, away=0),
        reports=Pair(home=SideReport(score=home), away=SideReport(score=away)),
        result=Result(conceded_by=conceder),
    )
    counted = rules.counted_scores(played)
    assert (counted.of(winner), counted.of(conceder)) == SCORES[score]
