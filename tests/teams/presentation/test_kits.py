"""The crest that a team begins with."""

from rules import editions
from teams.presentation.kits import KITS, emblem_of, first_crest, least_worn, with_list
from web.crests.colours import COLOURS
from web.crests.crest import EMBLEMS, PARTS
from web.crests.free_emblems import FREE_EMBLEMS
from web.crests.shirts import SHIRT_PATTERNS

BOOK = editions.EDITIONS[0].book


def test_every_kit_has_colours_and_patterns_that_there_are() -> None:
    for kit in KITS:
        assert kit.first != kit.second and {kit.first, kit.second} <= set(COLOURS)
        assert kit.pattern in PARTS["pattern"] and kit.shirt in SHIRT_PATTERNS
    assert len({(kit.first, kit.second) for kit in KITS}) == len(KITS)


def test_every_list_of_every_book_has_an_emblem() -> None:
    for edition in editions.EDITIONS:
        for name, team_list in edition.book.lists.items():
            emblem = emblem_of(edition.book, name)
            assert emblem in EMBLEMS
            assert (emblem in FREE_EMBLEMS) or emblem == team_list.people
            assert emblem == emblem_of(edition.book, name)


def test_a_team_known_from_records_gets_the_emblem_of_its_race() -> None:
    assert emblem_of(None, "Wood Elf") == "wood_elf"
    assert emblem_of(None, "Moon Pandas") in FREE_EMBLEMS


def test_a_new_team_wears_what_the_fewest_wear() -> None:
    assert least_worn([]) == 0
    assert least_worn([first_crest(0, BOOK, "Orc").as_json(), {}]) == 1
    all_of_them = [first_crest(number, BOOK, "Orc").as_json() for number in range(len(KITS))]
    assert least_worn(all_of_them) == 0
    assert least_worn([*all_of_them, all_of_them[0]]) == 1


def test_the_emblem_follows_the_list_unless_it_was_chosen() -> None:
    crest = first_crest(3, BOOK, "Orc").as_json()
    assert with_list(crest, BOOK, "Orc", "Human") == crest | {"emblem": "human"}
    chosen = crest | {"emblem": "key", "picture": "abc"}
    assert with_list(chosen, BOOK, "Orc", "Human") == chosen
    assert with_list(crest | {"picture": "abc"}, BOOK, "Orc", "Human")["picture"] == "abc"
