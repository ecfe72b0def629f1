"""Who beat whom: each team's results against every other. The picture is a table, so it needs no other."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString

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

    @property
    def html(self) -> str:
        """The match as it stands in its field of the table."""
        letter = f"<small>{escape(self.letter)} </small>" if self.letter else ""
        words, told = f"{letter}{escape(self.words)}", escape(self.told)
        if self.url:
            return f'<a class="{self.classes}" href="{escape(self.url)}" aria-label="{told}">{words}</a>'
        shown = f'<span aria-hidden="true">{words}</span><span class="visually-hidden">{told}</span>'
        return f'<span class="{self.classes}">{shown}</span>'


SELF = '<td class="grid-self"><span class="visually-hidden">–</span></td>'
NONE = '<span class="zero">·</span>'


@dataclass(frozen=True, slots=True, kw_only=True)
class GridRow:
    """A team, its matches against each team in the order of the rows (None against itself), and its points."""

    wearer: Wearer
    url: str
    cells: tuple[tuple[Cell, ...] | None, ...]
    points: str

    @property
    def fields(self) -> SafeString:
        """Its cells as HTML: there are hundreds in a grid."""
        drawn = (
            SELF if cells is None else f"<td>{''.join([each.html for each in cells]) or NONE}</td>"
            for cells in self.cells
        )
        return SafeString("".join(drawn))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultsGrid:
    """All rows, and the name of the last column."""

    name: str
    title: Text
    rows: tuple[GridRow, ...]
    points: Text
    letters: tuple[tuple[str, str, Text], ...]
    """For the key: outcome, its letter, and its word."""
    to_come: tuple[Text, ...] = ()
    """For the key: what stands for the matches that are still to be played."""
