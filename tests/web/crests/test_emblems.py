"""The emblems: ours, whole, and told apart where they are smallest."""

from itertools import combinations

import pytest

from rules import editions
from tests.web.crests.pixels import difference, drawn
from web.crests.crest import EMBLEMS, Crest
from web.crests.free_emblems import FREE_EMBLEMS
from web.crests.paths import polygons, turn
from web.crests.race_emblems import RACE_EMBLEMS

LEAST = 0.085
"""How much two crests differ at least, of all that they could: what is seen with the naked eye."""
KITS = (
    ("crimson", "chalk", "halves"),
    ("sky", "navy", "stripes"),
    ("black", "steel", "pale"),
    ("bone", "chalk", "plain"),
)


def test_there_are_21_of_peoples_and_15_of_none() -> None:
    assert (len(RACE_EMBLEMS), len(FREE_EMBLEMS), len(EMBLEMS)) == (21, 15, 36)


def test_every_list_of_the_first_book_has_an_emblem_of_its_own() -> None:
    book = editions.EDITIONS[0].book
    assert {each.people for each in book.lists.values()} == set(RACE_EMBLEMS)


@pytest.mark.parametrize("key", EMBLEMS)
def test_an_emblem_stays_in_its_box_and_goes_clockwise(key: str) -> None:
    """Outlines that overlap become one only if all of them go the same way."""
    for outline in polygons(EMBLEMS[key].solid):
        assert turn(outline) > 0
    for x, y in (point for outline in polygons(EMBLEMS[key].solid + EMBLEMS[key].detail) for point in outline):
        assert -0.7 <= x <= 24.7 and -0.7 <= y <= 24.7


@pytest.mark.parametrize(("first", "second", "pattern"), KITS)
@pytest.mark.parametrize("width", [16, 20])
def test_emblems_are_told_apart_at_16_pixels(first: str, second: str, pattern: str, width: int) -> None:
    pictures = {
        key: drawn(Crest(emblem=key, first=first, second=second, pattern=pattern), width).crop((2, 2, width - 2, width))
        for key in EMBLEMS
    }
    alike = {pair: difference(pictures[pair[0]], pictures[pair[1]]) for pair in combinations(EMBLEMS, 2)}
    assert {pair: round(value, 3) for pair, value in alike.items() if value < LEAST} == {}
