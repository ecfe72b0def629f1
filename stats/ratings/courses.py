"""The ratings of all teams and coaches in a scope, match by match in the order of play. docs/ratings.md has the rules.

Points are whole tenths after each match, so that the changes of a course add up to its rating exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from stats.played.coaches import Coach
from stats.played.everything import PLAYED
from stats.played.kept import kept_figure
from stats.played.matches import PlayedMatch, PlayedSide
from stats.played.scope import Scope
from stats.ratings.elo import ELO
from stats.ratings.glicko import GLICKO
from stats.ratings.rating import DRAW, LOSS, WIN, Rating, System

SYSTEMS: Mapping[str, System] = {system.key: system for system in (ELO, GLICKO)}
TEAMS, COACHES = "teams", "coaches"
SHOOT_OUT = "shoot_out"
NOBODY = Coach(None)
Who = Any
"""A team's row id, or a `Coach`."""


class Place(NamedTuple):
    """Where a match stands: its public id and day, and its season, competition (row ids) and round."""

    match: str
    when: date | None
    season: int | None
    competition: int | None
    round: int | None


class Change(NamedTuple):
    """What one match did to a rating. All points are in tenths; ``played`` is the match's number in the order of play.

    ``team`` and ``other_team`` are the teams of the match; ``own`` and ``other`` the ratings before it, ``goals`` the
    score of both, None where the records do not have it. ``deviation`` is that after the match.
    """

    played: int
    who: Who
    team: int
    other_team: int
    goals: tuple[int | None, int | None]
    score: float
    expected: float
    weight: float
    own: int
    other: int
    change: int
    deviation: float

    @property
    def after(self) -> int:
        """The rating after the match."""
        return self.own + self.change

    @property
    def for_score(self) -> int:
        """The part of the change for what was scored."""
        return round(10 * self.weight * self.score)

    @property
    def for_expected(self) -> int:
        """The part, negative, for what was expected; both parts add up to the change."""
        return self.change - self.for_score


Courses = Mapping[Who, Sequence[Change]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """All courses of a scope by kind (teams, coaches) and by system, and the matches in their order of play."""

    matches: Sequence[Place]
    courses: Mapping[tuple[str, str], Courses]


def scores_of(match: PlayedMatch) -> tuple[float, float] | None:
    """What home and away scored; None for a match that says nothing about strength.

    That is one conceded before kick-off, and one that both lost. A shoot-out is by dice: the match was level.
    """
    home, away = match.sides
    if match.conceded_before_kick_off:
        return None
    if match.decided_by == SHOOT_OUT or (home.drawn and away.drawn):
        return DRAW, DRAW
    if home.won == away.won:
        return None
    return (WIN, LOSS) if home.won else (LOSS, WIN)


def _team(side: PlayedSide) -> int:
    return side.team


def _coach(side: PlayedSide) -> Coach | None:
    return side.coach if side.coach != NOBODY else None


WHO: Mapping[str, Callable[[PlayedSide], Hashable]] = {TEAMS: _team, COACHES: _coach}


def courses(matches: Iterable[PlayedMatch], kind: str, system: System) -> dict[Who, list[Change]]:
    """The course of everybody who played. Matches without a coach, or of a coach against themselves, rate no coach."""
    who, found = WHO[kind], dict[Who, list[Change]]()
    now: dict[Who, Rating] = {}
    seasons: dict[Who, int] = {}
    for number, match in enumerate(matches):
        scores, pair = scores_of(match), [who(side) for side in match.sides]
        if scores is None or None in pair or pair[0] == pair[1]:
            continue
        before = [_rested(each, match.season_number, now, seasons, system) for each in pair]
        for place, (own, other) in enumerate(match.pairs):
            step = system.step(before[place], before[1 - place], scores[place])
            tenths = round(10 * before[place].points)
            change = round(10 * step.weight * (scores[place] - step.expected))
            now[pair[place]] = step.after._replace(points=(tenths + change) / 10)
            found.setdefault(pair[place], []).append(
                Change(
                    played=number,
                    who=pair[1 - place],
                    team=own.team,
                    other_team=other.team,
                    goals=(own.score, other.score),
                    score=scores[place],
                    expected=step.expected,
                    weight=step.weight,
                    own=tenths,
                    other=round(10 * before[1 - place].points),
                    change=change,
                    deviation=step.after.deviation,
                )
            )
    return found


def _rested(who: Who, season: int | None, now: Mapping[Who, Rating], seasons: dict[Who, int], system: System) -> Rating:
    """The rating before a match, after a rest for each season in between in which they did not play."""
    rating = now.get(who, system.start)
    if season is not None:
        for _season in range(seasons.get(who, season) + 1, season):
            rating = system.rest(rating)
        seasons[who] = season
    return rating


def _gather(scope: Scope) -> Ratings:
    # The matches of friendlies too are what other pages keep; they rate nobody.
    matches = [each for each in PLAYED.of(replace(scope, friendlies=True)) if each.competition is not None]
    return Ratings(
        matches=tuple(Place(m.public_id, m.when, m.season, m.competition, m.round) for m in matches),
        courses={
            (kind, key): {who: tuple(changes) for who, changes in courses(matches, kind, system).items()}
            for kind in WHO
            for key, system in SYSTEMS.items()
        },
    )


RATINGS = kept_figure("ratings", _gather)
