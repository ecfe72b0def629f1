"""A table's rows by their figures alone: small enough to be kept in the cache, complete enough for page and print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import NamedTuple

from competitions.ranking.tables import Decision, Row, Value
from competitions.ranking.tallies import Key, Sum, Tally

FORM_LENGTH = 5


class Line(NamedTuple):
    """One line of a table; ``rank``, ``level``, ``values`` and ``why`` are as in ``competitions.ranking.tables.Row``.

    ``walkovers`` counts byes too. ``form`` has one letter a result, in order. ``sums`` are what ``points`` come from.
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
    touchdowns_for: int
    touchdowns_against: int
    touchdown_difference: int
    casualties_for: int
    casualties_against: int
    casualty_difference: int
    points: int
    form: str
    sums: tuple[Sum, ...]
    values: tuple[Value, ...]
    why: Decision | None

    def value(self, key: str) -> Value | None:
        """The value of one tie-breaker; None where the competition does not use it."""
        return next((value for value in self.values if value.key == key), None)

    @property
    def recent(self) -> str:
        """The form of the last five results."""
        return self.form[-FORM_LENGTH:]


def on_rungs(lines: Iterable[Line], rungs: Sequence[int]) -> list[Line]:
    """A table's lines in the order of a ladder, with their rungs for ranks; who has left it comes last, without one."""
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
