"""The team lists of the Living Rulebook 1.3, typed by hand and not made from the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.lrb_1_3.tables import Tables

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "lrb_1_3"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


# List, price of a re-roll (k), apothecary or Necromancer; then positions: how many, price (k), MA ST AG AV, skills,
# open categories.
LISTS = """
Amazon 40 A
  12 Linewoman 50 6337 Dodge G
  2 Catcher 70 6337 Catch,Dodge GA
  2 Thrower 70 6337 Dodge,Pass GP
  4 Blitzer 90 6337 Block,Dodge GS
Chaos 70 A
  12 Beastman 60 6338 Horns GSM
  4 Chaos_Warrior 100 5439 - GSM
  1 Minotaur 110 5528 Mighty_Blow,Frenzy,Horns,Thick_Skull,Always_Hungry,Throw_Team-mate,Wild_Animal GSM
  1 Ogre 120 5529 Mighty_Blow,Thick_Skull,Bone-head,Throw_Team-mate GS
  1 Troll 100 4519 Mighty_Blow,Always_Hungry,Really_Stupid,Regeneration,Throw_Team-mate GS
Chaos_Dwarf 70 A
  12 Hobgoblin 40 6337 - G
  6 Chaos_Dwarf_Blocker 70 4329 Block,Tackle,Thick_Skull GS
  2 Bull_Centaur 130 6429 Sprint,Sure_Feet,Thick_Skull GS
  1 Minotaur 110 5528 Mighty_Blow,Frenzy,Horns,Thick_Skull,Always_Hungry,Throw_Team-mate,Wild_Animal GSM
  1 Troll 100 4519 Mighty_Blow,Always_Hungry,Really_Stupid,Regeneration,Throw_Team-mate GS
Dark_Elf 50 A
  12 Lineman 70 6348 - GA
  2 Thrower 90 6348 Pass GAP
  4 Blitzer 100 7348 Block GA
  2 Witch_Elf 110 7347 Dodge,Frenzy,Jump_Up GA
Dwarf 40 A
  12 Long_Beard 70 4329 Block,Tackle,Thick_Skull GS
  2 Runner 80 6338 Sure_Hands,Thick_Skull GP
  2 Blitzer 80 5339 Block,Thick_Skull GS
  2 Troll_Slayer 90 5328 Block,Dauntless,Frenzy,Thick_Skull GS
  1 Ogre 120 5529 Mighty_Blow,Thick_Skull,Bone-head,Throw_Team-mate GS
Goblin 60 A
  16 Goblin 40 6237 Dodge,Right_Stuff,Stunty A
  2 Ogre 120 5529 Mighty_Blow,Thick_Skull,Bone-head,Throw_Team-mate GS
  2 Troll 100 4519 Mighty_Blow,Always_Hungry,Really_Stupid,Regeneration,Throw_Team-mate GS
Halfling 60 A
  16 Halfling 30 5236 Dodge,Right_Stuff,Stunty A
  2 Ogre 120 5529 Mighty_Blow,Thick_Skull,Bone-head,Throw_Team-mate GS
  2 Treeman 110 2_6_1_10 Mighty_Blow,Stand_Firm,Thick_Skull,Take_Root,Throw_Team-mate GS
High_Elf 50 A
  12 Lineman 70 6348 - GA
  2 Phoenix_Warrior 80 6348 Pass GAP
  4 Lion_Warrior 90 8347 Catch GA
  2 Dragon_Warrior 100 7348 Block GA
Human 50 A
  12 Lineman 50 6338 - G
  4 Catcher 70 8237 Catch,Dodge GA
  2 Thrower 70 6338 Pass,Sure_Hands GP
  4 Blitzer 90 7338 Block GS
  1 Ogre 120 5529 Mighty_Blow,Thick_Skull,Bone-head,Throw_Team-mate GS
Lizardman 60 A
  12 Skink 60 8237 Dodge,Stunty A
  6 Saurus 80 6419 - GS
  1 Kroxigor 130 6519 Mighty_Blow,Prehensile_Tail,Thick_Skull,Bone-head GS
Norse 60 A
  12 Lineman 50 6337 Block G
  2 Catcher 70 6337 Block,Catch GA
  2 Thrower 70 6337 Block,Pass GP
  4 Blitzer 90 6337 Block,Frenzy,Jump_Up GS
  1 Minotaur 110 5528 Mighty_Blow,Frenzy,Horns,Thick_Skull,Always_Hungry,Throw_Team-mate,Wild_Animal GSM
  1 Ogre 120 5529 Mighty_Blow,Thick_Skull,Bone-head,Throw_Team-mate GS
Orc 60 A
  12 Lineman 50 5339 - G
  2 Thrower 70 5338 Pass,Sure_Hands GP
  4 Black_Orc_Blocker 80 4429 - GS
  4 Blitzer 80 6339 Block GS
  4 Goblin 40 6237 Dodge,Right_Stuff,Stunty A
  1 Ogre 120 5529 Mighty_Blow,Thick_Skull,Bone-head,Throw_Team-mate GS
  1 Troll 100 4519 Mighty_Blow,Always_Hungry,Really_Stupid,Regeneration,Throw_Team-mate GS
