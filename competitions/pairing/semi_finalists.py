"""Which teams play in the semi-finals (L3, p39-40): the book's criteria for choosing four teams.

Pure: callers gather figures and draw lots. The book's first criterion is here three: the highest team value, the
highest win ratio, and their product. In play-offs the bracket itself decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

WAYS = ("team_value", "win_ratio", "value_times_ratio", "points")
FOUR = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A team at the end of the regular season. ``team_value`` in gp; ``won`` of ``played`` matches; ``rank`` is its
    place in the table ``table`` (None without one), ``points`` what it has there."""

    team: int
    team_value: int
    won: int
    played: int
    points: int = 0
    table: int = 0
    rank: int | None = None

    @property
    def win_ratio(self) -> Fraction:
        """Matches won of matches played; 0 for a team that has not played."""
        return Fraction(self.won, self.played) if self.played else Fraction(0)

    def figure(self, way: str) -> Fraction:
        """The figure for a criterion. Raises KeyError for an unknown one."""
        return {
            "team_value": Fraction(self.team_value),
            "win_ratio": self.win_ratio,
            "value_times_ratio": self.team_value * self.win_ratio,
            "points": Fraction(self.points),
        }[way]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The teams that are certain, best first, and those level for the remaining ``places``."""

    certain: tuple[int, ...]
    level: tuple[int, ...] = ()
    places: int = 0

    @property
    def settled(self) -> bool:
        """Whether no teams are level for the last place."""
        return not self.places


def choose(candidates: Iterable[Candidate], way: str, *, places: int = FOUR) -> Chosen:
    """The best ``places`` teams by one of the ``WAYS``. Teams level for the last places are left open.

    For league points, the place in the table counts. If several tables can send the same number, they do; otherwise
    only the points are compared.
    """
    pool = list(candidates)
    tables = {candidate.table for candidate in pool}
    if way == "points" and tables and places % len(tables) == 0:
        each = [_best([one for one in pool if one.table == table], places // len(tables)) for table in sorted(tables)]
        return Chosen(
            certain=tuple(team for chosen in each for team in chosen.certain),
            level=tuple(team for chosen in each for team in chosen.level),
            places=sum(chosen.places for chosen in each),
        )
    return _cut([(candidate.figure(way), candidate.team) for candidate in pool], places)


def _best(table: Sequence[Candidate], places: int) -> Chosen:
    """The best teams of one table by rank; teams without a rank come last."""
    last = len(table) + 1
    return _cut([(Fraction(-(candidate.rank or last)), candidate.team) for candidate in table], places)


def _cut(figures: Sequence[tuple[Fraction, int]], places: int) -> Chosen:
    order = sorted(figures, key=lambda pair: (-pair[0], pair[1]))
    if len(order) <= places:
        return Chosen(certain=tuple(team for _figure, team in order))
    edge = order[places - 1][0]
    if order[places][0] < edge:
        return Chosen(certain=tuple(team for _figure, team in order[:places]))
    certain = tuple(team for figure, team in order if figure > edge)
    level = tuple(team for figure, team in order if figure == edge)
    return Chosen(certain=certain, level=level, places=places - len(certain))
