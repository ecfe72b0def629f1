"""Lists, stars and inducements of Blood Bowl 2025, row by row, as copies of the book by others have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.book.book import Book
from tests.editions import tabled

HERE = Path(__file__).resolve().parent


@pytest.mark.rules("bb2025:D3", "bb2025:D4", "bb2025:D6")
def test_every_list_position_and_star(book: Book) -> None:
    assert sorted(tabled.positions_with_skills(book)) == sorted(tabled.lines_of(HERE / "positions.txt"))
    assert sorted(tabled.stars_with_skills(book)) == sorted(tabled.lines_of(HERE / "stars.txt"))
    assert sorted(tabled.lists_with_limits(book)) == sorted(tabled.lines_of(HERE / "lists.txt"))


INDUCEMENTS = """
prayer 10k 3; part_time_coach 20k 5; temp_cheerleader 5k 5; team_mascot 25k 1; weather_mage 25k 1; best_keg 50k 2;
bribe 100k 3; extra_training 100k 8; mortuary_assistant 100k 1; plague_doctor 100k 1; riotous_rookies 150k 1;
wandering_apothecary 100k 2; halfling_master_chef 300k 1; biased_referee 120k 1; josef_bugman 100k 1; wizard 150k 1;
mercenary - 3; star - 2; canopic_jar 50k 1; bretonnian_pastries 15k 1; bretonnian_damsel 150k 1
"""
"""What one costs, and the most of them."""
CORRUPT = ("Black Orc", "Dwarf", "Goblin", "Snotling", "Underworld Denizens")
"""The teams with Bribery and Corruption."""


@pytest.mark.rules("bb2025:P7", "bb2025:P8")
def test_what_inducements_cost(book: Book) -> None:
    found = [f"{one.key} {tabled.in_thousands(one.price)} {one.maximum}" for one in book.inducements.values()]
    assert sorted(found) == sorted(part.strip() for part in INDUCEMENTS.replace("\n", " ").split(";"))
    cheaper = {one.key: dict(one.prices_by_list) for one in book.inducements.values() if one.prices_by_list}
    assert cheaper == {
        "bribe": dict.fromkeys(CORRUPT, 50_000),
        "biased_referee": dict.fromkeys(CORRUPT, 80_000),
        "halfling_master_chef": {"Halfling": 100_000},
    }
    more = {one.key: dict(one.maximum_by_list) for one in book.inducements.values() if one.maximum_by_list}
    assert more == {"bribe": dict.fromkeys(CORRUPT, 6)}
    assert {each.name for each in book.lists.values() if "Bribery and Corruption" in each.special_rules} == set(CORRUPT)
    mercenary = book.inducements["mercenary"]
    assert (mercenary.surcharge, mercenary.skill_price, mercenary.skill_maximum) == (30_000, 50_000, 1)
    assert mercenary.skills == ("Loner (4+)",) and book.inducements["extra_training"].rerolls == 1
