"""What a competition's matches add up to, team by team: the figures under every league table.

Pure: no database, no clock. Results come in, a ``Book`` goes out. Nothing here knows a rank; ``competitions.tables``
ranks, by the tie-breakers of ``competitions.tie_breakers``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

Key = int | str
"""What a team or a match is known by. All keys of one table are of one type, so that they can be put in order."""


class Outcome(StrEnum):
    """How a match ended for one side. The value is what is stored.

    ``letter`` stands in a row's form; a bye and a walkover share theirs. ``sign`` is 1 where the outcome is in the
    side's favour, 0 for a draw, -1 against it.
    """

    letter: str
    sign: int

    WIN = "win", "W", 1
    DRAW = "draw", "D", 0
    LOSS = "loss", "L", -1
    BYE = "bye", "B", 1
    WALKOVER = "walkover", "B", 1
    FORFEIT = "forfeit", "F", -1
    CONCEDED = "conceded", "C", -1

    def __new__(cls, value: str, letter: str, sign: int) -> Outcome:
        """A member that is its stored value and carries its letter and sign."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.letter = letter
        member.sign = sign
        return member


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Table points for each outcome."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    walkover: int = 3
    forfeit: int = 0
    conceded: int = 0

    def of(self, side: Side) -> int:
        """The points that ``side`` gets: those fixed for it, otherwise those of its outcome."""
        if side.points is not None:
            return side.points
        return int(getattr(self, side.outcome))


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One team's part in a result.

    ``points`` fixes the points whatever the scheme says. ``touchdown_difference`` and ``casualty_difference``, where
    given, count in place of the score and the casualties (a walkover recorded as 2-0 that a league counts as level).
    """

    team: Key
    outcome: Outcome
    score: int = 0
    casualties: int = 0
    points: int | None = None
    touchdown_difference: int | None = None
    casualty_difference: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One match, or one place in the fixture list, that counts in the table; ``away`` is None for a bye.

    ``played`` says whether it really took place. A team's results stand in the order of ``order``, then ``round``, then
    ``key``: leave ``order`` alone where rounds are played one after another.
    """

    key: Key
    round: int
    home: Side
    away: Side | None = None
    played: bool = True
    order: int = 0

    @property
    def sides(self) -> tuple[Side, ...]:
        """The home side, and the away side where there is one."""
        return (self.home,) if self.away is None else (self.home, self.away)

    def side_of(self, team: Key) -> Side:
        """The side that ``team`` is; KeyError where it is neither."""
        for side in self.sides:
            if side.team == team:
                return side
        raise KeyError(team)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What a team's results add up to.

    ``played`` is ``won + drawn + lost`` and counts matches really played (a concession is a loss); ``walkovers`` (byes
    among them) and ``forfeits`` count the rest. A difference is for minus against, plus what was counted by a
    difference alone.
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
    points: int
    results: tuple[Result, ...]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each result ended for this team, in order."""
        return tuple(result.side_of(self.team).outcome for result in self.results)

    @property
    def form(self) -> str:
        """One letter a result, in order: W D L, B for a bye or walkover, F for a forfeit, C for a concession."""
        return "".join(outcome.letter for outcome in self.outcomes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """Everything that a tie-breaker may look at.

    ``wins`` counts, for each pair (winner, loser), the matches really played that the one won against the other.
    """

    tallies: Mapping[Key, Tally]
    results: tuple[Result, ...]
    points: Points
    wins: Mapping[tuple[Key, Key], int]
    coin_tosses: Mapping[Key, int]

    def beat(self, team: Key, other: Key) -> bool:
        """Whether ``team`` won more of their matches really played than ``other`` did."""
        return self.wins.get((team, other), 0) > self.wins.get((other, team), 0)


def open_book(
    teams: Collection[Key], results: Iterable[Result], *, points: Points, coin_tosses: Mapping[Key, int] | None = None
) -> Book:
    """Add up ``results`` for each of ``teams``, one that has none included.

    Raises ValueError for a team given twice, a result given twice, a team that is not one of ``teams`` or plays itself.
    """
    tosses = dict(coin_tosses or {})
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
    tallies = {team: _tally(team, tuple(matches), points) for team, matches in own.items()}
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


Part = tuple[Side, Side | None, bool]
"""A team's own side, the other one, and whether they played."""


def _tally(team: Key, results: tuple[Result, ...], points: Points) -> Tally:
    parts = [_part(team, result) for result in results]
    played = Counter(own.outcome.sign for own, _, really in parts if really)
    without_play = Counter(own.outcome.sign for own, _, really in parts if not really)
    touchdowns, against, touchdown_difference = _sum(parts, _SCORE, _TOUCHDOWN_DIFFERENCE)
    casualties, suffered, casualty_difference = _sum(parts, _CASUALTIES, _CASUALTY_DIFFERENCE)
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
        points=sum(points.of(own) for own, _, _ in parts),
        results=results,
    )


def _part(team: Key, result: Result) -> Part:
    if result.home.team == team:
        return result.home, result.away, result.played
    assert result.away is not None
    return result.away, result.home, result.played


_SCORE, _TOUCHDOWN_DIFFERENCE = attrgetter("score"), attrgetter("touchdown_difference")
_CASUALTIES, _CASUALTY_DIFFERENCE = attrgetter("casualties"), attrgetter("casualty_difference")


def _sum(parts: list[Part], amount: Callable[[Side], int], fixed: Callable[[Side], int | None]) -> tuple[int, int, int]:
    """What was done, what was suffered, and the difference; a fixed difference counts in the difference alone."""
    done = suffered = extra = 0
    for own, other, _ in parts:
        difference = fixed(own)
        if difference is not None:
            extra += difference
        else:
            done += amount(own)
            suffered += amount(other) if other is not None else 0
    return done, suffered, done - suffered + extra
