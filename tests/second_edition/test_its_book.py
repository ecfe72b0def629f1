"""An edition with very few rules of the first one works too."""

from __future__ import annotations

import random

import pytest

from rules import editions
from rules.book.edition import Ruleset
from rules.book.house_rules import house_rules
from rules.book.statements import PURPOSES
from rules.editions import EDITIONS
from rules.journal import fold
from rules.match_day.improvement import open_choices
from rules.match_day.report_checks import check_report
from rules.sequence.sequence import SIDES
from rules.sheet.sheet import PlayerSheet
from rules.simulation.simulation import season
from rules.team.founding import Choice, judge
from rules.words.words import say_entry, say_figure, say_violation
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


@pytest.mark.parametrize("seed", range(3))
def test_whole_seasons_are_played_and_every_result_has_a_text(seed: int) -> None:
    ends = set()
    for played in season(random.Random(seed), RULES, ("Human", "Orc", "Human", "Orc"), 10):
        assert [problem for problem in check_report(RULES, played.match) if not problem.hint_only] == []
        assert played.prepared.done and not played.prepared.state.purchases
        for club, outcome in ((played.home, played.outcomes.home), (played.away, played.outcomes.away)):
            assert outcome.done and fold(club.entries) == club.sheet
            assert [say_figure(figure) for _step, figure in outcome.figures]
            assert [say_entry(entry) for entry in outcome.entries]
            assert club.sheet.bank == 0 and all(line.spp >= 0 for line in club.sheet.players)
            ends |= {entry.kind for entry in outcome.entries}
        for side in SIDES:
            assert "D10: " in say_figure(played.prepared.state.fans[side])
    assert ends >= {"characteristic_raised", "skill_gained", "player_killed", "player_injured", "gold_moved"}


def test_a_position_of_its_list_has_no_double() -> None:
    assert open_choices(RULES, team("Orc", "Big Orc", rules=RULES), squad_of("Big Orc"), (3,)) == (
        "Headbutt",
        "Grudge",
    )


def squad_of(position: str) -> PlayerSheet:
    return team("Orc", position, rules=RULES).players[0]
