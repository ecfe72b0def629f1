"""Pages of a guide as templates draw them: cells with their links, sources with what is unsure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from guide.addresses import address, linked, of_statement
from rules.book.book import Book
from rules.guide.comparison import ComparedPage, ComparedSection, Difference, Named
from rules.guide.comparison import compare as compared
from rules.guide.document import Cell, Column, Guide, Page, Piece, Row, Section, Source, text_of

LONG, LONGEST = 40, 150
"""Letters: in a wide table, a column with a longer cell gets more room than single words need."""
MOST_COLUMNS = 7
"""In a table in words with more columns, those that few rows fill are drawn as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCell:
    """A cell, with the heading of its column for small screens."""

    html: SafeString
    label: str
    number: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownColumn:
    """The heading of a column, and the class that says what kind it is: `num`, `long`, `longest`, or none."""

    label: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow:
    """A row of a guide's table: the anchor of its address, its title and cells, its source, and why it is unsure."""

    anchor: str
    title: SafeString
    cells: tuple[ShownCell, ...]
    source: SafeString
    doubt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSection:
    """A table. `wide`: it has many narrow columns and scrolls sideways; other tables become cards on a phone.

    `figures`: it has only figures and sources, so it fits a phone if sources and doubts stand under the rows.
    """

    anchor: str
    title: str
    about: str
    source: SafeString
    doubt: str
    heading: str
    columns: tuple[ShownColumn, ...]
    rows: tuple[ShownRow, ...]
    titled: bool
    sourced: bool
    facts: bool
    wide: bool
    figures: bool


def shown_sections(guide: Guide, page: Page) -> list[ShownSection]:
    """The tables of a page."""
    return [_section(guide, section, page) for section in page.sections]


def shown_alone(book: Book, section: Section) -> ShownSection:
    """A table that is on no page of the guide to the book, such as one of a league's own."""
    guide = Guide(key=book.key, name=book.name, pages={})
    return _section(guide, section, Page(key="", title="", sections=(section,)))


def shown_pages(book: Book, pages: Iterable[Page]) -> list[dict[str, Any]]:
    """Pages of a league's own, each with its title and its tables."""
    guide = Guide(key=book.key, name=book.name, pages={})
    return [
        {"title": page.title, "sections": [_section(guide, section, page) for section in page.sections]}
        for page in pages
    ]


def _section(guide: Guide, section: Section, page: Page) -> ShownSection:
    numbers = sum(column.number for column in section.columns)
    wide = numbers > 2 and not any(column.words for column in section.columns)
    section = section if wide else _gathered(section)
    rows = tuple(_row(guide, section, row, page) for row in section.rows)
    return ShownSection(
        anchor=section.anchor,
        title=section.title,
        about=section.about,
        source=source_html(guide, section.source, page),
        doubt=section.source.doubt,
        heading=section.heading or str(_("Name")),
        columns=tuple(_column(section, place) for place in range(len(section.columns))),
        rows=rows,
        titled=any(row.title for row in rows),
        sourced=any(row.source or row.doubt for row in rows),
        facts=section.facts,
        wide=wide,
        figures=wide and numbers == len(section.columns),
    )


def _gathered(section: Section) -> Section:
    """The section; if it has many columns, one column says all that few rows have, each after its name."""
    rows, few = section.rows, list[int]()
    if len(section.columns) > MOST_COLUMNS:
        filled = [sum(bool(text_of(row.cells[place])) for row in rows) for place in range(len(section.columns))]
        few = [at for at, column in enumerate(section.columns) if not column.words and filled[at] * 2 <= len(rows)]
    if len(few) < 2:
        return section
    kept = [at for at in range(len(section.columns)) if at not in few]
    return replace(
        section,
        columns=(*(section.columns[at] for at in kept), Column(key="more", label=_("More"))),
        rows=tuple(replace(row, cells=(*(row.cells[at] for at in kept), _named(section, row, few))) for row in rows),
    )


def _named(section: Section, row: Row, places: Iterable[int]) -> Cell:
    """The cells at these places in one, after the heads of their columns; what is so or not has no more than that."""
    joined: list[Piece] = []
    for label, cell in ((section.columns[at].label, row.cells[at]) for at in places):
        if text_of(cell):
            head = (Piece(label),) if text_of(cell) == "yes" else (Piece(f"{label}: "), *cell)
            joined += [*((Piece("; "),) if joined else ()), *head]
    return tuple(joined)


