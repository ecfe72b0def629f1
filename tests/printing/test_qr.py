"""A link as a QR code."""

from __future__ import annotations

import re

import pytest

from printing.qr import QUIET, code_of

pytestmark = pytest.mark.once

FINDER = ("#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######")
LINK = "https://dugout.example.org/join/vF2x0a9QzJmJm8o5cEoWl2y4/"


def squares(text: str) -> list[str]:
    """The code's rows without its margin, ``#`` where it is dark."""
    code = code_of(text)
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1v1h-1z", code.path)}
    inside = range(QUIET, code.size - QUIET)
    assert all(x in inside and y in inside for x, y in dark), "the margin stays white"
    return ["".join("#" if (x, y) in dark else "." for x in inside) for y in inside]


def test_a_code_has_its_three_finders_and_its_timing() -> None:
    rows = squares(LINK)
    corners = (rows[:7], [row[-7:] for row in rows[:7]], rows[-7:])
    assert tuple(row[:7] for row in corners[0]) == FINDER
    assert tuple(corners[1]) == FINDER
    assert tuple(row[:7] for row in corners[2]) == FINDER
    assert len(rows) % 4 == 1 and len({len(row) for row in rows}) == 1
    assert rows[6][7:-7] == "".join(".#"[place % 2] for place in range(len(rows) - 14))


def test_different_texts_have_different_codes_and_equal_texts_the_same() -> None:
    assert squares(LINK) == squares(LINK) != squares(LINK + "x")
    assert len(squares("x" * 300)) > len(squares(LINK))
