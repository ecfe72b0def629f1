"""Hebrew and Arabic in the order and the forms in which they are drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.direction import MIRRORED, shaped, visual


@pytest.mark.parametrize(
    ("logical", "drawn"),
    [
        ("plain", "plain"),
        ("שלום", "םולש"),
        ("abc שלום def", "abc םולש def"),
        ("שלום abc", "abc םולש"),
        ("שלום עולם (FC 12)", "(FC 12) םלוע םולש"),
        ("שלום 3-4", "3-4 םולש"),
        ("10 שלום", "םולש 10"),
        ("שלום 50%!", "!50% םולש"),
        ("(שלום)", "(םולש)"),
        ("ש\u05b8ל", "לש\u05b8"),
        ("ab, שלום, 12", "ab, םולש, 12".replace("םולש, 12", "12 ,םולש")),
    ],
)
def test_a_line_is_drawn_from_left_to_right_in_its_visual_order(logical: str, drawn: str) -> None:
    assert visual(logical) == drawn


@pytest.mark.parametrize(
    ("letters", "forms"),
    [
        ("محمد", "\ufee3\ufea4\ufee4\ufeaa"),
        ("سلام", "\ufeb3\ufefc\ufee1"),
        ("لا", "\ufefb"),
        ("دار", "\ufea9\ufe8d\ufead"),
        ("م\u0651د", "\ufee3\u0651\ufeaa"),
        ("ـم", "ـ\ufee2"),
        ("پدر", "\ufb58\ufeaa\ufead"),
    ],
)
def test_arabic_letters_join_their_neighbours(letters: str, forms: str) -> None:
    assert shaped(letters) == forms


@given(st.text(alphabet="abא ב1٢()-.%محلا\u05b8", max_size=25))
def test_no_character_is_lost_in_visual_order(text: str) -> None:
    unmirrored = sorted(visual(text).translate(MIRRORED).translate(MIRRORED))
    same = {"(": ")", ")": ")"}
    assert sorted(same.get(c, c) for c in unmirrored) == sorted(same.get(c, c) for c in text)
