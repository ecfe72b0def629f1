"""A league gives team lists other tiers, as a house rule: one a line, kept in one way of writing."""

import pytest

from rules.book.house_rules import HouseRulesError, house_rules
from rules.editions import EDITIONS, ruleset
from rules.sheet.match import Terms
from rules.sheet.sheet import TeamSheet
from rules.team.inducements import Item, Market
from rules.team.purchases import judge
from tests.rules.book.own_lists import list_like

BOOK = ruleset("bb2020").book
CUP = 'name = "Cup"\n' + "\n".join(f"[[tiers]]\ntier = {tier}\ngold = {tier}_000_000" for tier in (1, 2, 3))


def refused(*lines: str, pack: str = "") -> list[str]:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(BOOK, {"tiers": lines, "pack": pack})
    return [str(problem) for problem in caught.value.problems]


def brew(team_list: str, *tiers: str, pack: str = "") -> list[str]:
    rules = ruleset("bb2020", {"tiers": tiers, "pack": pack})
    market = Market(ruleset=rules, sheet=TeamSheet(team_list=team_list), terms=Terms(), gold=1_000_000)
    return [each.id for each in judge(market, (Item(kind="heady_brew"),)).violations]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_every_book_with_tiers_lets_a_league_change_them(edition) -> None:
    with_tiers = any(each.tier for each in edition.book.lists.values())
    assert any(option.type == "tiers" for option in edition.book.options.values()) == with_tiers


def test_lines_are_kept_in_one_way_of_writing_in_the_order_of_the_book() -> None:
    rules = ruleset("bb2020", {"tiers": ["orc ;3", "Amazon;  2"]})
    assert rules.house["tiers"] == ("Amazon; 2", "Orc; 3")
    assert (rules.book.lists["Orc"].tier, rules.book.lists["Amazon"].tier) == (3, 2)
    assert house_rules(BOOK, rules.house.as_json()) == rules.house
    assert ruleset("bb2020", {"tiers": []}).book is ruleset("bb2020").book


def test_what_is_sold_by_tier_follows() -> None:
    assert brew("Goblin") == [] == brew("Orc", "Orc; 3")
    assert brew("Orc") == ["inducement.not_for_list"] == brew("Goblin", "Goblin; 2")


def test_the_budgets_of_a_pack_follow_and_its_own_tiers_win() -> None:
    assert ruleset("bb2020", {"pack": CUP}).starting_gold("Orc") == 2_000_000
    assert ruleset("bb2020", {"pack": CUP, "tiers": ["Orc; 3"]}).starting_gold("Orc") == 3_000_000
    own = f"tier_of = {{ Orc = 1 }}\n{CUP}"
    assert ruleset("bb2020", {"pack": own, "tiers": ["Orc; 3"]}).starting_gold("Orc") == 1_000_000
    assert brew("Orc", "Orc; 3", pack=own) == ["inducement.not_for_list"]


def test_another_pack_in_its_place_is_not_read_with_the_tiers_of_the_first() -> None:
    rules = ruleset("bb2020", {"pack": f"tier_of = {{ Orc = 1 }}\n{CUP}", "tiers": ["Goblin; 2"]})
    assert [rules.book.lists[name].tier for name in ("Orc", "Goblin")] == [1, 2]
    assert [rules.book_without_pack.lists[name].tier for name in ("Orc", "Goblin")] == [2, 2]
    plain = ruleset("bb2020", {"tiers": ["Goblin; 2"]})
    assert plain.book_without_pack is plain.book


def test_a_list_of_the_leagues_own_has_a_tier_too() -> None:
    lists = {"team_lists": [list_like(BOOK, "Newts", "Goblin")]}
    assert ruleset("bb2020", lists).book.lists["Newts"].tier == 3
    assert ruleset("bb2020", {**lists, "tiers": ["Newts; 1"]}).book.lists["Newts"].tier == 1


def test_what_does_not_fit_is_named_with_its_line() -> None:
    assert refused("Orc; 3", "Orks; 2")[0].startswith('Line 2: there is no team list "Orks"')
    assert refused("Orc 3") == ["Line 1: write the name of a team list, a semicolon and its tier, not 'Orc 3'"]
    assert refused("Orc; three") == ["Line 1: must be from 1 to 20, not 'three'"]
    assert refused("Orc; 0000000051") == ["Line 1: must be from 1 to 20, not '0000000051'"]
    assert refused("Orc; 21") == ["Line 1: must be from 1 to 20, not '21'"]
    assert refused("Orc; 2", "ORC; 3") == ['Line 2: "Orc" is here twice']
    assert refused("Orc; 4", pack=CUP) == [
        "Line 2, tiers: there is no row for tier 4 (Orc); write one, or name in lists those that play"
    ]
    with pytest.raises(HouseRulesError, match="must be lines of text, at most 200, not 'Orc; 3'"):
        house_rules(BOOK, {"tiers": "Orc; 3"})
