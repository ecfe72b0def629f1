"""A table as a CSV file: all its rows in their order, sums and rates, every cell safe to open in a spreadsheet.

It does not go through django-tables2, which takes a tenth of a millisecond for each cell: a file has thousands.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import StringIO

from django.utils.translation import gettext as _

from leagues.models import League
from stats.tables.heading import CALLED
from stats.tables.measures import PLAYERS, TEAMS, Measure
from stats.tables.page import Statistics
from stats.tables.rows import Row
from stats.tables.wanted import Wanted

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins with one of these would be worked out as a formula by a spreadsheet."""
Cell = str | float | None
Column = tuple[str, Callable[[Row], Cell]]


def csv_file(league: League, asked: Wanted) -> str:
    """The file. As many queries as the page."""
    found = Statistics(league, asked)
    found.names.read(found.rows.data)
    columns = [*_words(found), *_figures(found)]
    written = StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow([_safe(heading) for heading, _cell in columns])
    writer.writerows([_safe(cell(row)) for _heading, cell in columns] for row in found.rows.data)
    return written.getvalue()


def _words(found: Statistics) -> Iterator[Column]:
    """The name, with what stands beside it on the page."""
    teams = found.coaches.teams
    yield str(CALLED[found.kind]), found.names.name
    if found.kind == PLAYERS:
        yield _("Team"), lambda row: teams[row.team].name
        yield _("Position"), lambda row: row.position
    if found.kind == TEAMS:
        yield _("Team list"), lambda row: teams[row.team].team_list
        yield _("Coach"), lambda row: teams[row.team].coach


def _figures(found: Statistics) -> Iterator[Column]:
    """Each figure, and its rate after it, also those that no record has: all files of a book have the same columns."""
    for measure in found.all_measures:
        for each in (measure, *([measure.rate] if measure.rated else [])):
            yield str(each.name), _figure_of(each)


def _figure_of(measure: Measure) -> Callable[[Row], Cell]:
    def figure(row: Row) -> Cell:
        value = measure.value(row)
        return round(value, 3) if isinstance(value, float) else value

    return figure


def _safe(cell: Cell) -> Cell:
    """Numbers as they are; a text that a spreadsheet would take for a formula after an apostrophe."""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(FORMULAS) else cell
    return "" if cell is None else cell
