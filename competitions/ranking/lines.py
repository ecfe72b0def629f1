"""A table's rows as figures, small for the cache, complete for pages and prints; and the lines across the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from competitions.models import Competition
from competitions.ranking.tables import Decision, Row, Value
from competitions.ranking.tallies import Key, Sum

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


def line_of(row: Row) -> Line:
    """A row without its results."""
    tally = row.tally
    return Line(
        tally.team,
        row.rank,
        row.level,
        tally.played,
        tally.won,
        tally.drawn,
        tally.lost,
        tally.walkovers,
        tally.forfeits,
        tally.score_for,
        tally.score_against,
        tally.score_difference,
        tally.casualties_for,
        tally.casualties_against,
        tally.casualty_difference,
        tally.points,
        row.form,
        tally.sums,
        row.values,
        row.why,
    )


def packed(lines: Iterable[Line]) -> tuple[tuple[Any, ...], ...]:
    """Lines as plain tuples for the cache: to write named ones takes ten times as long, and to read them twice."""
    return tuple(
        [
            (*line[:_SUMS], tuple(map(tuple, line.sums)), tuple(map(tuple, line.values)), line.why and tuple(line.why))
            for line in lines
        ]
    )


def unpacked(lines: Iterable[tuple[Any, ...]]) -> tuple[Line, ...]:
    """The lines that were ``packed``."""
    return tuple(
        [
            Line(
                *line[:_SUMS],
                tuple([_new(Sum, each) for each in sums]),
                tuple([_new(Value, each) for each in values]),
                _new(Decision, why) if why else None,
            )
            for line in lines
            for sums, values, why in (line[_SUMS:],)
        ]
    )


_SUMS = Line._fields.index("sums")
assert Line._fields[_SUMS:] == ("sums", "values", "why")
_new = tuple.__new__


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
