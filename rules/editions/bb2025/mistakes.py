"""Expensive mistakes (X1, X2): a rich team may lose a part of its gold."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2025.tables import tables_of
from rules.match_day import mistakes
from rules.match_day.run import Run


def make_mistakes(run: Run) -> None:
    """A die in the column of the treasury says what is lost (X1, p100), in leagues with this rule."""
    table = tables_of(run.ruleset.book).mistakes
    if run.ruleset.house.flag("expensive_mistakes"):
        mistakes.make_mistakes(run, table, run.source("expenses"), price=cite(run.ruleset, "X2"))
