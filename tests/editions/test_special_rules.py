"""Special rules: those of a list, those that a coach chooses, and who hires whom by them."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from rules.book.edition import Ruleset
from rules.book.house_rules import house_rules
from rules.journal import Impossible, SpecialRuleChosen, fold
from rules.sequence.sequence import Answer, Question
from rules.sheet.match import Terms
from rules.sheet.sheet import TeamSheet
from rules.team.beginning import begin
from rules.team.founding_run import Choice
from rules.team.inducements import Item, Market
from rules.team.purchases import judge
from rules.team.special_rules import open_to, special_rules
from tests.editions.every import rules_of
from tests.editions.modern import MODERN
from tests.rules.build import PBBL

RULES = rules_of(MODERN)
HILL, LAKE = "Patron of the Hill", "Patron of the Lake"
TOWN = Choice(team_list="Townsfolk", players=("Towner",) * 11)


def founded(patron: str | None) -> TeamSheet:
    ids = count(1)

    def answer(question: Question) -> Answer | None:
        if question.kind == "mint":
            return Answer(question=question, value=next(ids))
        return Answer(question=question, value=patron if question.key == "special_rule.patron" else None)

    outcome = begin(RULES, TOWN, answerer=answer)
    assert outcome.done or outcome.refused is not None
    return outcome.sheet


def test_a_coach_chooses_one_special_rule_and_gets_all_of_the_list() -> None:
    sheet = founded(LAKE)
    assert sheet.special_rules == (LAKE,)
    assert special_rules(RULES, sheet) == {"Old Guild", LAKE}
    assert open_to(RULES, sheet, (LAKE, "Somebody else")) and not open_to(RULES, sheet, (HILL,))
    assert open_to(RULES, sheet, ())


def test_who_has_not_chosen_has_all_that_could_be_chosen() -> None:
    assert special_rules(RULES, TeamSheet(team_list="Townsfolk")) == {"Old Guild", HILL, LAKE}
    assert special_rules(RULES, TeamSheet(team_list="Greenskins")) == frozenset()


def test_a_special_rule_can_be_changed_for_another_one() -> None:
    sheet = TeamSheet(team_list="Townsfolk", special_rules=(HILL,))
    assert fold([SpecialRuleChosen(special_rule=LAKE, instead_of=HILL)], sheet).special_rules == (LAKE,)
    with pytest.raises(Impossible, match="special_rule_not_there"):
        fold([SpecialRuleChosen(special_rule=HILL, instead_of=LAKE)], sheet)
    with pytest.raises(Impossible, match="special_rule_there"):
        fold([SpecialRuleChosen(special_rule=HILL)], sheet)


def market(sheet: TeamSheet, **rows: object) -> Market:
    """What a team can buy by the PBBL, if its wizards and stars were changed so, and its list let coaches choose."""
    book = PBBL.book
    chosen = replace(MODERN.book.lists["Townsfolk"].choices[0])
    lists = {**book.lists, "Human": replace(book.lists["Human"], choices=(chosen,))}
    wizard = replace(book.inducements["wizard"], **rows)
    stars = {**book.stars, "Griff Oberwald": replace(book.stars["Griff Oberwald"], plays_for=(LAKE,))}
    changed = replace(book, lists=lists, stars=stars, inducements={**book.inducements, "wizard": wizard})
    edition = replace(PBBL.edition, book=changed, book_for=None)
    rules = Ruleset(edition=edition, house=house_rules(changed, {}))
    return Market(ruleset=rules, sheet=sheet, terms=Terms(), gold=2_000_000)


@pytest.mark.parametrize(("patron", "broken"), [(LAKE, []), (HILL, ["inducement.not_for_list"])])
def test_an_inducement_can_be_for_teams_with_a_special_rule(patron: str, broken: list[str]) -> None:
    sheet = TeamSheet(team_list="Human", special_rules=(patron,))
    found = judge(market(sheet, sold_to=(LAKE,)), [Item(kind="wizard")])
    assert [each.id for each in found.violations] == broken


@pytest.mark.parametrize(("patron", "broken"), [(LAKE, []), (HILL, ["inducement.not_his_team"])])
def test_a_star_can_play_for_teams_with_a_special_rule(patron: str, broken: list[str]) -> None:
    sheet = TeamSheet(team_list="Human", special_rules=(patron,))
    found = judge(market(sheet), [Item(kind="star", name="Griff Oberwald")])
    assert [each.id for each in found.violations] == broken


def test_of_a_group_there_are_only_so_many_in_all() -> None:
    more = market(TeamSheet(team_list="Human"), group="Magic", group_maximum=1, maximum=2)
    assert [each.id for each in judge(more, [Item(kind="wizard", count=2)]).violations] == [
        "inducement.too_many_of_group"
    ]


def test_a_limit_for_own_gold_holds_beside_the_treasury() -> None:
    rich = TeamSheet(team_list="Human", treasury=400_000)
    limited = replace(market(rich), gold=0, own_limit=50_000)
    assert (limited.own_gold, replace(limited, own_limit=900_000).own_gold) == (50_000, 400_000)
    assert [each.id for each in judge(limited, [Item(kind="wizard")]).violations] == ["inducement.too_dear"]
