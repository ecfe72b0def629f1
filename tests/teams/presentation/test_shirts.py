"""The cut of a shirt tells what kind of player wears it."""

import pytest

from rules import editions
from teams.presentation.shirts import cut_of, mark_of
from web.crests.shirts import CUTS

LISTS = editions.EDITIONS[0].book.lists


@pytest.mark.parametrize(
    ("team_list", "position", "cut"),
    [
        ("Human", "Lineman", "plain"),
        ("Human", "Ogre", "giant"),
        ("Human", "Catcher", "small"),
        ("Human", "Blitzer", "vest"),
        ("Human", "Thrower", "long"),
        ("Orc", "Black Orc Blocker", "pads"),
        ("Orc", "Goblin", "small"),
        ("Orc", "Troll", "giant"),
        ("Human", "Nobody", "plain"),
    ],
)
def test_a_position_wears_its_cut(team_list: str, position: str, cut: str) -> None:
    assert cut_of(LISTS[team_list], position) == cut


def test_a_list_that_is_not_known_wears_plain_shirts() -> None:
    assert cut_of(None, "Lineman") == "plain"


def test_every_position_of_every_book_wears_a_cut_that_there_is() -> None:
    found = {
        cut_of(team_list, position.name)
        for edition in editions.EDITIONS
        for team_list in edition.book.lists.values()
        for position in team_list.positions
    }
    assert found == set(CUTS)


def test_the_dead_wear_a_skull_and_the_hurt_a_bandage() -> None:
    assert (mark_of(dead=True, absent=True), mark_of(dead=False, absent=True)) == ("skull", "bandage")
    assert mark_of(dead=False, absent=False) == ""
