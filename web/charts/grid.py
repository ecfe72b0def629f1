"""Who beat whom: each team's results against every other. The picture is a table, so it needs no other."""

from __future__ import annotations

from dataclasses import dataclass

from web.charts.drawing import Wearer
from web.errors import Text

OUTCOMES = ("won", "drawn", "lost")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A match of the row's team against the column's: ``words`` is the score or the round.

    ``outcome`` is one of ``OUTCOMES``, empty for a match to come; ``told`` says it in full. A ``letter`` stands before
    a score that does not say who won. ``unsure``: the result is not confirmed yet. ``url`` is the page of the match.
    """

    words: str
    told: str
    outcome: str = ""
    letter: str = ""
    url: str = ""
    unsure: bool = False

    @property
    def classes(self) -> str:
        """The classes of its cell."""
        outcome = f" grid-{self.outcome}" if self.outcome else ""
        return f"grid-cell{outcome}{' grid-unsure' if self.unsure else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """A team, its matches against each team in the order of the rows (None against itself), and its points."""

    wearer: Wearer
    url: str
    cells: tuple[tuple[Cell, ...] | None, ...]
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsGrid:
    """All rows, and the name of the last column."""

    name: str
    title: Text
    rows: tuple[GridRow, ...]
    points: Text
    letters: tuple[tuple[str, str, Text], ...]
    """For the key: outcome, its letter, and its word."""
