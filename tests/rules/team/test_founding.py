"""Founding a team (C1-C7, L8): its cost, every rule that it can break, and its entries."""

from collections import Counter
from itertools import count
from typing import Any

import pytest

from rules.editions import ruleset
from rules.journal import PlayerHired, TeamFounded, fold, transfers
from rules.sequence.explanations import RuleBroken
from rules.team.founding import Founding, found, judge
from rules.team.founding_run import Choice
from rules.team.value import team_value
from rules.words.words import say_figure, say_violation
from tests.rules.build import PBBL


def choice(team_list: str, *players: str, **more: Any) -> Choice:
    """A choice, with positions as ``"4 Blitzer"``."""
    positions = []
    for text in players:
        number, _, position = text.partition(" ")
        positions += [position] * int(number)
    return Choice(team_list=team_list, players=tuple(positions), **more)


HUMANS = choice(
    "Human",
    "4 Blitzer",
    "1 Thrower",
    "6 Lineman",
    rerolls=3,
    fan_factor=2,
    staff=(("apothecary", 1), ("cheerleader", 1)),
)


def broken(founding: Founding) -> list[tuple[str, str]]:
    assert all(say_violation(violation) for violation in founding.violations)
    assert all(violation.page == PBBL.book.pages[violation.rule] for violation in founding.violations)
    return [(violation.rule, violation.id) for violation in founding.violations]


@pytest.mark.rules("C1", "C3", "C4", "C5", "C6")
def test_the_cost_is_listed_line_by_line() -> None:
    founding = judge(PBBL, HUMANS)
    assert founding.legal
    assert {term.id: term.amount for term in founding.cost.terms if term.id != "cost.players"} == {
        "cost.rerolls": 150_000,
        "cost.fan_factor": 20_000,
        "cost.staff": 10_000,
    }
    assert sum(term.amount for term in founding.cost.terms if term.id == "cost.players") == 730_000
    assert (founding.cost.amount, founding.treasury, founding.team_value) == (960_000, 40_000, 1_000_000)
    assert say_figure(founding.cost).startswith("Cost of the team 960k = 360k (4 × Blitzer at 90k) + 70k")


@pytest.mark.rules("C1", "V1")
@pytest.mark.parametrize("free", [False, True])
def test_the_entries_make_the_team_that_was_checked(free: bool) -> None:
    rules = ruleset("pbbl-1.10", {"free_fan_factor": free, "starting_treasury": 1_100_000})
    chosen = HUMANS if not free else choice("Human", "11 Lineman", rerolls=2)
    ids = count(70)
    entries = found(rules, chosen, lambda: next(ids))
    sheet, founding = fold(entries), judge(rules, chosen)
    assert sheet.treasury == founding.treasury
    assert team_value(rules, sheet).amount == founding.team_value
    assert sheet.fan_factor == (5 if free else 2)
    assert [line.player for line in sheet.players] == list(range(70, 81))
    assert [line.number for line in sheet.players] == list(range(1, 12))
    assert (sheet.edition, sheet.team_list, sheet.reroll_cost) == ("pbbl-1.10", "Human", 50_000)
    assert isinstance(entries[0], TeamFounded)
    spent = sum(moved.amount for entry in entries for moved in transfers(entry) if moved.source == "treasury")
    assert spent == founding.cost.amount


@pytest.mark.rules("C2")
def test_a_hired_player_is_as_the_list_says() -> None:
    ids = count(1)
    hired = [entry for entry in found(PBBL, HUMANS, lambda: next(ids)) if isinstance(entry, PlayerHired)]
    blitzer = hired[0]
    assert blitzer.profile == (("MA", 7), ("ST", 3), ("AG", 3), ("AV", 8))
    assert (blitzer.skills, blitzer.cost, blitzer.price) == (("Block",), 90_000, 90_000)
    assert Counter(entry.position for entry in hired) == {"Blitzer": 4, "Thrower": 1, "Lineman": 6}


