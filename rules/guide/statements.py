"""The numbered statements of a book: the page, our summary, and the rows of the guide that rest on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.book.statements import PURPOSES
from rules.guide.document import Cell, Column, Page, Piece, Row, Section, Source, Target
from rules.guide.drawing import Drawing

MOST_NAMED = 12
"""A statement that more rows rest on names their pages instead."""


def statements_page(drawing: Drawing, others: Iterable[Page]) -> Page:
    """Every statement by its number."""
    book = drawing.book
    resting = _resting(others)
    purposes: dict[str, list[str]] = {}
    for purpose, rule in book.statements.items():
        purposes.setdefault(rule, []).append(PURPOSES[purpose])
    columns = (
        Column(key="says", label="What it says", words=True),
        Column(key="about", label="About"),
        Column(key="used", label="See"),
        Column(key="from", label="From"),
    )
    summaries, sources = book.summaries, book.sources
    rows = tuple(
        Row(
            anchor=statement_anchor(rule),
            title=rule,
            cells=(
                (Piece(summaries[rule]),) if rule in summaries else (),
                (Piece("; ".join(purposes[rule])),) if rule in purposes else (),
                resting.get(rule, ()),
                (Piece(sources[rule]),) if rule in sources else (),
            ),
            source=Source(rule=rule, pages=(page,) if page else (), doubt=book.doubts.get(rule, "")),
        )
        for rule, page in book.pages.items()
    )
    used = [at for at in range(len(columns)) if any(row.cells[at] for row in rows)]
    rows = tuple(
        Row(anchor=row.anchor, title=row.title, cells=tuple(row.cells[at] for at in used), source=row.source)
        for row in rows
    )
    section = Section(
        anchor="by-number",
        title="Statements",
        columns=tuple(columns[at] for at in used),
        rows=rows,
        heading="Statement",
    )
    about = "The numbers by which pages cite the book, and the page of the printed rules, with summaries of our own."
    return Page(key="statements", title="Statements", about=about, sections=(section,))


def statement_anchor(rule: str) -> str:
    """The anchor of a statement: its number as the book writes it."""
    return rule.replace(" ", "-")


def _resting(others: Iterable[Page]) -> dict[str, Cell]:
    """The rows that cite each statement, with links; rows of one name on several pages with the title of theirs."""
    found: dict[str, dict[Piece, str]] = {}
    for page in others:
        for section in page.sections:
            if section.source.rule:
                piece = Piece(section.title, Target(page.key, section.anchor))
                found.setdefault(section.source.rule, {})[piece] = page.title
            for row in section.rows:
                if row.source.rule:
                    anchor = row.anchor if row.title else section.anchor
                    piece = Piece(row.title or section.title, Target(page.key, anchor))
                    found.setdefault(row.source.rule, {})[piece] = page.title
    return {rule: _joined(_told_apart(pieces)) for rule, pieces in found.items()}


def _told_apart(pieces: Mapping[Piece, str]) -> list[Piece]:
    once: dict[tuple[str, str], Piece] = {}
    for piece, title in pieces.items():
        once.setdefault((piece.text, title), piece)
    alike = Counter(text for text, _title in once)
    return [
        replace(piece, text=f"{title}: {text}") if alike[text] > 1 else piece for (text, title), piece in once.items()
    ]


def _joined(pieces: list[Piece]) -> Cell:
    if len(pieces) > MOST_NAMED:
        pages = dict.fromkeys(piece.target.page for piece in pieces if piece.target)
        pieces = [Piece(page.replace("/", " "), Target(page)) for page in pages]
    joined: list[Piece] = []
    for piece in pieces:
        joined += [Piece(", "), piece] if joined else [piece]
    return tuple(joined)
