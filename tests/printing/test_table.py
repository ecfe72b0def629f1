"""Columns and cells of printed tables."""

import pytest

from printing.document import Document
from printing.paper import A4
from printing.table import Cell, Column, Row, Table, laid_out
from printing.text import Run, Style
from printing.typefaces import Face
from tests.printing.reading import page_texts


def test_flexible_columns_share_what_the_fixed_ones_leave() -> None:
    columns = laid_out(
        [
            Column(heading="#", width=20),
            Column(heading="TEAM", width=3, flexible=True),
            Column(heading="NOTES", width=1, flexible=True),
        ],
        220,
    )
    assert [column.width for column in columns] == [20, 150, 50]


def test_columns_that_are_too_wide_together_shrink_by_the_same_factor() -> None:
    columns = laid_out([Column(heading="A", width=300), Column(heading="B", width=100)], 200)
    assert [column.width for column in columns] == [150, 50]


def test_a_row_shows_its_cells_in_order_and_may_end_early() -> None:
    document = Document(title="", paper=A4)
    document.page()
    columns = (
        Column(heading="#", width=30),
        Column(heading="NAME", width=120, wraps=True),
        Column(heading="TD", width=40, align="right", group="MATCHES"),
    )
    table = Table(document, columns, 40, 20)
    y = table.head(700)
    bold = Style(Face.BOLD, 8)
    y = table.row(y, Row((Cell((Run("1", bold),), hatched=True), Cell((Run("Griff", bold),), note="Veteran"), "7")))
    y = table.row(y, Row(("2",), shaded=True, ruled=True))
    y = table.row(y, Row((Cell((Run("M", bold), Run("2N", bold)), pill=True), "Zug")))
    table.foot(y)
    assert table.right == 230
    assert page_texts(document.finish())[0].split() == [
        *("MATCHES", "#", "NAME", "TD", "1", "Griff", "Veteran", "7", "2", "M2N", "Zug"),
    ]


@pytest.mark.parametrize("text", ["x" * 10_000, "word " * 2_000, "", " ", "\n"])
@pytest.mark.parametrize("wraps", [True, False])
def test_a_cell_takes_any_text_in_any_room(text: str, wraps: bool) -> None:
    document = Document(title="", paper=A4)
    document.page()
    for width in (1.0, 6.0, 60.0):
        columns = (Column(heading=text, width=width, wraps=wraps), Column(heading="", width=20))
        table = Table(document, columns, 40, 12)
        y = table.row(table.head(700), Row((text, "")))
        y = table.row(y, Row((Cell((Run(text, Style()),), note=text), Cell((Run(text, Style()),), pill=True))))
        table.foot(y)
    assert page_texts(document.finish())
