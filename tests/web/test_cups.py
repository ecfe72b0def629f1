"""Drawn trophies: by kind, always the same, and nothing of other people's in them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from web.crests.cups import BRASS, CUPS, FAME, MAJORS, OWN, PLAYERS, SILVER, TONES, drawn_cup, shape_of


def test_the_kind_and_the_address_decide_the_shape() -> None:
    assert {shape_of(f"t{number}", major=False, for_players=False) for number in range(40)} == set(OWN)
    assert shape_of("spike", major=True, for_players=False) in MAJORS
    assert shape_of("golden", major=False, for_players=True) in PLAYERS
    assert shape_of("spike", major=True, for_players=False) == shape_of("spike", major=True, for_players=False)
    assert {*MAJORS, *OWN, *PLAYERS, FAME} == set(CUPS)


@pytest.mark.parametrize("shape", CUPS)
def test_every_shape_is_a_whole_drawing_that_screen_readers_skip(shape: str) -> None:
    for tone in (BRASS, SILVER):
        drawn = drawn_cup(shape, 96, tone)
        root = ElementTree.fromstring(drawn)
        assert root.attrib["aria-hidden"] == "true" and (root.attrib["width"], root.attrib["height"]) == ("96", "120")
        assert TONES[tone][1] in drawn and len(drawn) < 2000
