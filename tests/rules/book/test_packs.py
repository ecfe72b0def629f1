"""Packs for tournaments: read strictly, kept in one way of writing, refused with line and key."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.book.entered.packs import read_pack
from rules.book.house_rules import HouseRulesError, house_rules
from rules.editions import EDITIONS, ruleset
from tests.rules.book.own_packs import CUP
from tests.rules.build import PBBL


def refused(text: str) -> list[str]:
    with pytest.raises(HouseRulesError) as caught:
        house_rules(PBBL.book, {"pack": text})
    return [str(problem) for problem in caught.value.problems]


def test_a_pack_is_kept_in_one_way_of_writing() -> None:
    typed = "same_skill=2\nname = 'Spring Cup' # ours\r\n[[tiers]]\r\nprimary = 4\ngold = 1150000\nsecondary = 1\n"
    rules = ruleset("pbbl-1.10", {"pack": typed})
    assert rules.house["pack"] == CUP == rules.pack_text
    assert rules.pack is not None and rules.pack.same_skill == 2
    assert house_rules(PBBL.book, rules.house.as_json()) == rules.house


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_every_book_whose_players_choose_skills_has_packs(edition) -> None:
    learns = any(position.normal for each in edition.book.lists.values() for position in each.positions)
    assert any(option.type == "pack" for option in edition.book.options.values()) == learns


def test_every_tier_without_a_row_is_named_once() -> None:
    book = ruleset("bb2025").book
    tiers = sorted({each.tier for each in book.lists.values()} - {1})
    found = read_pack(book, 'name = "Cup"\n[[tiers]]\ntier = 1\nskills = 1').problems
    assert [problem.partition(" (")[0] for problem in found] == [
        f"Line 2, tiers: there is no row for tier {tier}" for tier in tiers
    ]


def test_a_pack_opens_only_its_lists_and_gives_its_gold() -> None:
    rules = ruleset("pbbl-1.10", {"pack": f'lists = ["Orc", "Human"]\n{CUP}'})
    assert rules.open_lists == ("Human", "Orc")
    assert rules.starting_gold("Orc") == 1_150_000
    assert ruleset("pbbl-1.10").starting_gold("Orc") == 1_000_000


WRONG = [
    (f"fans = 100\n{CUP}", "Line 1, fans: must be from 0 to 99, not 100"),
    ("x", "cannot be read as TOML ("),
    ("x = " + "[" * 5_000, "cannot be read as TOML ("),
    ("#" * 10_001, "has 10001 characters; at most 10,000 fit"),
    ('name = "A"', "tiers: missing key"),
    ('name = "A"\ntiers = []', "Line 2, tiers: write [[tiers]] once for each tier"),
    (f"{CUP}\n[[tiers]]\ntier = 1", "Line 4, tiers: write [[tiers]] once for each tier"),
    (
        CUP.replace("[[tiers]]", "[[tiers]]\ntier = 1"),
        "Line 4, tiers: there is no row for lists without a tier (Amazon and ",
    ),
    (CUP.replace("same_skill", "same_skil"), 'Line 2, same_skil: unknown key; did you mean "same_skill"?'),
    (CUP.replace("1_150_000", "1_150_500"), "Line 5, gold: must be from 1,000 to 5,000,000 gp in whole thousands"),
    (
        CUP.replace("primary = 4", "primary = " + "9" * 500),
        "Line 6, primary: must be from 0 to 99, not a number of many",
    ),
    (CUP.replace("primary = 4", "primary = -1"), "Line 6, primary: must be from 0 to 99, not -1"),
    (CUP.replace("primary = 4", "primary = true"), "Line 6, primary: must be a whole number, not True"),
    (f'barred = ["Blok"]\n{CUP}', 'Line 1, barred: there is no skill "Blok"; there are 74, such as Block'),
    (f'lists = ["Humans"]\n{CUP}', 'Line 1, lists: there is no team list "Humans"'),
    (f'stars = ["Griff"]\n{CUP}', 'Line 1, stars: there is no star player "Griff"'),
    (f"tier_of = {{ Humans = 1 }}\n{CUP}", 'Line 1, tier_of: there is no team list "Humans"'),
    (CUP.replace("Spring Cup", ""), "Line 1, name: must be a name of 1 to 60 letters"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_does_not_fit_is_refused_with_its_line(text: str, message: str) -> None:
    assert any(found.startswith(message) for found in refused(text)), refused(text)


@given(text=st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_the_reader(text: str) -> None:
    for typed in (text, CUP.replace("Spring Cup", text), CUP.replace("= 4", f"= {text}")):
        try:
            rules = house_rules(PBBL.book, {"pack": typed})
        except HouseRulesError:
            continue
        assert house_rules(PBBL.book, rules.as_json()) == rules


def test_a_pack_of_the_book_is_had_by_its_name_alone() -> None:
    ready = [(edition.key, each.pack) for edition in EDITIONS for each in edition.book.packs]
    assert len(ready) == 7
    for edition, pack in ready:
        rules = ruleset(edition, {"pack": f" {pack.name.upper()} "})
        assert rules.pack == pack and rules.pack_text.startswith(f'name = "{pack.name}"')
        assert ruleset(edition, {"pack": rules.pack_text}).pack == pack


def test_a_skill_that_a_pack_limits_is_one_of_the_book() -> None:
    assert any("limited" in line for line in refused("name = 'Cup'\nlimited = { Bloc = 4 }\n[[tiers]]\nskills = 6"))


def test_a_book_without_fans_has_none_in_its_packs() -> None:
    book = ruleset("bb2025").book
    without = replace(book, goods={key: row for key, row in book.goods.items() if key != "fan_factor"})
    (problem,) = read_pack(without, 'name = "Cup"\nfans = 0\n[[tiers]]\nskills = 1').problems
    assert problem == "Line 2, fans: must not be here: the book has no dedicated fans and no fan factor"
