"""The numbers in the texts of the first edition, and which statement each row cites, typed by hand from the digest."""

from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.first_1986.tables import Tables, tables_of
from tests.editions import in_texts
from tests.editions.in_texts import cited, typed

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "first_1986"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)


def test_the_numbers_of_the_items(book: Book) -> None:
    assert in_texts.in_skills(book) == typed("Boots of Leaping: 5; Magic Armour: 2")


def test_the_numbers_of_the_statements(book: Book) -> None:
    assert in_texts.in_statements(book) == typed("""
        FC3: 15 16 11; FC6: 4 12; FC8: 1 4; FC9: 4; FC13: 3 7; FP2: 1; FP3: 1 1; FP4: 1; FP5: 5 4 2; FP6: 1 10 10;
        FP8: 10 15; FS2: 2 6 1 2; FS5: 2 2; FS6: 12 6; FI1: 2 6; FI2: 2 1; FI3: 2 1; FI4: 2; FI5: 3; FI9: 1;
        FI11: 6 4; FI15: 6 5 6; FX1: 1 8 1 3; FX4: 1 8; FL2: 2
    """)


def test_the_numbers_of_options_and_messages(book: Book) -> None:
    assert in_texts.in_options(book) == typed("""
        star_points: 4 2; repeat_bonus: 2; magic_items: 12 12; characteristic_maximum: 10 20;
        kicking_minimum_strength: 3 4; catch_points: 1 8 1 2; arm_and_leg_misses: 2 4
    """)
    assert in_texts.in_words(book) == typed("""
        star.choose: 2; improvements.choose: 2; defensive.choose: 1; kicking.choose: 1
    """)


def test_the_numbers_of_fields_and_of_what_is_different(book: Book) -> None:
    fields = [(each.key, f"{each.label} {each.name} {each.said}") for each in book.injury_fields.values()]
    assert in_texts.numbers_in(fields) == {}
    deeds = [(each.key, each.how) for each in book.deeds.values()]
    assert in_texts.numbers_in(deeds) == typed("completions: 8; catches: 8")
    assert in_texts.numbers_in(("differs", text) for text in book.differs) == {}
    assert "(1986)" in book.name and book.year == "1986"


def test_the_statement_for_each_purpose(book: Book) -> None:
    assert dict(book.statements) == cited("""
        FC3: squad; FC2: team_lists; FL4: several_teams open_play; FL1: brought_over commissioner; FM1: match_result;
        FM2: match_stopped; FM3: conceding; FX1: points_earned; FI1: casualties; FI11: regeneration;
        FI8: missed_match; FS2: improvement; FP6: characteristic_limits; FL5: hiring; FL6: trades
    """)


def test_the_statement_that_each_row_cites(book: Book) -> None:
    assert in_texts.cited_by(book) == cited("""
        FC9: star_points; FS3: star_assignment; FS4: repeat_bonus; FS6: magic_items; FP6: characteristic_maximum;
        FC14: roles_change; FP3: dwarf_defensive_penalty; FC13: kicking_minimum_strength; FX4: catch_points;
        FX2: points_for; FX9: limits_cover_experience; FX8: second_team_necromancer; FI4: arm_and_leg_misses;
        FI13: star_skeleton_wounded; FM1: touchdowns_to_win; FM2: draws; FM3: wiped_out;
        FL6: retirement; FC15: team_lists; FL4: several_teams_per_coach
    """)
    assert {scheme.rule for scheme in book.points_schemes} == {"FL2"}
    elsewhere = {name for name, race in tables_of(book).races.items() if race.rule == "FS7"}
    assert elsewhere == {"Dwarf", "Elf", "Halfling", "Dark Elf", "Ogre", "Lesser Goblin", "Skeleton"}
    assert {race.rule for race in tables_of(book).races.values()} == {"FS7", "FS8"}
    special = {name: squad.rule for name, squad in tables_of(book).squads.items() if squad.rule != "FC4"}
    assert special == {
        "Chaos All-Stars": "FC6", "Chaos All-Stars Second Team": "FC6", "Champions of Death": "FC7",
        "Champions of Death Second Team": "FC8", "Heroes of Law": "FC5", "Evil Gits": "FC5",
    }  # fmt: skip
