"""A table's rows as figures, small for the cache, complete for pages and prints; and the lines across the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import NamedTuple

from competitions.models import Competition
from competitions.ranking.tables import Decision, Row, Value
from competitions.ranking.tallies import Key, Sum, Tally

FORM_LENGTH = 5


class Line(NamedTuple):
    """One row of a table; ``rank``, ``level``, ``values`` and ``why`` are as in ``competitions.ranking.tables.Row``.

    ``walkovers`` counts byes too. ``form`` has one letter a result, in order. ``sums`` explain ``points``.
    """

    team: Key
    rank: int | None
    level: bool
    played: int
    won: int
    drawn: int
    lost: int
    walkovers: int
    forfeits: int
    score_for: int
    score_against: int
    score_difference: int
    casualties_for: int
    casualties_against: int
    casualty_difference: int
    points: int
    form: str
    sums: tuple[Sum, ...]
    values: tuple[Value, ...]
    why: Decision | None

    def value(self, key: str) -> Value | None:
        """The value of one tie-breaker; None if the competition does not use it."""
        for value in self.values:  # asked for often: a generator takes three times as long
            if value.key == key:
                return value
        return None

    @property
    def recent(self) -> str:
        """The form of the last five results."""
        return self.form[-FORM_LENGTH:]


def on_rungs(lines: Iterable[Line], rungs: Sequence[int]) -> list[Line]:
    """A table's lines in the order of a ladder, ranked by it; teams that left it come last, without a rank."""
    places = {team: place for place, team in enumerate(rungs, 1)}
    placed = [line._replace(rank=places.get(int(line.team)), level=False) for line in lines]
    return sorted(placed, key=lambda line: (line.rank is None, line.rank or 0))


_FIGURES = tuple(field.name for field in fields(Tally) if field.name in Line._fields)


def line_of(row: Row) -> Line:
    """A row without its results."""
    return Line(
        rank=row.rank,
        level=row.level,
        form=row.form,
        values=row.values,
        why=row.why,
        **{figure: getattr(row.tally, figure) for figure in _FIGURES},
    )


class CutLine(NamedTuple):
    """A line across the table, below the place ``after``; ``label`` says what the teams above it play for."""

    after: int
    label: str


def cut_lines_of(competition: Competition) -> list[CutLine]:
    """The lines across the table of a competition, the highest first."""
    return [CutLine(after=int(line["after"]), label=str(line["label"])) for line in competition.cut_lines]


class Cut(NamedTuple):
    """A line in a table with results; ``open`` if the teams above and below it share a rank."""

    label: str
    open: bool


def cuts_in(lines: Sequence[Line], cut_lines: Sequence[CutLine]) -> dict[int, Cut]:
    """The lines by the place (from 0) of the row above them, without those below the whole table."""
    found = {}
    for cut in cut_lines:
        if cut.after <= len(lines) and lines[cut.after - 1].rank is not None:
            above, below = lines[cut.after - 1], lines[cut.after] if cut.after < len(lines) else None
            found[cut.after - 1] = Cut(label=cut.label, open=below is not None and above.rank == below.rank)
    return found
