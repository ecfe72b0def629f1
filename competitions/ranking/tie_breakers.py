"""The tie-breakers: each a tiny thing with a key, a name and an abbreviation. A league's order is a list of keys.

A tie-breaker splits a group of teams, level so far, into tiers, best first. Teams that it cannot tell apart stay in
one tier and go to the next tie-breaker; a tier that it split off is never put together again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import attrgetter

from competitions.ranking.points import Part
from competitions.ranking.tallies import Book, Key


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


def _figure(key: str, name: str, abbreviation: str, field: str, *, fewest: bool = False) -> TieBreaker:
    """A tie-breaker on one field of the tally, the higher the better; with ``fewest`` the lower."""
    of_tally = attrgetter(field)

    def measure(team: Key, book: Book) -> int | None:
        amount: int | None = of_tally(book.tallies[team])
        return amount

    return _measured(key, name, abbreviation, measure, fewest=fewest)


def _measured(key: str, name: str, abbreviation: str, measure: Measure, *, fewest: bool = False) -> TieBreaker:
    """A tie-breaker on what each team has by itself; nothing is decided where one of a group has no figure."""

    def split(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
        amounts = {team: amount for team in group if (amount := measure(team, book)) is not None}
        if len(amounts) < len(group):
            return _undecided(group)
        return _by_value(group, amounts, fewest=fewest)

    return TieBreaker(key=key, name=name, abbreviation=abbreviation, measure=measure, split=split)


def _undecided(group: Sequence[Key]) -> tuple[Tier, ...]:
    return (Tier(teams=tuple(group), value=None),)


def _by_value(group: Sequence[Key], values: dict[Key, int], *, fewest: bool = False) -> tuple[Tier, ...]:
    best_first = sorted(group, key=values.__getitem__, reverse=not fewest)
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


def mini_league(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
    """Head-to-head as a league of the tied alone: the points that they took in their matches with each other."""

    def points(part: Part) -> int:
        return book.points.of(*part)

    return _among(group, book, points)


def mini_league_difference(group: Sequence[Key], book: Book) -> tuple[Tier, ...]:
    """The touchdown difference in the matches of the tied with each other, as it stands in the reports."""

    def difference(part: Part) -> int:
        return part.own.score - (part.other.score if part.other else 0)

    return _among(group, book, difference)


def _among(group: Sequence[Key], book: Book, amount: Callable[[Part], int]) -> tuple[Tier, ...]:
    """The group by what ``amount`` makes of its matches really played with each other.

    Nothing is decided unless each two of them have met, and all equally often: who has met fewer of the others could
    not have earned as much.
    """
    among = {team: _met(team, group, book) for team in group}
    meetings = Counter(frozenset((team, _opponent(part))) for team in group for part in among[team])
    counts = {meetings[frozenset(pair)] for pair in combinations(group, 2)}
    if len(counts) != 1 or counts == {0}:
        return _undecided(group)
    return _by_value(group, {team: sum(map(amount, parts)) for team, parts in among.items()})


def _met(team: Key, group: Sequence[Key], book: Book) -> list[Part]:
    """The matches really played of a team against others of the group."""
    others = {other for other in group if other != team}
    parts = book.tallies[team].parts
    return [part for part in parts if part.played and part.other is not None and part.other.team in others]


def _opponent(part: Part) -> Key:
    assert part.other is not None
    return part.other.team


def _opponents_points(team: Key, book: Book) -> int:
    """Strength of schedule: the points of each opponent, once for every match really played against it.

    What a commissioner gave or took does not count: it says nothing of how hard the opponent was to beat.
    """
    parts = book.tallies[team].parts
    met = (book.tallies[part.other.team] for part in parts if part.played and part.other is not None)
    return sum(tally.points - tally.adjusted for tally in met)


RATIO_PARTS = 1_000_000
"""A win ratio is told in millionths: two that differ stay apart up to a thousand matches."""


def _win_ratio(team: Key, book: Book) -> int:
    """Matches won of those really played (L3, p39), in millionths; 0 where none was played."""
    tally = book.tallies[team]
    return (2 * tally.won * RATIO_PARTS + tally.played) // (2 * tally.played) if tally.played else 0


def _lot(team: Key, book: Book) -> int | None:
    return book.coin_tosses.get(team)


def _in_group(key: str, name: str, abbreviation: str, split: Split) -> TieBreaker:
    """A tie-breaker that looks at a group's own matches: nobody has a figure alone."""
    return TieBreaker(key=key, name=name, abbreviation=abbreviation, measure=_no_figure, split=split)


TIE_BREAKERS: dict[str, TieBreaker] = {
    tie_breaker.key: tie_breaker
    for tie_breaker in (
        _figure("points", "Points", "Pts", "points"),
        _in_group("head_to_head", "Head-to-head", "H2H", sweep),
        _in_group("mini_league", "Mini-league", "ML", mini_league),
        _in_group("mini_league_difference", "Mini-league touchdown difference", "ML±", mini_league_difference),
        _figure("touchdown_difference", "Touchdown difference", "TD±", "touchdown_difference"),
        _figure("touchdowns", "Touchdowns", "TD", "touchdowns_for"),
        _figure("casualty_difference", "Casualty difference", "Cas±", "casualty_difference"),
        _figure("casualties", "Casualties", "Cas", "casualties_for"),
        _figure("wins", "Wins", "W", "won"),
        _measured("win_ratio", "Win ratio", "W%", _win_ratio),
        _measured("opponents_points", "Opponents' points", "OP", _opponents_points),
        _figure("team_value", "Team value", "TV", "team_value"),
        _figure("concessions", "Fewest concessions", "Con", "conceded", fewest=True),
        _measured("coin_toss", "Drawn lot", "Lot", _lot),
    )
}
