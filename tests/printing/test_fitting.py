"""Text is fitted into its space."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.text import ELLIPSIS, NO_BREAK, Run, Style, fit, fit_block, shorten, width, wrap
from printing.typefaces import Face

STYLE = Style(Face.REGULAR, 8)
BOLD = Style(Face.BOLD, 8)


def line_texts(lines: list[list[Run]]) -> list[str]:
    return ["".join(run.text for run in line) for line in lines]


def test_a_text_that_fits_is_unchanged() -> None:
    assert shorten("Griff", STYLE, 100) == "Griff"
    assert fit("Griff", STYLE, 100, smallest=5) == Run("Griff", STYLE)


def test_a_text_is_set_smaller_before_it_is_cut() -> None:
    needed = width("Griff Oberwald", STYLE)
    run = fit("Griff Oberwald", STYLE, needed * 0.8, smallest=5)
    assert run.text == "Griff Oberwald"
    assert 5 < run.style.size < 8


def test_a_text_too_long_at_the_smallest_size_ends_in_an_ellipsis() -> None:
    run = fit("Griff Oberwald" * 20, STYLE, 60, smallest=5)
    assert run.style.size == 5
    assert run.text.endswith(ELLIPSIS)
    assert 50 < width(run.text, run.style) <= 60


def test_without_any_room_the_text_is_empty() -> None:
    assert shorten("Griff", STYLE, 1) == ""
    assert shorten("Griff", STYLE, -5) == ""


def test_lines_break_at_spaces_and_not_inside_a_skill() -> None:
    skills = [Run(f"Mighty{NO_BREAK}Blow, ", STYLE), Run(f"Side{NO_BREAK}Step", BOLD)]
    assert line_texts(wrap(skills, 60)) == [f"Mighty{NO_BREAK}Blow,", f"Side{NO_BREAK}Step"]


def test_a_word_wider_than_a_line_is_broken_inside() -> None:
    lines = line_texts(wrap([Run("x" * 50, STYLE)], 60))
    assert "".join(lines) == "x" * 50
    assert len(lines) > 2


def test_many_skills_are_set_smaller_until_all_fit() -> None:
    skills = [Run(f"Skill{NO_BREAK}number{NO_BREAK}{place}, ", STYLE) for place in range(20)]
    lines = fit_block(skills, 240, 18, smallest=4.5)
    assert "number\xa019" in "".join(line_texts(lines))
    assert {run.style.size < 8 for line in lines for run in line} == {True}


def test_text_that_does_not_fit_is_cut_in_the_last_line() -> None:
    lines = fit_block([Run("Dodge, ", STYLE)] * 400, 100, 18, smallest=6)
    assert len(lines) == 2
    assert line_texts(lines)[-1].endswith(ELLIPSIS)


def test_a_cut_has_an_ellipsis_even_if_the_last_run_has_no_room_for_it() -> None:
    full = "m" * int(100 / width("m", STYLE))
    lines = fit_block([Run(full, STYLE), Run("i", BOLD), Run("further words", BOLD)], 100, 0, smallest=8)
    assert line_texts(lines)[0].endswith(ELLIPSIS)


def test_a_typeface_without_a_letter_is_replaced_by_one_that_has_it() -> None:
    assert width("محمد", Style(Face.BOLD_ITALIC, 8)) == width("محمد", BOLD)
    assert width("محمد", Style(Face.ITALIC, 8)) == width("محمد", STYLE)


@pytest.mark.parametrize("height", [0, 9, 18, 40])
@given(words=st.lists(st.text(max_size=30), max_size=12), room=st.integers(40, 200))
def test_no_line_is_wider_than_its_room(height: int, words: list[str], room: int) -> None:
    lines = fit_block([Run(word, STYLE) for word in words], room, height, smallest=5)
    for line in lines:
        assert sum(width(run.text, run.style) for run in line) <= room + 0.01
