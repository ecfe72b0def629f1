"""The tie-breakers: each a tiny thing with a key, a name and an abbreviation. A league's order is a list of keys.

A tie-breaker splits a group of teams, level so far, into tiers, best first. Teams that it cannot tell apart stay in
one tier and go to the next tie-breaker; a tier that it split off is never put together again. A mini-league among the
tied (or any other) is one more entry of ``TIE_BREAKERS``: its ``split`` finds the matches in ``Book.results``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from competitions.tallies import Book, Key


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """Teams that a tie-breaker leaves level, and the value they share; None where it could not decide."""

    teams: tuple[Key, ...]
    value: int | None


Measure = Callable[[Key, Book], int | None]
Split = Callable[[Sequence[Key], Book], tuple[Tier, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreaker:
    """``key`` is what is stored; ``measure`` the figure a team has by itself (None: it has one only in a group)."""

    key: str
    name: str
    abbreviation: str
    measure: Measure
    split: Split


def _figure(key: str, name: str, abbreviation: str, field: str) -> TieBreaker:
    """A tie-breaker on one field of the tally, the higher the better."""

    def measure(team: Key, book: Book) -> int:
        return int(getattr(book.tallies[team], field))

    def split(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
        return _by_value(group, {team: measure(team, book) for team in group})

    return TieBreaker(key=key, name=name, abbreviation=abbreviation, measure=measure, split=split)


def _by_value(group: Sequence[Key], values: dict[Key, int]) -> tuple[Tier, ...]:
    best_first = sorted(group, key=lambda team: -values[team])
    return tuple(Tier(teams=tuple(teams), value=value) for value, teams in groupby(best_first, key=values.__getitem__))


def sweep(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
    """Head-to-head by sweep: who beat all the others goes first, who lost to all goes last, and so on with the rest.

    Only matches really played count; against a team met more than once, more wins than losses is a win. A value is the
    place among the tied; those left over share a tier without one.
    """
    rest = list(group)
    top: list[Tier] = []
    bottom: list[Tier] = []
    while len(rest) > 1:
        winner = _sweeper(rest, book.beat)
        loser = _sweeper(rest, lambda team, other: book.beat(other, team))
        if winner is not None:
            rest.remove(winner)
            top.append(Tier(teams=(winner,), value=len(top) + 1))
        if loser is not None:
            rest.remove(loser)
            bottom.append(Tier(teams=(loser,), value=len(group) - len(bottom)))
        if winner is None and loser is None:
            break
    alone = len(rest) == 1
    middle = (Tier(teams=tuple(rest), value=len(top) + 1 if alone else None),) if rest else ()
    return (*top, *middle, *reversed(bottom))


def _sweeper(teams: list[Key], beat: Callable[[Key, Key], bool]) -> Key | None:
    """The team for which ``beat`` holds against every other; there is at most one."""
    champion = teams[0]
    for other in teams[1:]:
        if not beat(champion, other):
            champion = other
    return champion if all(beat(champion, other) for other in teams if other != champion) else None


def _no_figure(team: Key, book: Book) -> None:
    return None


def _toss_measure(team: Key, book: Book) -> int | None:
    return book.coin_tosses.get(team)


def _toss_split(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
    """Higher before lower; nothing is decided until every team of the group has its toss recorded."""
    tosses = {team: book.coin_tosses[team] for team in group if team in book.coin_tosses}
    if len(tosses) < len(group):
        return (Tier(teams=tuple(group), value=None),)
    return _by_value(group, tosses)


TIE_BREAKERS: dict[str, TieBreaker] = {
    tie_breaker.key: tie_breaker
    for tie_breaker in (
        _figure("points", "Points", "Pts", "points"),
        TieBreaker(key="head_to_head", name="Head-to-head", abbreviation="H2H", measure=_no_figure, split=sweep),
        _figure("touchdown_difference", "Touchdown difference", "TD±", "touchdown_difference"),
        _figure("touchdowns", "Touchdowns", "TD", "touchdowns_for"),
        _figure("casualty_difference", "Casualty difference", "Cas±", "casualty_difference"),
        _figure("casualties", "Casualties", "Cas", "casualties_for"),
        _figure("wins", "Wins", "W", "won"),
        TieBreaker(key="coin_toss", name="Coin toss", abbreviation="Toss", measure=_toss_measure, split=_toss_split),
    )
}