@pytest.mark.rules("C1", "C2", "C3", "C4", "C5", "C6", "L8")
@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        (choice("Human", "11 Lineman"), []),
        (choice("Human", "16 Lineman"), []),
        (choice("Human", "10 Lineman"), [("C2", "founding.too_few_players")]),
        (choice("Human"), [("C2", "founding.too_few_players")]),
        (choice("Goblin", "17 Goblin"), [("C2", "founding.too_many_players"), ("C2", "founding.position_limit")]),
        (choice("Human", "5 Blitzer", "6 Lineman"), [("C2", "founding.position_limit")]),
        (choice("Human", "2 Ogre", "9 Lineman"), [("C2", "founding.position_limit")]),
        (choice("Human", "11 Lineman", rerolls=8), []),
        (choice("Human", "11 Lineman", rerolls=9), [("C3", "founding.rerolls")]),
        (choice("Human", "11 Lineman", rerolls=-1), [("C3", "founding.rerolls")]),
        (choice("Human", "11 Lineman", fan_factor=9), []),
        (choice("Human", "11 Lineman", fan_factor=10), [("C4", "founding.fan_factor")]),
        (choice("Human", "11 Lineman", fan_factor=-1), [("C4", "founding.fan_factor")]),
        (choice("Human", "11 Lineman", staff=(("cheerleader", 45),)), []),
        (choice("Human", "11 Lineman", staff=(("cheerleader", 46),)), [("C1", "founding.too_dear")]),
        (choice("Human", "11 Lineman", staff=(("cheerleader", -1),)), [("C5", "staff.negative")]),
        (choice("Human", "11 Lineman", staff=(("apothecary", 2),)), [("C6", "staff.too_many")]),
        (
            choice("Human", "11 Lineman", staff=(("apothecary", 1), ("apothecary", 1))),
            [("C6", "staff.too_many")],
        ),
        (choice("Human", "11 Lineman", staff=(("apothecary", -1),)), [("C6", "staff.negative")]),
        (choice("Human", "11 Lineman", staff=(("masseur", 1),)), [("C5", "staff.unknown")]),
        (choice("Human", "4 Blitzer", "4 Catcher", "2 Thrower", "1 Lineman", rerolls=2), []),
        (
            choice("Human", "4 Blitzer", "4 Catcher", "2 Thrower", "1 Ogre", rerolls=2, staff=(("cheerleader", 1),)),
            [("C1", "founding.too_dear")],
        ),
    ],
)
def test_every_broken_rule_is_named(chosen: Choice, expected: list[tuple[str, str]]) -> None:
    founding = judge(PBBL, chosen)
    assert broken(founding) == expected
    assert founding.legal == (not expected)


@pytest.mark.rules("C6", "C7")
@pytest.mark.parametrize("team_list", sorted(PBBL.book.lists))
def test_four_lists_have_no_apothecary(team_list: str) -> None:
    lineman = min(PBBL.book.lists[team_list].journeyman_positions, key=lambda position: position.cost)
    chosen = Choice(team_list=team_list, players=(lineman.name,) * 11, staff=(("apothecary", 1),))
    expected = [("C6", "staff.no_apothecary")] if team_list in ("Khemri", "Necromantic", "Nurgle", "Undead") else []
    assert broken(judge(PBBL, chosen)) == expected


@pytest.mark.rules("C1")
@pytest.mark.parametrize(("gold", "legal"), [(960_000, True), (970_000, True), (950_000, False)])
def test_one_gold_piece_decides_whether_a_team_is_legal(gold: int, legal: bool) -> None:
    rules = ruleset("pbbl-1.10", {"starting_treasury": gold})
    founding = judge(rules, HUMANS)
    assert founding.legal == legal
    assert founding.treasury == gold - 960_000


@pytest.mark.rules("L8")
def test_free_fan_factor_cannot_be_bought() -> None:
    rules = ruleset("pbbl-1.10", {"free_fan_factor": True})
    assert broken(judge(rules, choice("Human", "11 Lineman", fan_factor=1))) == [("L8", "founding.fan_factor_is_free")]


