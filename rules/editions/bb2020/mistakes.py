"""Expensive mistakes of rich teams (X1, X2)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2020.tables import tables_of
from rules.match_day import mistakes
from rules.match_day.run import Run


def make_mistakes(run: Run) -> None:
    """A rich team can lose a part of its treasury, in leagues with this rule."""
    table, ruleset = tables_of(run.ruleset.book).mistakes, run.ruleset
    if ruleset.house.flag("expensive_mistakes"):
        mistakes.make_mistakes(run, table, cite(ruleset, "X1"), price=cite(ruleset, "X2"))
