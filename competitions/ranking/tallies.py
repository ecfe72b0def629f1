"""The totals of a competition's matches, team by team: the figures of every league table.

Pure: no database, no clock. It makes a ``Book`` from results or accounts.
``competitions.ranking.tables`` ranks, with the tie-breakers of ``competitions.ranking.tie_breakers``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from competitions.ranking.accounts import NEVER, Account, Accounts, Entry, Met, add_results, new_accounts
from competitions.ranking.points import ADJUSTMENT, TERMS, Adjustment, Key, Outcome, Points, Result, Side, Term

__all__ = ["Adjustment", "Book", "Key", "Outcome", "Points", "Result", "Side", "Sum", "Tally", "book_of", "open_book"]


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
    difference. ``bonuses`` is how many were reached (``Points.reached``). ``points`` is the sum of ``sums``;
    ``adjusted`` is the part added or removed by a commissioner. ``team_value`` is the last one known, in gp. ``log``
    has the results in order, ``met`` what was played against each opponent, as ``competitions.ranking.accounts`` keeps
    them.
    """

    team: Key
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
    conceded: int
    bonuses: int
    points: int
    adjusted: int
    sums: tuple[Sum, ...]
    team_value: int | None
    log: Sequence[Entry]
    met: Mapping[Key, Met]

    @property
    def form(self) -> str:
        """One letter a result, in order: W D L, B for a bye or walkover, F for a forfeit, C for a concession."""
        return "".join([letter for _order, _round, _key, letter, _points, _value in self.log])


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """Everything that tie-breakers use."""

    tallies: Mapping[Key, Tally]
    coin_tosses: Mapping[Key, int]

    def beat(self, team: Key, other: Key) -> bool:
        """Whether ``team`` won more of the matches played between the two than ``other``."""
        return self.met(team, other)[1] > self.met(other, team)[1]

    def met(self, team: Key, other: Key) -> Met:
        """The matches that ``team`` played against ``other``."""
        return self.tallies[team].met.get(other, NEVER)


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
    accounts = new_accounts(teams)
    add_results(accounts, results, points)
    return book_of(accounts, coin_tosses=coin_tosses, adjustments=adjustments)


def book_of(
    accounts: Accounts, *, coin_tosses: Mapping[Key, int] | None = None, adjustments: Iterable[Adjustment] = ()
) -> Book:
    """The totals of these accounts with lots and adjustments.

    Raises ValueError for a lot or an adjustment of a team without an account.
    """
    tosses = dict(coin_tosses or {})
    adjusted: dict[Key, Counter[int]] = {}
    for adjustment in adjustments:
        if adjustment.team not in accounts:
            raise ValueError(f"an adjustment names team {adjustment.team}, which is not in this table")
        adjusted.setdefault(adjustment.team, Counter())[adjustment.points] += 1
    for team in tosses:
        if team not in accounts:
            raise ValueError(f"a coin toss names team {team}, which is not in this table")
    tallies = {team: _tally(team, account, adjusted.get(team, NOTHING)) for team, account in accounts.items()}
    return Book(tallies=tallies, coin_tosses=tosses)


NOTHING: Mapping[int, int] = MappingProxyType({})


def _tally(team: Key, account: Account, adjusted: Mapping[int, int]) -> Tally:
    known: Tally | None = account.total
    if adjusted or known is None or known.team != team:
        known = _added_up(team, account, adjusted)
        account.total = None if adjusted else known
    return known


def _added_up(team: Key, account: Account, adjusted: Mapping[int, int]) -> Tally:
    sums = _sums(account.terms, adjusted)
    scored, against = account.score_for, account.score_against
    casualties, suffered = account.casualties_for, account.casualties_against
    return Tally(
        team=team,
        played=account.won + account.drawn + account.lost,
        won=account.won,
        drawn=account.drawn,
        lost=account.lost,
        walkovers=account.walkovers,
        forfeits=account.forfeits,
        score_for=scored,
        score_against=against,
        score_difference=scored - against + account.score_extra,
        casualties_for=casualties,
        casualties_against=suffered,
        casualty_difference=casualties - suffered + account.casualty_extra,
        conceded=account.conceded,
        bonuses=account.bonuses,
        points=sum([each.times * each.each for each in sums]),
        adjusted=sum([points * times for points, times in adjusted.items()]),
        sums=sums,
        team_value=next((entry[-1] for entry in reversed(account.log) if entry[-1] is not None), None),
        log=account.log,
        met=account.met,
    )


_PLACES = {key: place for place, key in enumerate(TERMS)}


def _sums(terms: Mapping[Term, int], adjusted: Mapping[int, int]) -> tuple[Sum, ...]:
    """Every term of a team's points, equal ones together, including those of 0 points."""
    sums = [(_PLACES[term.key], -term.points, Sum(term.key, times, term.points)) for term, times in terms.items()]
    sums += [(_PLACES[ADJUSTMENT], -each, Sum(ADJUSTMENT, times, each)) for each, times in adjusted.items()]
    sums.sort()
    return tuple([each for _place, _points, each in sums])
