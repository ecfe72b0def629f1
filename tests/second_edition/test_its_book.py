"""An edition with very few rules of the first one works too."""

from __future__ import annotations

import random

import pytest

from rules import editions
from rules.book.edition import Ruleset
from rules.book.house_rules import house_rules
from rules.book.statements import PURPOSES
from rules.editions import EDITIONS
from rules.sequence.sequence import SIDES
from rules.sheet.sheet import PlayerSheet
from rules.simulation.simulation import season
from rules.team.founding import judge
from rules.team.founding_run import Choice
from rules.team.learning.levels import learnable
from rules.words.words import say_figure, say_violation
from tests.rules.build import team
from tests.second_edition import MARKET, STREET

RULES = Ruleset(edition=STREET, house=house_rules(STREET.book, {}))


def test_the_second_edition_is_not_among_the_real_ones() -> None:
    assert STREET.key not in {edition.key for edition in EDITIONS}


def test_an_edition_is_found_by_key_or_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (*EDITIONS, STREET))
    for name in ("street-2", "STREET", " Street League Rules, second printing"):
        assert editions.edition_called(name) is STREET
    assert editions.edition_called("anything else") is EDITIONS[0]


def test_a_violation_cites_the_rule_of_its_own_book_or_none() -> None:
    choice = Choice(team_list="Human", players=("Lineman",) * 6, rerolls=9, fan_factor=9, staff=(("scout", 4),))
    found = judge(RULES, choice)
    assert [(one.rule, one.page, one.id) for one in found.violations] == [
        ("§2", 3, "founding.too_few_players"),
        ("", 0, "founding.rerolls"),
        ("", 0, "founding.fan_factor"),
        ("§5", 4, "staff.too_many"),
    ]
    few, rerolls, _fans, scouts = (say_violation(one) for one in found.violations)
    assert "(§2, p. 3)" in few and "(§5, p. 4)" in scouts
    assert "(" not in rerolls and "  " not in rerolls


def test_a_purpose_without_a_rule_has_no_source() -> None:
    cited = {purpose for purpose in PURPOSES if STREET.book.source(purpose)["rule"]}
    assert cited == set(STREET.book.statements)
    assert STREET.book.source("bank") == {"rule": "", "page": 0}


def test_a_season_with_one_inducement_of_its_own_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (*EDITIONS, MARKET))
    rules = Ruleset(edition=MARKET, house=house_rules(MARKET.book, {}))
    bought = []
    for played in season(random.Random(5), rules, ("Human", "Orc"), 12):
        assert played.prepared.done
        for side in SIDES:
            purchase = played.prepared.state.purchases[side]
            bought += [item.kind for item in purchase.items]
            assert purchase.bill.amount == 20_000 * sum(item.count for item in purchase.items)
            assert "Informer" in say_figure(purchase.bill) or not purchase.items
    assert set(bought) == {"informer"}


def test_fans_come_by_the_dice_of_this_book() -> None:
    for played in season(random.Random(1), RULES, ("Human", "Orc"), 3):
        assert not played.prepared.state.purchases
        assert all("D10: " in say_figure(played.prepared.state.fans[side]) for side in SIDES)


def test_a_position_of_its_list_has_no_double() -> None:
    assert tuple(
        one.key for one in learnable(RULES, team("Orc", "Big Orc", rules=RULES), squad_of("Big Orc"), (3,))
    ) == (
        "Headbutt",
        "Grudge",
    )


def squad_of(position: str) -> PlayerSheet:
    return team("Orc", position, rules=RULES).players[0]
