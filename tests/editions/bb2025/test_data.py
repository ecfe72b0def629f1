"""The data of the edition of 2025: counts, prices and tables, typed by hand and not made from the data."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.editions import ruleset
from rules.editions.bb2025 import EDITION
from rules.editions.bb2025.tables import tables_of
from rules.guide.pages import guide_to
from rules.team.founding import given_fans, judge
from rules.team.founding_run import Choice

BOOK = EDITION.book


def test_the_edition_is_complete() -> None:
    assert (BOOK.key, BOOK.name, BOOK.characteristics) == ("bb2025", "Blood Bowl 2025", ("MA", "ST", "AG", "PA", "AV"))
    assert (len(BOOK.lists), len(BOOK.skills), len(BOOK.stars), len(BOOK.inducements)) == (30, 108, 66, 21)
    assert sum(len(each.positions) for each in BOOK.lists.values()) == 159
    assert Counter(each.tier for each in BOOK.lists.values()) == {1: 9, 2: 11, 3: 5, 4: 5}


def test_every_category_has_twelve_skills() -> None:
    found = Counter(skill.category for skill in BOOK.skills.values())
    categories = ("General", "Agility", "Strength", "Passing", "Mutation", "Devious")
    assert found == {**dict.fromkeys(categories, 12), "Trait": 36}
    agility = [skill.name for skill in BOOK.skills_in(["Agility"])]
    assert agility[3:6] == ["Dodge", "Defensive", "Hit and Run"]


@pytest.mark.parametrize(
    ("team", "position", "most", "cost", "profile"),
    [
        ("Amazon", "Jaguar Warrior", 2, 110_000, (6, 4, 3, 4, 9)),
        ("Bretonnian", "Grail Knight", 2, 95_000, (7, 3, 3, 4, 10)),
        ("Dwarf", "Deathroller", 1, 170_000, (5, 7, 5, 0, 11)),
        ("Gnome", "Woodland Fox", 2, 50_000, (7, 2, 2, 0, 6)),
        ("High Elf", "Dragon Prince", 2, 110_000, (8, 3, 2, 4, 9)),
        ("Orc", "Goblin Lineman", 4, 40_000, (6, 2, 3, 4, 8)),
        ("Skaven", "Gutter Runner", 2, 85_000, (9, 2, 2, 4, 8)),
        ("Wood Elf", "Wardancer", 2, 130_000, (8, 3, 2, 3, 8)),
    ],
)
def test_some_positions(team: str, position: str, most: int, cost: int, profile: tuple[int, ...]) -> None:
    row = BOOK.lists[team].position(position)
    assert (row.maximum, row.cost, tuple(figure for _name, figure in row.profile)) == (most, cost, profile)


def test_re_rolls_and_apothecaries() -> None:
    assert Counter(each.reroll_cost for each in BOOK.lists.values()) == {50_000: 8, 60_000: 13, 70_000: 9}
    without = {each.name for each in BOOK.lists.values() if not each.apothecary}
    assert without == {"Necromantic Horror", "Nurgle", "Shambling Undead", "Tomb Kings"}


def test_who_chooses_what() -> None:
    chosen = {each.name: [choice.key for choice in each.choices] for each in BOOK.lists.values() if each.choices}
    leagues = ("Chaos Dwarf", "Gnome", "Goblin", "Halfling", "Norse", "Ogre", "Wood Elf")
    assert chosen == {
        **{name: ["league"] for name in leagues},
        "Chaos Chosen": ["patron"],
        "Chaos Renegades": ["patron"],
    }
    brutes = {each.name for each in BOOK.lists.values() if "Brawlin' Brutes" in each.special_rules}
    assert brutes == {"Black Orc", "Dwarf", "Khorne", "Nurgle", "Ogre", "Orc"}


def test_some_stars() -> None:
    fees = {"Morg 'n' Thorg": 340, "Griff Oberwald": 300, "Rodney Roachbait": 70, "Grak": 250, "Dribl": 230}
    assert {name: BOOK.stars[name].cost // 1000 for name in fees} == fees
    assert (BOOK.stars["Crumbleberry"].cost, BOOK.stars["Drull"].cost, BOOK.stars["Valen Swift"].cost) == (0, 0, 0)
    assert len([star for star in BOOK.stars.values() if star.cost]) == 63
    sylvania = {"Necromantic Horror", "Shambling Undead", "Tomb Kings", "Vampire"}
    assert set(BOOK.lists) - set(BOOK.stars["Morg 'n' Thorg"].lists) == sylvania
    assert sum("Mega Star" in star.keywords for star in BOOK.stars.values()) == 5


def test_inducements() -> None:
    assert {each.key: (each.price // 1000, each.maximum) for each in BOOK.inducements.values()} == {
        "prayer": (10, 3), "part_time_coach": (20, 5), "temp_cheerleader": (5, 5), "team_mascot": (25, 1),
        "weather_mage": (25, 1), "best_keg": (50, 2), "bribe": (100, 3), "extra_training": (100, 8),
        "mortuary_assistant": (100, 1), "plague_doctor": (100, 1), "riotous_rookies": (150, 1),
        "wandering_apothecary": (100, 2), "halfling_master_chef": (300, 1), "biased_referee": (120, 1),
        "josef_bugman": (100, 1), "wizard": (150, 1), "mercenary": (0, 3), "star": (0, 2), "canopic_jar": (50, 1),
        "bretonnian_pastries": (15, 1), "bretonnian_damsel": (150, 1),
    }  # fmt: skip


def test_the_kick_off_table_and_the_prayers() -> None:
    assert [(row.low, row.name) for row in BOOK.kick_off if row.low in (2, 10, 11)] == [
        (2, "Get the Ref"), (10, "Charge!"), (11, "Dodgy Snack"),
    ]  # fmt: skip
    rows = tables_of(BOOK).prayers
    assert [rows[at].name for at in (0, 9, 10, 15)] == [
        "Treacherous Trapdoor", "Perfect Passing", "Dazzling Catching", "Intensive Training",
    ]  # fmt: skip


def test_expensive_mistakes() -> None:
    letters = {"none": "-", "minor": "m", "major": "M", "catastrophe": "C"}
    rows = {row.gold // 1000: "".join(map(letters.__getitem__, row.results)) for row in tables_of(BOOK).mistakes.rows}
    assert rows == {100: "m-----", 200: "mm----", 300: "Mmm---", 400: "MMmm--", 500: "CMMmm-", 600: "CCMMmm"}


def test_what_is_unsure_says_why() -> None:
    unsure = {position.name for each in BOOK.lists.values() for position in each.positions if position.doubt}
    assert unsure == {"High Elf Lineman", "Phoenix Warrior", "Dragon Prince"}
    assert len([star for star in BOOK.stars.values() if star.doubt]) == 7


@pytest.mark.rules("bb2025:D7")
def test_teams_of_matched_play_begin_without_dedicated_fans_and_can_buy_some() -> None:
    text = 'name = "Cup"\n[[tiers]]\nskills = 0'
    for pack, bought, fans in (("Matched play 1150k", 0, 0), ("Matched play 1150k", 2, 0), (text, 1, 1), ("", 0, 1)):
        rules = ruleset("bb2025", {"pack": pack})
        choice = Choice(team_list="Human", players=("Human Lineman",) * 11, fan_factor=bought)
        founding = judge(rules, choice)
        # 11 players for 50k, and 5k for each fan that is bought
        assert (founding.legal, founding.cost.amount, given_fans(rules)) == (True, 550_000 + bought * 5_000, fans)


def test_sentences_have_the_figures_of_the_league() -> None:
    changed = ruleset("bb2025", {"extra_time_turns": 4, "extra_time_duels": 3, "cheering_fans": "prayer"}).book
    assert "time of 4 turns each" in changed.field.overtime and "up to 3 times" in changed.field.overtime
    assert ["prayer" in row.effect for row in (*changed.kick_off[4:5], *BOOK.kick_off[4:5])] == [True, False]
    earlier = ruleset("bb2020", {"extra_time_turns": 4, "extra_time_duels": 3}).book.field.overtime
    assert "period of 4 turns each" in earlier and "up to 3 duels" in earlier
    assert ruleset("bb2025").book.field.overtime == BOOK.field.overtime


def test_which_statements_the_guide_calls_uncertain() -> None:
    assert " ".join(BOOK.doubts) == "D8 D9 D10 V3 P7 P9 M3 K5 K7 K8 L11"
    (section,) = guide_to(BOOK).pages["statements"].sections
    assert {row.title: row.source.doubt for row in section.rows if row.source and row.source.doubt} == BOOK.doubts
    assert BOOK.options["tiers"].confidence == "medium" and BOOK.options["tiers"].doubt
