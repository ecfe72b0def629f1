"""Lists, stars and inducements of Blood Bowl 2020, row by row, as copies of the book by others have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.book.book import Book
from tests.editions import tabled

HERE = Path(__file__).resolve().parent


@pytest.mark.rules("bb2020:D3", "bb2020:D4", "bb2020:D6")
def test_every_list_position_and_star(book: Book) -> None:
    assert sorted(tabled.positions_with_skills(book)) == sorted(tabled.lines_of(HERE / "positions.txt"))
    assert sorted(tabled.stars_with_skills(book)) == sorted(tabled.lines_of(HERE / "stars.txt"))
    assert sorted(tabled.lists_with_limits(book)) == sorted(tabled.lines_of(HERE / "lists.txt"))


INDUCEMENTS = """
temp_cheerleader 20k 4; part_time_coach 20k 3; weather_mage 30k 1; bloodweiser_kegs 50k 2; special_play 100k 5;
extra_training 100k 8; bribe 100k 3; wandering_apothecary 100k 2; mortuary_assistant 100k 1; plague_doctor 100k 1;
riotous_rookies 100k 1; halfling_master_chef 300k 1; mercenary -; star - 2; josef_bugman 100k 1; hireling_wizard 150k 1;
biased_referee 120k 1; kari_coldsteel 50k 1; papa_skullbones 80k 1; galandril_silverwater 40k 1;
krot_shockwhisker 70k 1;
ayleen_andar 100k 1; professor_fronkelheim 130k 1; mungo_spinecracker 80k 1; fink_da_fixer 90k 1;
schielund_scharlitan 90k 1; chaos_sorcerer 150k 1; druchii_sorceress 150k 1; asur_high_mage 150k 1;
slann_mage_priest 200k 1; horticulturalist_of_nurgle 150k 1; sports_necrotheurge 150k 1; wicked_witch 150k 1;
warlock_engineer 150k 1; ogre_firebelly 150k 1; night_goblin_shaman 150k 1; horatio_schottenheim 80k 1;
ranulf_hokuli 130k 1; thoron_korensson 120k 1; jorm_the_ogre 120k 1; trundlefoot_triplets 80k 1; waaagh_drummer 50k 1;
cavorting_nurglings 30k 3; dwarfen_runesmith 50k 1; halfling_hot_pot 80k 1; master_of_ballistics 40k 1;
heady_brew 40k 3; team_mascot 30k 1; medicinal_unguent 60k 1; side_bet 10k 10
"""
"""What one costs, and the most of them. A side bet is up to 100k, of which we make ten steps."""
CORRUPT, THIMBLE = ("Black Orc", "Goblin", "Snotling", "Underworld Denizens"), ("Gnome", "Halfling")
"""The teams with Bribery and Corruption, and those of the Halfling Thimble Cup."""


@pytest.mark.rules("bb2020:P8")
def test_what_inducements_cost(book: Book) -> None:
    found = [
        f"{one.key} {tabled.in_thousands(one.price)} {'' if one.maximum is None else one.maximum}".strip()
        for one in book.inducements.values()
    ]
    assert sorted(found) == sorted(part.strip() for part in INDUCEMENTS.replace("\n", " ").split(";"))
    cheaper = {one.key: dict(one.prices_by_list) for one in book.inducements.values() if one.prices_by_list}
    assert cheaper == {
        "bribe": dict.fromkeys(CORRUPT, 50_000),
        "biased_referee": dict.fromkeys(CORRUPT, 80_000),
        "jorm_the_ogre": dict.fromkeys(CORRUPT, 80_000),
        "halfling_master_chef": {"Halfling": 100_000},
        "trundlefoot_triplets": dict.fromkeys(THIMBLE, 40_000),
        "halfling_hot_pot": dict.fromkeys(THIMBLE, 60_000),
        "master_of_ballistics": dict.fromkeys(THIMBLE, 30_000),
    }
    groups: dict[tuple[str, int | None], int] = {}
    for one in book.inducements.values():
        if one.group:
            groups[one.group, one.group_maximum] = groups.get((one.group, one.group_maximum), 0) + 1
    assert groups == {("Infamous coaching staff", 2): 10, ("Wizards", 1): 12, ("Biased referees", 1): 5}
    tiers = {one.key: one.only_tier for one in book.inducements.values() if one.only_tier}
    assert tiers == {"heady_brew": 3} and not any(one.only_for for one in book.inducements.values())
    mercenary = book.inducements["mercenary"]
    assert (mercenary.surcharge, mercenary.skill_price, mercenary.skill_maximum) == (30_000, 50_000, 1)
    assert mercenary.skills == ("Loner (4+)",) and book.inducements["extra_training"].rerolls == 1