Skaven 60 A
  12 Lineman 50 7337 - GM
  2 Thrower 70 7337 Pass,Sure_Hands GPM
  4 Gutter_Runner 80 9247 Dodge GAM
  2 Storm_Vermin 90 7338 Block GSM
  1 Rat_Ogre 130 6538 Mighty_Blow,Frenzy,Prehensile_Tail,Wild_Animal GSM
Undead 70 N
  12 Skeleton 30 5327 Regeneration G
  12 Zombie 30 4328 Regeneration G
  4 Ghoul 70 7337 Dodge GA
  2 Wight 90 6338 Block,Regeneration G
  2 Mummy 100 3519 Mighty_Blow,Regeneration GS
Wood_Elf 50 A
  12 Lineman 70 7347 - GA
  4 Catcher 90 9247 Catch,Dodge GA
  2 Thrower 90 7347 Pass GAP
  2 Wardancer 120 8347 Block,Dodge,Leap GA
  1 Treeman 110 2_6_1_10 Mighty_Blow,Stand_Firm,Thick_Skull,Take_Root,Throw_Team-mate GS
Elf 50 A
  12 Lineman 60 6347 - GA
  2 Thrower 70 6347 Pass GAP
  4 Catcher 100 8347 Catch,Nerves_of_Steel GA
  2 Blitzer 110 7348 Block,Side_Step GA
Nurgle 70 A
  16 Beastman 60 6338 Horns GS
  4 Rotter 110 4429 Foul_Appearance,Regeneration GS
Khemri 70 N
  12 Skeleton 30 5327 Regeneration G
  2 Thro-Ra 70 5327 Sure_Hands,Pass,Regeneration GP
  2 Blitz-Ra 90 6328 Block,Regeneration GS
  4 Mummy 110 3519 Mighty_Blow,Regeneration GS
Necromantic 70 N
  12 Zombie 30 4328 Regeneration G
  2 Ghoul 70 7337 Dodge GA
  2 Wight 90 6338 Block,Regeneration G
  2 Flesh_Golem 120 4429 Stand_Firm,Thick_Skull,Regeneration GS
  2 Werewolf 120 8338 Catch,Frenzy,Claw GA
"""
LETTERS = {"G": "General", "A": "Agility", "S": "Strength", "P": "Passing"}
PHYSICAL = "Physical ability"


def test_every_list_as_it_was_typed_again(book: Book) -> None:
    found: list[str] = []
    for each in book.lists.values():
        assert each.apothecary != each.necromancer and each.reroll_maximum is None and each.reroll_cost % 1000 == 0
        found.append(f"{_joined(each.name)} {each.reroll_cost // 1000} {'N' if each.necromancer else 'A'}")
        for one in each.positions:
            assert one.minimum == 0 and one.cost % 1000 == 0
            figures = [str(figure) for _name, figure in one.profile]
            profile = ("_" if any(len(figure) > 1 for figure in figures) else "").join(figures)
            skills = ",".join(map(_joined, one.skills)) or "-"
            letters = "".join(letter for letter, name in LETTERS.items() if name in one.normal)
            letters += "M" if PHYSICAL in one.double else ""
            found.append(f"{one.maximum} {_joined(one.name)} {one.cost // 1000} {profile} {skills} {letters}")
    assert found == [line.strip() for line in LISTS.strip().splitlines()]


def _joined(name: str) -> str:
    return name.replace(" ", "_")


@pytest.mark.rules("lrb-1.3:LG5")
def test_a_double_opens_all_skills_and_the_traits_of_open_categories(book: Book) -> None:
    for each in book.lists.values():
        for one in each.positions:
            others = [name for name in LETTERS.values() if name not in one.normal]
            traits = [f"{name} traits" for name in LETTERS.values() if name in one.normal]
            assert set(one.double) - {PHYSICAL} == {*others, *traits}


def test_the_later_lists_are_switched_off(book: Book) -> None:
    assert [each.name for each in book.lists.values() if each.option] == ["Elf", "Nurgle", "Khemri", "Necromantic"]
    assert book.options["later_lists"].default is False


@pytest.mark.rules("lrb-1.3:LC10")
def test_who_can_have_how_many_big_guys(book: Book) -> None:
    limits = {each.name: {limit.positions: limit.maximum for limit in each.together} for each in book.lists.values()}
    assert {name: found for name, found in limits.items() if found} == {
        "Chaos": {("Minotaur", "Ogre", "Troll"): 1},
        "Chaos Dwarf": {("Minotaur", "Troll"): 1},
        "Goblin": {("Ogre", "Troll"): 2},
        "Halfling": {("Ogre", "Treeman"): 2},
        "Norse": {("Minotaur", "Ogre"): 1},
        "Orc": {("Ogre", "Troll"): 1},
    }
    big = {one.name for each in book.lists.values() for one in each.positions if one.keywords == ("Big guy",)}
    assert big == {"Minotaur", "Ogre", "Troll", "Treeman", "Kroxigor", "Rat Ogre"}
