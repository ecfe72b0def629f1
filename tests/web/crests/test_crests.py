"""Crests as data and as drawings."""

from itertools import product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.graphics import renderPDF

from web.crests.colours import COLOURS, contrast, fill_and_rim
from web.crests.crest import PARTS, Crest, crest_in, crest_of_id
from web.crests.drawing import crest_drawing, shirt_drawing
from web.crests.paths import steps
from web.crests.shirts import CUTS, SHIRT_PATTERNS
from web.crests.svg import shirt_id, standalone, symbols, used, used_shirt

CRESTS = st.builds(Crest, **{part: st.sampled_from(sorted(found)) for part, found in PARTS.items()})


@given(CRESTS)
def test_every_crest_is_valid_svg_and_its_id_says_it_all(crest: Crest) -> None:
    ElementTree.fromstring(standalone(crest))
    whole = ElementTree.fromstring(f"<div>{symbols([crest.id])}{used(crest, 20)}</div>")
    ids = {each.get("id") for each in whole.iter() if each.get("id")}
    assert ids == {crest.id, f"clip-{crest.shape}"}
    again = crest_of_id(crest.id)
    assert again is not None and again.id == crest.id
    assert crest_in(crest.as_json()) == crest


@given(CRESTS, CRESTS)
def test_what_a_crest_is_called_says_all_its_parts(one: Crest, other: Crest) -> None:
    assert (repr(one) == repr(other)) == (one == other)
    assert all(repr(each) == repr(crest_in(each.as_json())) for each in (one, other))


@given(CRESTS, st.sampled_from(sorted(CUTS)), st.integers(0, 99), st.sampled_from(["", "bandage", "skull"]))
def test_every_shirt_is_valid_svg(crest: Crest, cut: str, number: int, mark: str) -> None:
    name = shirt_id(cut, crest.shirt, crest.first, crest.second)
    whole = ElementTree.fromstring(f"<div>{symbols([name])}{used_shirt(crest, cut, str(number), 27, mark)}</div>")
    assert name in {each.get("id") for each in whole.iter()}
    assert ("skull" in mark) != (str(number) in "".join(whole.itertext()))


@given(CRESTS)
def test_every_crest_can_be_printed(crest: Crest) -> None:
    drawing = crest_drawing(crest, 20)
    assert (drawing.width, drawing.height) == (20, 24)
    assert renderPDF.drawToString(drawing).startswith(b"%PDF")


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("mark", ["", "bandage", "skull"])
def test_every_shirt_can_be_printed(cut: str, mark: str) -> None:
    for pattern in SHIRT_PATTERNS:
        drawing = shirt_drawing(Crest(shirt=pattern), cut, "11", 40, font="Helvetica", mark=mark)
        assert renderPDF.drawToString(drawing).startswith(b"%PDF")


def test_an_emblem_is_seen_on_all_divisions() -> None:
    """On each of both grounds, what it is filled with or its rim has 3 to 1; the two have it to each other."""
    for first, second in product(COLOURS.values(), repeat=2):
        inks = fill_and_rim((first.hex, second.hex))
        assert contrast(*inks) > 10
        for ground in (first, second):
            assert max(contrast(ink, ground.hex) for ink in inks) >= 3, (first.label, second.label)


@pytest.mark.parametrize("colour", COLOURS)
def test_on_one_colour_the_emblem_itself_is_seen(colour: str) -> None:
    fill, _rim = Crest(first=colour).inks
    assert contrast(fill, COLOURS[colour].hex) >= 4.5


@pytest.mark.parametrize(
    "stored", [None, [], "heater", {}, {"shape": 4}, {"shape": ["round"]}, {"emblem": "<script>"}, {"first": None}]
)
def test_what_is_unknown_reads_as_a_crest_with_nothing_special(stored: object) -> None:
    assert crest_in(stored) == Crest()


@pytest.mark.parametrize(
    "name", ["", "crest", "crest-a-b-c-d-e", "crest-heater-plain-ball-turf", "shirt-plain-plain-turf-x", "h1"]
)
def test_an_id_that_is_not_ours_draws_nothing(name: str) -> None:
    assert symbols([name]) == ""


@pytest.mark.parametrize("data", ["M1", "A1 2 3", "M1 2L3", "M1 2Q3 4 5 6"])
def test_a_path_with_other_steps_is_refused(data: str) -> None:
    with pytest.raises(ValueError, match="step"):
        steps(data)


def test_relative_and_absolute_steps_mean_the_same() -> None:
    assert steps("M1 2l3 4h2v-1c1 0 2 1 2 2z") == steps("M1 2L4 6H6V5C7 5 8 6 8 7Z")


def test_a_name_for_screen_readers_is_escaped() -> None:
    assert 'aria-label="A &quot;b&quot; &lt;c&gt;"' in used(Crest(), 20, 'A "b" <c>')