@pytest.mark.rules("C1", "C2")
def test_all_problems_are_reported_together_and_nothing_is_founded() -> None:
    chosen = choice("Human", "5 Blitzer", rerolls=9, fan_factor=10, staff=(("apothecary", 2), ("masseur", 1)))
    founding = judge(PBBL, chosen)
    assert sorted({rule for rule, _ in broken(founding)}) == ["C1", "C2", "C3", "C4", "C5", "C6"]
    with pytest.raises(RuleBroken) as refused:
        found(PBBL, chosen, lambda: pytest.fail("no id is minted for a team that is refused"))
    assert refused.value.label == "team"
    assert refused.value.violations == founding.violations


@pytest.mark.rules("C1", "C2", "C3", "C4", "C5", "C6")
@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        (
            choice("Human", "4 Blitzer", "12 Lineman", rerolls=2),
            "The team costs 60k too much. (C1, p. 17)",
        ),
        (choice("Human", "10 Lineman"), "10 players are too few. (C2, p. 17) Add players until you have 11."),
        (choice("Human", "1 Lineman"), "1 player is too few. (C2, p. 17) Add players until you have 11."),
        (
            choice("Halfling", "15 Halfling", "2 Treeman"),
            "17 players are too many. (C2, p. 17) Remove players until you have 16.",
        ),
        (choice("Human", "5 Blitzer", "6 Lineman"), "5 × Blitzer: the list allows 0 to 4. (C2, p. 17) Choose another"),
        (choice("Human", "11 Lineman", rerolls=9), "9 team re-rolls: the list allows 0 to 8. (C3, p. 17) Change"),
        (
            choice("Human", "11 Lineman", fan_factor=10),
            "10 points of fan factor: you can buy 0 to 9. (C4, p. 17) Change the number.",
        ),
        (
            choice("Human", "11 Lineman", staff=(("x" * 99, 1),)),
            f"There is no staff called “{'x' * 40}”. (C5, p. 18) Choose from the list.",
        ),
        (
            choice("Human", "11 Lineman", staff=(("cheerleader", -2),)),
            "-2 × Cheerleader is less than none. (C5, p. 18) Set the number to 0 or more.",
        ),
        (
            choice("Human", "11 Lineman", staff=(("apothecary", 2),)),
            "2 × Apothecary: a team can have 1. (C6, p. 18) Remove the others.",
        ),
        (
            choice("Undead", "11 Skeleton", staff=(("apothecary", 1),)),
            "Undead teams cannot have an apothecary. (C6, p. 18) Remove the apothecary.",
        ),
    ],
)
def test_a_refusal_has_the_number_and_the_limit(chosen: Choice, text: str) -> None:
    (violation,) = [one for one in judge(PBBL, chosen).violations if one.id != "founding.too_dear" or "costs" in text]
    assert say_violation(violation).startswith(text)


@pytest.mark.rules("C5", "C6")
def test_zero_staff_of_a_kind_cost_nothing_and_are_always_allowed() -> None:
    chosen = choice("Undead", "11 Skeleton", staff=(("apothecary", 0), ("cheerleader", 0)))
    assert judge(PBBL, chosen).violations == ()
    assert not any(entry.kind == "staff_hired" for entry in found(PBBL, chosen, count(1).__next__))


@pytest.mark.rules("C5")
def test_unknown_staff_do_not_hide_the_cost_of_the_others() -> None:
    chosen = choice("Human", "11 Lineman", staff=(("masseur", 1), ("cheerleader", 2)))
    assert judge(PBBL, chosen).cost.amount == 570_000


@pytest.mark.parametrize("chosen", [choice("Elvenkin", "11 Lineman"), choice("Human", "11 Troll")])
def test_a_list_or_position_that_does_not_exist_is_a_key_error(chosen: Choice) -> None:
    with pytest.raises(KeyError):
        judge(PBBL, chosen)
