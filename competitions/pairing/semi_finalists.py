"""Which teams play in the semi-finals (L3, p39-40): the book's criteria for choosing four teams.

Pure: callers gather figures and draw lots. The book's first criterion is here three: the highest team value, the
highest win ratio, and their product. In play-offs the bracket itself decides. No book speaks of conferences in one
table: by places, each can count as a table of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from competitions.pairing.movers import share_of

WAYS = ("team_value", "win_ratio", "value_times_ratio", "points")
FOUR = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A team at the end of the regular season. ``team_value`` in gp; ``won`` of ``played`` matches; ``rank`` is its
    place in the table ``table`` (None without one), ``points`` what it has there, ``conference`` and
    ``conference_rank`` its conference there ("" for none) and its place within it."""

    team: int
    team_value: int
    won: int
    played: int
    points: int = 0
    table: int = 0
    rank: int | None = None
    conference: str = ""
    conference_rank: int | None = None

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table, or a conference of one, that sends ``places`` teams; the rank of each is that within the part."""

    table: int
    conference: str
    teams: tuple[Candidate, ...]
    places: int

    @property
    def chosen(self) -> Chosen:
        """Its best teams by rank."""
        return _best(self.teams, self.places)


def choose(candidates: Iterable[Candidate], way: str, *, by_conference: bool = False) -> Chosen:
    """The best four teams by one of the ``WAYS``. Teams level for the last places are left open.

    For league points, the place in the table counts, or with ``by_conference`` the place within the conference. If
    several tables can send the same number, they do; otherwise only the points are compared.
    """
    pool = list(candidates)
    if way == "points" and (parts := parts_of(pool, by_conference=by_conference)):
        each = [part.chosen for part in parts]
        return Chosen(
            certain=tuple(team for chosen in each for team in chosen.certain),
            level=tuple(team for chosen in each for team in chosen.level),
            places=sum(chosen.places for chosen in each),
        )
    return _cut([(candidate.figure(way), candidate.team) for candidate in pool], FOUR)


def parts_of(candidates: Sequence[Candidate], *, by_conference: bool) -> list[Part]:
    """The tables, or with ``by_conference`` their conferences, that send the same number of teams; none if they cannot.

    If conferences cannot, tables do. In a table with conferences, teams without one are none.
    """
    divided = {each.table for each in candidates if each.conference} if by_conference else set()
    if divided:
        keys = [_part_of(each, divided) for each in candidates]
        if share_of(("" if key is None else key for key in keys), FOUR):
            return _parts(candidates, keys)
    tables = [(each.table, "") for each in candidates]
    return _parts(candidates, tables) if len(set(tables)) == 1 or share_of(tables, FOUR) else []


def _part_of(candidate: Candidate, divided: set[int]) -> tuple[int, str] | None:
    """The part of a team; None for one without a conference where others have one."""
    if candidate.table in divided and not candidate.conference:
        return None
    return candidate.table, candidate.conference


def _parts(candidates: Sequence[Candidate], keys: Sequence[tuple[int, str] | None]) -> list[Part]:
    found: dict[tuple[int, str], list[Candidate]] = {}
    for candidate, key in zip(candidates, keys, strict=True):
        if key is not None:
            rank = candidate.conference_rank if key[1] else candidate.rank
            found.setdefault(key, []).append(replace(candidate, rank=rank))
    return [
        Part(table=key[0], conference=key[1], teams=tuple(found[key]), places=FOUR // len(found))
        for key in sorted(found)
    ]


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