def _column(section: Section, place: int) -> ShownColumn:
    column = section.columns[place]
    longest = max((sum(len(piece.text) for piece in row.cells[place]) for row in section.rows), default=0)
    words = "longest" if longest > LONGEST else "long" if longest > LONG else ""
    return ShownColumn(label=column.label, kind="num" if column.number else words)


def _row(guide: Guide, section: Section, row: Row, page: Page) -> ShownRow:
    url = address(guide.key, row.target) if row.target else ""
    cells = zip(section.columns, row.cells, strict=True)
    return ShownRow(
        anchor=row.anchor,
        title=linked(row.title, url),
        cells=tuple(
            ShownCell(
                html=cell_html(guide, cell),
                label="" if section.facts or column.words else column.label,
                number=column.number,
            )
            for column, cell in cells
        ),
        source=source_html(guide, row.source, page),
        doubt=row.source.doubt,
    )


def cell_html(guide: Guide, cell: Cell) -> SafeString:
    """A cell with its links; a comma or semicolon stays in the line of the last word of the link before it."""
    drawn: list[SafeString] = []
    linked_before = False
    for piece in cell:
        if linked_before and piece.text in (", ", "; "):
            drawn[-1] = format_html('<span class="guide-named">{}{}</span> ', drawn[-1], piece.text.strip())
        else:
            drawn.append(linked(piece.text, address(guide.key, piece.target) if piece.target else ""))
        linked_before = piece.target is not None
    return format_html_join("", "{}", ((each,) for each in drawn))


def source_html(guide: Guide, source: Source, page: Page) -> SafeString:
    """The statement, with a link to what it says, and the pages; empty for no source."""
    pages = ", ".join(map(str, source.pages))
    words = _("p.\u00a0%(pages)s") % {"pages": pages} if pages else source.elsewhere
    if source.rule and page.key != "statements":
        rule = linked(source.rule, of_statement(guide.key, source.rule))
        return format_html("{},\u00a0{}", rule, words) if words else rule
    return SafeString(conditional_escape(words))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDifference:
    """What both books have: its name, links to both rows, and a line for each thing that they say otherwise."""

    title: str
    first: str
    second: str
    values: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownComparison:
    """A table of two books. `only_first` and `only_second` are links, `said_first` and `said_second` are columns."""

    title: str
    said_first: str
    said_second: str
    only_first: SafeString
    only_second: SafeString
    different: tuple[ShownDifference, ...]
    reworded: tuple[ShownDifference, ...]
    same: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChapter:
    """A chapter of two books, and the pages below it that differ."""

    title: str
    anchor: str
    differs: bool
    sections: tuple[ShownComparison, ...]
    below: tuple[ShownChapter, ...]


def compared_chapters(first: Guide, second: Guide) -> list[ShownChapter]:
    """The chapters of two books, each with what differs."""
    pages = compared(first, second)
    return [_chapter(first, second, page, pages) for page in pages if not page.parent]


def _chapter(first: Guide, second: Guide, page: ComparedPage, pages: tuple[ComparedPage, ...]) -> ShownChapter:
    below = tuple(_chapter(first, second, each, ()) for each in pages if each.parent == page.key and each.differs)
    return ShownChapter(
        title=page.title,
        anchor=page.key.replace("/", "-"),
        differs=page.differs or bool(below),
        sections=tuple(_comparison(first, second, each) for each in page.sections if each.differs or each.reworded),
        below=below,
    )


def _comparison(first: Guide, second: Guide, section: ComparedSection) -> ShownComparison:
    def shown(each: Difference) -> ShownDifference:
        return ShownDifference(
            title=each.title,
            first=address(first.key, each.first),
            second=address(second.key, each.second),
            values=each.values,
        )

    return ShownComparison(
        title=section.title,
        said_first=", ".join(f"“{each}”" for each in section.said_first),
        said_second=", ".join(f"“{each}”" for each in section.said_second),
        only_first=_links(first, section.only_first),
        only_second=_links(second, section.only_second),
        different=tuple(map(shown, section.different)),
        reworded=tuple(map(shown, section.reworded)),
        same=section.same,
    )


def _links(guide: Guide, named: tuple[Named, ...]) -> SafeString:
    return format_html_join(", ", "{}", ((linked(each.title, address(guide.key, each.target)),) for each in named))
