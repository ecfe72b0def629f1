"""League tables: from teams and results to ranked rows, with the reason for every place.

Pure: other modules read the results and show the rows. The order of the given teams and results does not matter. Teams
that no tie-breaker separates share a rank.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from competitions.ranking.tallies import Adjustment, Book, Key, Outcome, Points, Result, Side, Tally, open_book
from competitions.ranking.tie_breakers import known_keys, tie_breaker_of

__all__ = [
    "Adjustment",
    "Decision",
    "Key",
    "Outcome",
    "Points",
    "Result",
    "Row",
    "Scheme",
    "Side",
    "Tally",
    "Value",
    "rank_book",
    "rank_teams",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """How a competition ranks: points, tie-breakers in order, and whether a team without results has a rank.

    Raises ValueError for an unknown or repeated tie-breaker, or none at all.
    """

    points: Points = field(default_factory=Points)
    tie_breakers: tuple[str, ...] = ("points", "head_to_head", "touchdown_difference", "casualty_difference")
    idle_teams_ranked: bool = True

    def __post_init__(self) -> None:
        known = known_keys()
        if not self.tie_breakers:
            raise ValueError(f"a table needs at least one tie-breaker: {', '.join(known)}")
        for key in self.tie_breakers:
            if key not in known:
                raise ValueError(f"there is no tie-breaker {key!r}; there are {', '.join(known)}")
        if len(set(self.tie_breakers)) < len(self.tie_breakers):
            raise ValueError(f"a tie-breaker is given twice: {', '.join(self.tie_breakers)}")


class Value(NamedTuple):
    """A tie-breaker's value for one row; ``asked`` says whether this tie-breaker was needed at all.

    ``amount`` is None for no figure: a head-to-head that was not needed or could not decide, a lot not drawn.
    """

    key: str
    amount: int | None
    asked: bool

    @property
    def undecided(self) -> bool:
        """Whether it was needed but could not decide."""
        return self.asked and self.amount is None


class Decision(NamedTuple):
    """What put a row below the one above it: the tie-breaker's key and its value for each of the two."""

    key: str
    above: int | None
    own: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table.

    ``rank`` is None for a team without results if the scheme does not rank these. ``level``: another row shares the
    rank. ``why`` is None on the first row, on a row level with the one above it, and without a rank.
    """

    rank: int | None
    level: bool
    tally: Tally
    values: tuple[Value, ...]
    why: Decision | None

    @property
    def team(self) -> Key:
        """The team's key."""
        return self.tally.team

    @property
    def form(self) -> str:
        """One letter a result, in order."""
        return self.tally.form

    def value(self, key: str) -> Value | None:
        """The value of one tie-breaker; None if the scheme does not use it."""
        return next((value for value in self.values if value.key == key), None)


def rank_teams(
    teams: Collection[Key],
    results: Iterable[Result],
    *,
    scheme: Scheme | None = None,
    coin_tosses: Mapping[Key, int] | None = None,
    adjustments: Iterable[Adjustment] = (),
    only: Collection[Key] | None = None,
) -> tuple[Row, ...]:
    """The table of ``teams`` after ``results``, best first; after two teams with rank 1 comes rank 3.

    ``coin_tosses`` has the drawn lot of each team that has one, the highest first. All ``adjustments`` count, in any
    round. ``only`` ranks some of the teams among themselves, by all of their results. Level rows are in the order of
    their keys. Raises ValueError if results and teams do not match (see ``open_book``).
    """
    scheme = scheme or Scheme()
    book = open_book(teams, results, points=scheme.points, coin_tosses=coin_tosses, adjustments=adjustments)
    return rank_book(book, scheme, only)


def rank_book(book: Book, scheme: Scheme, only: Collection[Key] | None = None) -> tuple[Row, ...]:
    """The table of an open book, as by ``rank_teams``; its results must be counted with the points of the scheme."""
    asked: dict[tuple[Key, str], int | None] = {}
    return tuple(
        Row(rank=rank, level=level, tally=book.tallies[team], values=_values(team, scheme, book, asked), why=why)
        for (team, rank, level), why in _order(book, scheme, only, asked)
    )


class Place(NamedTuple):
    """Where a team stands; ``rank`` and ``level`` as in its ``Row``."""

    team: Key
    rank: int | None
    level: bool


def places_in(book: Book, scheme: Scheme) -> list[Place]:
    """The order of ``rank_book`` alone, which takes half as long."""
    return [place for place, _why in _order(book, scheme, None, {})]


def _order(
    book: Book, scheme: Scheme, only: Collection[Key] | None, asked: dict[tuple[Key, str], int | None]
) -> Iterator[tuple[Place, Decision | None]]:
    in_order = sorted(book.tallies if only is None else only)
    idle = [] if scheme.idle_teams_ranked else [team for team in in_order if not book.tallies[team].log]
    ranked = [team for team in in_order if team not in idle] if idle else in_order
    rank = 1
    for group, why in _groups(tuple(ranked), scheme.tie_breakers, book, asked):
        for place, team in enumerate(group):
            yield Place(team, rank, len(group) > 1), None if place else why
        rank += len(group)
    for team in idle:
        yield Place(team, None, False), None


def _groups(
    group: tuple[Key, ...], keys: tuple[str, ...], book: Book, asked: dict[tuple[Key, str], int | None]
) -> Iterator[tuple[tuple[Key, ...], Decision | None]]:
    """Groups of teams that stay level, best first, each with what separated it from the group before it.

    Notes in ``asked`` the value of each (team, tie-breaker) that was needed.
    """
    if not group:
        return
    if len(group) == 1 or not keys:
        yield group, None
        return
    key = keys[0]
    above: int | None = None
    for place, tier in enumerate(tie_breaker_of(key).split(group, book)):
        for team in tier.teams:
            asked[team, key] = tier.value
        why = Decision(key=key, above=above, own=tier.value) if place else None
        for subgroup, reason in _groups(tier.teams, keys[1:], book, asked):
            yield subgroup, reason or why
            why = None
        above = tier.value


def _values(team: Key, scheme: Scheme, book: Book, asked: Mapping[tuple[Key, str], int | None]) -> tuple[Value, ...]:
    return tuple(
        Value(key=key, amount=asked[team, key], asked=True)
        if (team, key) in asked
        else Value(key=key, amount=tie_breaker_of(key).measure(team, book), asked=False)
        for key in scheme.tie_breakers
    )
