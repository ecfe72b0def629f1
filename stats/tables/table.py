"""The table itself: a column for each measure, sorted by an address.

django-tables2 draws it with our own template; sorting is ours, because rows are plain sums (`Sorted`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import django_tables2 as tables
from django.utils.safestring import SafeString
from django_tables2.data import TableListData

from stats.tables.measures import Measure
from stats.tables.rows import Row
from web.drawing.zeros import ZERO

NAME = "name"
"""The key of the column that a row is called by."""
PER_PAGE = 25
HIDDEN = "no-p"
"""The class of what phones do not show."""


class Sorted(TableListData):
    """Rows that sort themselves by a measure, the best first; level rows by the tie-breakers, then by their ids: sums
    that are kept come in another order than those that are read.

    ``named`` gives the sort key of a row's name.
    """

    def __init__(
        self, rows: Sequence[Row], measures: Mapping[str, Measure], ties: Sequence[Measure], named: Callable[[Row], str]
    ) -> None:
        super().__init__(list(rows))
        self.measures, self.ties, self.named = measures, ties, named

    def order_by(self, aliases: Sequence[str]) -> None:
        """Sort by the first of these names, with a "-" before it for the highest first."""
        alias = str(aliases[0]) if aliases else ""
        measure = self.measures.get(alias.lstrip("-"))
        self.data.sort(key=_id)
        for tie in reversed(self.ties):
            if tie is not measure:
                self.data.sort(key=tie.sort_key, reverse=True)
        if measure is not None:
            self.data.sort(key=measure.sort_key, reverse=alias.startswith("-"))
        elif alias:
            self.data.sort(key=self.named, reverse=alias.startswith("-"))


def _id(row: Row) -> tuple[int, str]:
    return (row.who, "") if isinstance(row.who, int) else (0, str(row.who))


class MeasureColumn(tables.Column):
    """A figure. ``css`` are the classes of its cells.

    A phone shows only the one that the table is sorted ``by`` and those ``on_phones``.
    """

    def __init__(self, measure: Measure, *, by: bool = False, on_phones: bool = False) -> None:
        super().__init__(measure.heading, accessor="matches", empty_values=())
        self.measure, self.by = measure, by
        self.css = " ".join(["n", *(["srt"] if by else []), *([] if by or on_phones else [HIDDEN])])

    def render(self, record: Row) -> str:
        """The figure in words; a dot for 0."""
        text = self.measure.written(self.measure.value(record))
        return SafeString(f"<b>{text}</b>") if text and self.by else text or ZERO


class FigureTable(tables.Table):
    """A table of rows. Its columns are given when it is made; our own templates draw it.

    django-tables2 looks up how to call `render` for each cell again, which takes longer than all the rest of a page: so
    its cells are drawn by `cells`.
    """

    class Meta:
        per_page = PER_PAGE
        order_by_field = "sort"

    def cells(self, row: Row) -> SafeString:
        """The cells of a row's figures as HTML."""
        columns = (bound.column for bound in self.columns)
        return SafeString("".join(f'<td class="{column.css}">{column.render(row)}</td>' for column in columns))
