"""The data of Blood Bowl 2020: counts, prices and tables, typed by hand and not made from the data."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from rules.editions.bb2020 import EDITION
from rules.editions.bb2020.tables import tables_of
from rules.guide.pages import guide_to

BOOK = EDITION.book


def test_the_edition_is_complete() -> None:
    assert (BOOK.key, BOOK.name) == ("bb2020", "Blood Bowl 2020")
    assert (len(BOOK.lists), len(BOOK.stars), len(BOOK.skills), len(BOOK.inducements)) == (30, 67, 95, 50)
    assert sum(len(each.positions) for each in BOOK.lists.values()) == 159
    assert len(BOOK.pages) == 67


def test_skills_by_category() -> None:
    counts = Counter(skill.category for skill in BOOK.skills.values())
    assert counts == {"Agility": 12, "General": 12, "Mutation": 12, "Passing": 12, "Strength": 12, "Trait": 35}
    assert [skill.as_learned for skill in BOOK.skills.values() if skill.learned] == [
        "Dirty Player (+1)", "Mighty Blow (+1)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("category", "first", "seventh", "last"),
    [
        ("Agility", "Catch", "Leap", "Sure Feet"),
        ("General", "Block", "Pro", "Wrestle"),
        ("Mutation", "Big Hand", "Iron Hard Skin", "Very Long Legs"),
        ("Passing", "Accurate", "Leader", "Safe Pass"),
        ("Strength", "Arm Bar", "Mighty Blow", "Thick Skull"),
    ],
)
def test_the_order_of_random_skills(category: str, first: str, seventh: str, last: str) -> None:
    names = [skill.name for skill in BOOK.skills_in([category])]
    assert (names[0], names[6], names[11]) == (first, seventh, last)


def test_rerolls_tiers_and_apothecaries() -> None:
    assert Counter(each.reroll_cost for each in BOOK.lists.values()) == {50_000: 9, 60_000: 10, 70_000: 11}
    assert Counter(each.tier for each in BOOK.lists.values()) == {1: 11, 2: 14, 3: 5}
    without = {name for name, each in BOOK.lists.items() if not each.apothecary}
    assert without == {"Necromantic Horror", "Nurgle", "Shambling Undead", "Tomb Kings"}
    assert {name for name, each in BOOK.lists.items() if each.necromancer} == {"Necromantic Horror", "Shambling Undead"}


def test_who_chooses_a_patron() -> None:
    chosen = {name: len(each.choices[0].options) for name, each in BOOK.lists.items() if each.choices}
    assert chosen == {"Chaos Chosen": 6, "Chaos Renegades": 6, "Norse": 2}


def test_journeymen_are_linemen() -> None:
    for team_list in BOOK.lists.values():
        assert all("Lineman" in each.keywords for each in team_list.journeyman_positions), team_list.name


def test_each_category_that_a_position_opens_has_its_table() -> None:
    opened = {name for each in BOOK.lists.values() for row in each.positions for name in row.normal + row.double}
    assert opened == {"Agility", "General", "Mutation", "Passing", "Strength"}


def test_what_advancements_cost() -> None:
    prices = tables_of(BOOK).prices
    assert [prices.of("random_primary", nth) for nth in range(1, 8)] == [3, 4, 6, 8, 10, 15, None]
    assert [prices.of("chosen_secondary", nth) for nth in range(1, 7)] == [12, 14, 18, 22, 26, 40]
    assert [prices.of("characteristic", nth) for nth in range(1, 7)] == [18, 20, 24, 28, 32, 50]
    assert prices.random_secondary == prices.chosen_primary == (6, 8, 12, 16, 20, 30)


@pytest.mark.parametrize(
    ("gold", "results"),
    [
        (100_000, "i a a a a a"), (200_000, "i i a a a a"), (300_000, "m i i a a a"),
        (400_000, "m m i i a a"), (500_000, "c m m i i a"), (900_000, "c c m m i i"),
    ],
)  # fmt: skip
def test_the_mistakes_of_each_treasury(gold: int, results: str) -> None:
    row = tables_of(BOOK).mistakes.row_for(gold)
    letters = {"none": "a", "minor": "i", "major": "m", "catastrophe": "c"}
    assert row is not None and [letters[result] for result in row.results] == results.split()
    assert tables_of(BOOK).mistakes.row_for(99_999) is None


@pytest.mark.shared
def test_positions_and_stars_are_those_of_the_reference(shared: Path) -> None:
    with (shared / "reference" / "data" / "bb2020_positions.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = Counter((each.name, row.cost, row.maximum) for each in BOOK.lists.values() for row in each.positions)
    assert found == Counter((row["team"], int(row["cost"]), int(row["qty_max"])) for row in rows)
    with (shared / "reference" / "data" / "bb2020_stars.csv").open(encoding="utf-8") as file:
        stars = {row["name"]: row for row in csv.DictReader(file)}
    assert set(stars) == set(BOOK.stars)
    assert all(star.cost in (0, int(stars[name]["cost"])) for name, star in BOOK.stars.items())


def test_which_statements_the_guide_calls_uncertain() -> None:
    assert " ".join(BOOK.doubts) == "D5 D7 D8 D9 V3 P6 P7 P9 M3 K5 K7 K8 S4 X2 L1 L3 L4 L6 L8 L9 L10 N3"
    (section,) = guide_to(BOOK).pages["statements"].sections
    assert {row.title: row.source.doubt for row in section.rows if row.source and row.source.doubt} == BOOK.doubts
    assert BOOK.options["tiers"].confidence == "medium" and BOOK.options["tiers"].doubt
