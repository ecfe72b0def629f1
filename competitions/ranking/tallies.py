"""The totals of a competition's matches, team by team: the figures of every league table.

Pure: no database, no clock. It makes a ``Book`` from results. ``competitions.ranking.tables`` ranks, with the
tie-breakers of ``competitions.ranking.tie_breakers``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from competitions.ranking.points import ADJUSTMENT, TERMS, Adjustment, Key, Outcome, Part, Points, Result, Side, Term

__all__ = ["Adjustment", "Book", "Key", "Outcome", "Points", "Result", "Side", "Sum", "Tally", "open_book"]


class Sum(NamedTuple):
    """A term of a team's points (see ``points.Term``): how often it was earned, and its points each time."""

    key: str
    times: int
    each: int

    @property
    def points(self) -> int:
        """The points of all."""
        return self.times * self.each


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The totals of a team's results.

    ``played`` is ``won + drawn + lost`` and counts matches that were played (a concession is a loss); ``walkovers``
    (with byes) and ``forfeits`` count the rest. A difference is for minus against, plus results that give only a
    difference. ``points`` is the sum of ``sums``; ``adjusted`` is the part added or removed by a commissioner.
    ``team_value`` is the last one known, in gp. ``parts`` are the results as the team sees them, and ``earned``
    the points of each.
    """

    team: Key
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
    conceded: int
    points: int
    adjusted: int
    sums: tuple[Sum, ...]
    team_value: int | None
    results: tuple[Result, ...]
    parts: tuple[Part, ...]
    earned: tuple[int, ...]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each result ended for this team, in order."""
        return tuple(part.own.outcome for part in self.parts)

    @property
    def form(self) -> str:
        """One letter a result, in order: W D L, B for a bye or walkover, F for a forfeit, C for a concession."""
        return "".join(outcome.letter for outcome in self.outcomes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """Everything that tie-breakers use.

    ``wins`` counts, for each pair (winner, loser), the matches played that the first won against the second.
    """

    tallies: Mapping[Key, Tally]
    results: tuple[Result, ...]
    points: Points
    wins: Mapping[tuple[Key, Key], int]
    coin_tosses: Mapping[Key, int]

    def beat(self, team: Key, other: Key) -> bool:
        """Whether ``team`` won more of the matches between the two than ``other``."""
        return self.wins.get((team, other), 0) > self.wins.get((other, team), 0)


def open_book(
    teams: Collection[Key],
    results: Iterable[Result],
    *,
    points: Points,
    coin_tosses: Mapping[Key, int] | None = None,
    adjustments: Iterable[Adjustment] = (),
) -> Book:
    """Add up ``results`` and ``adjustments`` for each of ``teams``, including those that have none.

    Raises ValueError for a team given twice, a result given twice, a team that is not one of ``teams`` or plays itself.
    """
    tosses = dict(coin_tosses or {})
    adjusted: dict[Key, Counter[int]] = {team: Counter() for team in teams}
    for adjustment in adjustments:
        if adjustment.team not in adjusted:
            raise ValueError(f"an adjustment names team {adjustment.team}, which is not in this table")
        adjusted[adjustment.team][adjustment.points] += 1
    in_order = tuple(sorted(results, key=lambda result: (result.order, result.round, result.key)))
    _refuse_nonsense(teams, in_order, tosses)
    own: dict[Key, list[Result]] = {team: [] for team in teams}
    wins: Counter[tuple[Key, Key]] = Counter()
    for result in in_order:
        home, away = result.home, result.away
        own[home.team].append(result)
        if away is None:
            continue
        own[away.team].append(result)
        if result.played and home.outcome.sign > 0 > away.outcome.sign:
            wins[home.team, away.team] += 1
        elif result.played and away.outcome.sign > 0 > home.outcome.sign:
            wins[away.team, home.team] += 1
    tallies = {team: _tally(team, tuple(matches), points, adjusted[team]) for team, matches in own.items()}
    return Book(tallies=tallies, results=in_order, points=points, wins=wins, coin_tosses=tosses)


def _refuse_nonsense(teams: Collection[Key], results: tuple[Result, ...], tosses: Mapping[Key, int]) -> None:
    known = set(teams)
    if len(known) != len(teams):
        raise ValueError(f"a team is given twice: {_repeated(teams)}")
    keys = [result.key for result in results]
    if len(set(keys)) != len(keys):
        raise ValueError(f"a result is given twice: {_repeated(keys)}")
    for result in results:
        for side in result.sides:
            if side.team not in known:
                raise ValueError(f"result {result.key} names team {side.team}, which is not in this table")
        if result.away is not None and result.home.team == result.away.team:
            raise ValueError(f"in result {result.key} team {result.home.team} plays itself")
    for team in tosses:
        if team not in known:
            raise ValueError(f"a coin toss names team {team}, which is not in this table")


def _repeated(keys: Iterable[Key]) -> str:
    return ", ".join(str(key) for key, times in Counter(keys).items() if times > 1)


def _tally(team: Key, results: tuple[Result, ...], points: Points, adjusted: Counter[int]) -> Tally:
    parts = tuple(result.part_of(team) for result in results)
    terms = [points.terms(*part) for part in parts]
    played = Counter(part.own.outcome.sign for part in parts if part.played)
    without_play = Counter(part.own.outcome.sign for part in parts if not part.played)
    touchdowns, against, touchdown_difference = _sum(parts, _SCORE, _TOUCHDOWN_DIFFERENCE)
    casualties, suffered, casualty_difference = _sum(parts, _CASUALTIES, _CASUALTY_DIFFERENCE)
    sums = _sums(terms, adjusted)
    values = [part.own.team_value for part in parts if part.own.team_value is not None]
    return Tally(
        team=team,
        played=played.total(),
        won=played[1],
        drawn=played[0],
        lost=played[-1],
        walkovers=without_play[1],
        forfeits=without_play[-1],
        touchdowns_for=touchdowns,
        touchdowns_against=against,
        touchdown_difference=touchdown_difference,
        casualties_for=casualties,
        casualties_against=suffered,
        casualty_difference=casualty_difference,
        conceded=sum(part.own.outcome is Outcome.CONCEDED for part in parts),
        points=sum(each.points for each in sums),
        adjusted=sum(each.points for each in sums if each.key == ADJUSTMENT),
        sums=sums,
        team_value=values[-1] if values else None,
        results=results,
        parts=parts,
        earned=tuple(sum(term.points for term in each) for each in terms),
    )


_PLACES = {key: place for place, key in enumerate(TERMS)}


def _sums(terms: Iterable[Iterable[Term]], adjusted: Counter[int]) -> tuple[Sum, ...]:
    """Every term of a team's points, equal ones together, including those of 0 points."""
    counted = Counter(chain.from_iterable(terms))
    sums = [Sum(term.key, times, term.points) for term, times in counted.items()]
    sums += [Sum(ADJUSTMENT, times, each) for each, times in adjusted.items()]
    return tuple(sorted(sums, key=lambda each: (_PLACES[each.key], -each.each)))


_SCORE, _TOUCHDOWN_DIFFERENCE = attrgetter("score"), attrgetter("touchdown_difference")
_CASUALTIES, _CASUALTY_DIFFERENCE = attrgetter("casualties"), attrgetter("casualty_difference")


def _sum(
    parts: Iterable[Part], amount: Callable[[Side], int], fixed: Callable[[Side], int | None]
) -> tuple[int, int, int]:
    """The totals for and against, and the difference; a given difference counts only in the difference."""
    done = suffered = extra = 0
    for own, other, _played in parts:
        difference = fixed(own)
        if difference is not None:
            extra += difference
        else:
            done += amount(own)
            suffered += amount(other) if other is not None else 0
    return done, suffered, done - suffered + extra
