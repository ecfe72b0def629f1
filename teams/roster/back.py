"""The back of a printed roster: the team's match record, and empty lines for future matches."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from printing.table import Cell, Column, Row, Table, laid_out
from printing.text import Run
from teams.roster.paper import BOLD, FIELD, MUTED, Sheet, gold_text
from teams.roster.printed import MatchLine, RosterPrint

LINES = 24  # a page
T = TypeVar("T")


def back_pages(roster: RosterPrint) -> list[Sequence[MatchLine]]:
    """The matches by page. At least one page, even without matches."""
    return [roster.record[place : place + LINES] for place in range(0, max(1, len(roster.record)), LINES)]


def draw_back(sheet: Sheet, matches: Sequence[MatchLine], *, first: int, last: bool) -> None:
    """Draw one page of the record, with lines numbered from `first`. The last page ends with the totals."""
    document, played = sheet.document, len(sheet.roster.record)
    top = sheet.head("MATCHES PLAYED", str(played)) - 6
    if sheet.roster.past and first == 1:
        room = document.right - document.left
        document.text(document.left, top - 8, sheet.roster.past, FIELD, room=room, smallest=6)
        top -= 14
    names = {INJURIES: sheet.roster.injuries.upper(), WINNINGS: sheet.roster.winnings_name.upper()}
    named = [replace(each, heading=names.get(each.heading, each.heading)) for each in COLUMNS]
    columns = laid_out(_kept(sheet.roster, named), document.right - document.left)
    table = Table(document, columns, document.left, (top - 12.5 - document.bottom - 6) / (LINES + 1))
    y = table.head(top)
    for place in range(LINES):
        number = Cell((Run(str(first + place), MUTED),))
        cells = _kept(sheet.roster, ("", *_cells(matches[place])))[1:] if place < len(matches) else ()
        y = table.row(y, Row((number, *cells), ruled=place == LINES - 1))
    y = table.row(y, Row(_kept(sheet.roster, _totals(sheet.roster)) if last else CONTINUED))
    table.foot(y)


INJURIES, WINNINGS = "INJURIES", "WINNINGS"
COLUMNS = (
    Column(heading="#", width=22, align="center"),
    Column(heading="DATE", width=62),
    Column(heading="COMPETITION", width=2, flexible=True),
    Column(heading="OPPONENT", width=2.4, flexible=True, style=BOLD),
    Column(heading="RESULT", width=50, align="center"),
    Column(heading="SCORE", width=40, align="center", style=BOLD),
    Column(heading=INJURIES, width=46, align="center"),
    Column(heading="GATE", width=50, align="right"),
    Column(heading=WINNINGS, width=46, align="right"),
    Column(heading="NOTES", width=2.6, flexible=True, wraps=True),
)


def _kept(roster: RosterPrint, row: Sequence[T]) -> tuple[T, ...]:
    """A row of all columns without those of what the edition does not have."""
    shown = {"GATE": roster.with_gate, WINNINGS: bool(roster.winnings_name), INJURIES: bool(roster.injuries)}
    return tuple(cell for column, cell in zip(COLUMNS, row, strict=False) if shown.get(column.heading, True))


CONTINUED = ("", "", Cell((Run("continued on the next page", MUTED),)))


def _cells(match: MatchLine) -> tuple[Cell | str, ...]:
    return (
        match.date,
        match.competition,
        match.opponent,
        match.result,
        match.score,
        _pair(match.casualties_for, match.casualties_against),
        "" if match.gate is None else f"{match.gate:,}",
        "" if match.winnings is None else gold_text(match.winnings),
        Cell((Run(match.notes, COLUMNS[-1].style),)),
    )


def _totals(roster: RosterPrint) -> tuple[Cell | str, ...]:
    """The totals. Empty for values that were never recorded."""
    inflicted = [match.casualties_for for match in roster.record if match.casualties_for is not None]
    suffered = [match.casualties_against for match in roster.record if match.casualties_against is not None]
    winnings = [match.winnings for match in roster.record if match.winnings is not None]
    scores = [match.sides for match in roster.record if match.sides is not None]
    score = _pair(*(sum(side) for side in zip(*scores, strict=True))) if scores else ""
    casualties = _pair(sum(inflicted), sum(suffered)) if inflicted or suffered else ""
    return (
        "",
        Cell((Run("Totals", BOLD),)),
        "",
        "",
        "",
        Cell((Run(score, BOLD),)),
        Cell((Run(casualties, BOLD),)),
        "",
        Cell((Run(gold_text(sum(winnings)) if winnings else "", BOLD),)),
    )


def _pair(mine: int | None, theirs: int | None) -> str:
    if mine is None and theirs is None:
        return ""
    return f"{'?' if mine is None else mine}–{'?' if theirs is None else theirs}"
