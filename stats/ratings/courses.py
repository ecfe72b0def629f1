"""The ratings of all teams and coaches in a scope, match by match in the order of play. docs/ratings.md has the rules.

Teams and coaches have ratings by each system, and each of these is a figure of its own: a page shows one or two of the
four. Points are whole tenths after each match, so that the changes of a course add up to its rating exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from datetime import date
from operator import attrgetter
from typing import Any, NamedTuple

from stats.played.coaches import Coach
from stats.played.everything import PLAYED, settled_among
from stats.played.kept import Figure, kept_figure
from stats.played.matches import PlayedMatch, PlayedSide
from stats.played.scope import Scope
from stats.ratings.elo import ELO
from stats.ratings.glicko import GLICKO
from stats.ratings.rating import DRAW, LOSS, WIN, Rating, System

SYSTEMS: Mapping[str, System] = {system.key: system for system in (ELO, GLICKO)}
TEAMS, COACHES = "teams", "coaches"
SHOOT_OUT = "shoot_out"
NOBODY = Coach(None)
APART = 100
"""So many matches lie between two states that are kept: after a correction, ratings go on from the last one before."""
Who = Any
"""A team's row id, or a `Coach`."""


class Place(NamedTuple):
    """Where a match stands: its public id and day, its season, competition (row ids) and round, and its stage."""

    match: str
    when: date | None
    season: int | None
    competition: int | None
    round: int | None
    stage: str


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


State = tuple[Mapping[Who, Rating], Mapping[Who, int]]
"""The ratings of everybody at a moment, and the last season in which they played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """All courses of a scope by one system, of teams or coaches, and the matches in their order of play.

    ``states`` are those after so many of the first matches, from where later ratings go on.
    """

    matches: Sequence[Place]
    courses: Courses
    states: Mapping[int, State] = field(default_factory=dict)


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


class Run:
    """The courses of one kind by one system while the matches are gone through."""

    def __init__(self, kind: str, system: System, known: Courses | None = None, state: State | None = None) -> None:
        self._who, self._system = WHO[kind], system
        self._known = known or {}
        self.found: dict[Who, list[Change]] = {}
        now, seasons = state or ({}, {})
        self._now, self._seasons = dict(now), dict(seasons)

    @property
    def state(self) -> State:
        """Where everybody stands now."""
        return dict(self._now), dict(self._seasons)

    @property
    def courses(self) -> Courses:
        """What was known before, and what came since."""
        return {**self._known, **{who: (*self._known.get(who, ()), *more) for who, more in self.found.items()}}

    def take(self, number: int, match: PlayedMatch) -> None:
        """Go on by one match. One without a coach, or of a coach against themselves, rates no coach."""
        scores, pair = scores_of(match), [self._who(side) for side in match.sides]
        if scores is None or None in pair or pair[0] == pair[1]:
            return
        before = [_rested(each, match.season_number, self._now, self._seasons, self._system) for each in pair]
        for place, (own, other) in enumerate(match.pairs):
            step = self._system.step(before[place], before[1 - place], scores[place])
            tenths = round(10 * before[place].points)
            change = round(10 * step.weight * (scores[place] - step.expected))
            self._now[pair[place]] = step.after._replace(points=(tenths + change) / 10)
            self.found.setdefault(pair[place], []).append(
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


def courses(matches: Iterable[PlayedMatch], kind: str, system: System) -> dict[Who, list[Change]]:
    """The course of everybody who played."""
    run = Run(kind, system)
    for number, match in enumerate(matches):
        run.take(number, match)
    return run.found


def _rested(who: Who, season: int | None, now: Mapping[Who, Rating], seasons: dict[Who, int], system: System) -> Rating:
    """The rating before a match, after a rest for each season in between in which they did not play."""
    rating = now.get(who, system.start)
    if season is not None:
        for _season in range(seasons.get(who, season) + 1, season):
            rating = system.rest(rating)
        seasons[who] = season
    return rating


def _rated(scope: Scope) -> list[PlayedMatch]:
    # The matches of friendlies too are what other pages keep; they rate nobody.
    return [each for each in PLAYED.of(replace(scope, friendlies=True)) if each.competition is not None]


class Rated(NamedTuple):
    """Who is rated, teams or coaches, and by which system."""

    kind: str
    system: System

    def gather(self, scope: Scope) -> Ratings:
        """Their ratings, worked out from all matches."""
        return self._after(scope, _rated(scope), Ratings(matches=(), courses={}))

    def grow(self, scope: Scope, before: Ratings, new: AbstractSet[int], gone: AbstractSet[int]) -> Ratings:
        """Their ratings, worked out from the first match on that rates in another way than before."""
        matches, same, corrected = _rated(scope), 0, dict[int, PlayedMatch]()
        for place, match in zip(before.matches, matches, strict=False):
            if place.match != match.public_id:
                break
            if match.id in new or match.id in gone:
                if not self._rates_as_before(before, same, match):
                    break
                corrected[same] = match
            same += 1
        same = min(same, settled_among(scope, matches))
        first = max((number for number in before.states if number <= same), default=0)
        return self._after(scope, matches, self._corrected(before, corrected), first)

    def _rates_as_before(self, before: Ratings, number: int, match: PlayedMatch) -> bool:
        """Whether a corrected match rates the same people by the same result: most corrections change no result."""
        if before.matches[number].season != match.season:
            return False
        scores, pair, now = scores_of(match), [WHO[self.kind](side) for side in match.sides], {}
        if scores is not None and None not in pair and pair[0] != pair[1]:
            for place, (own, other) in enumerate(match.pairs):
                now[pair[place]] = pair[1 - place], own.team, other.team, scores[place]
        found = {each: _change_by(number, changes) for each, changes in before.courses.items()}
        return now == {
            rated: (each.who, each.team, each.other_team, each.score) for rated, each in found.items() if each
        }

    def _corrected(self, before: Ratings, matches: Mapping[int, PlayedMatch]) -> Ratings:
        """The same with what these matches say now, by their numbers in the order of play; they rate as before."""
        if not matches:
            return before
        found = dict(before.courses)
        for number, match in matches.items():
            goals = {own.team: (own.score, other.score) for own, other in match.pairs}
            for who in {WHO[self.kind](side) for side in match.sides} & found.keys():
                found[who] = tuple(
                    each._replace(goals=goals[each.team]) if each.played == number else each for each in found[who]
                )
        places = [
            _place(matches[number]) if number in matches else place for number, place in enumerate(before.matches)
        ]
        return replace(before, matches=tuple(places), courses=found)

    def _after(self, scope: Scope, matches: Sequence[PlayedMatch], before: Ratings, first: int = 0) -> Ratings:
        """The ratings after all these matches, of which the ``first`` ones are as they were before."""
        settled = settled_among(scope, matches)
        states = {number: state for number, state in before.states.items() if number <= first and number % APART == 0}
        stops = {settled, *range(first - first % APART, settled, APART)}
        known = {who: _until(first, changes) for who, changes in before.courses.items()} if first else {}
        state = before.states[first] if first else None
        run = Run(self.kind, self.system, {who: each for who, each in known.items() if each}, state)
        for number, match in enumerate((*matches[first:], None), first):
            if number in stops:
                states[number] = run.state
            if match is not None:
                run.take(number, match)
        return Ratings(
            matches=(*before.matches[:first], *(_place(match) for match in matches[first:])),
            courses=run.courses,
            states=states,
        )


def _change_by(number: int, changes: Sequence[Change]) -> Change | None:
    """The change that a match made, if it did."""
    place = bisect_left(changes, number, key=attrgetter("played"))
    return changes[place] if place < len(changes) and changes[place].played == number else None


def _place(match: PlayedMatch) -> Place:
    return Place(match.public_id, match.when, match.season, match.competition, match.round, match.stage)


def _until(number: int, changes: Sequence[Change]) -> Sequence[Change]:
    """The changes before a match."""
    return changes if not changes or changes[-1].played < number else changes[: _first_from(number, changes)]


def _first_from(number: int, changes: Sequence[Change]) -> int:
    return next(place for place, change in enumerate(changes) if change.played >= number)


def _figure(kind: str, system: System) -> Figure[Ratings]:
    rated = Rated(kind, system)
    return kept_figure(f"ratings of {kind} by {system.key}", rated.gather, grow=rated.grow, goes_back=True)


RATINGS = {(kind, key): _figure(kind, system) for kind in WHO for key, system in SYSTEMS.items()}
"""The ratings by kind and system."""


def ratings_of(scope: Scope, kind: str, system: str = ELO.key) -> Ratings:
    """The ratings of teams or coaches by a system."""
    return RATINGS[kind, system].of(scope)


def kind_of(who: Who) -> str:
    """Whether somebody is rated among teams or coaches."""
    return COACHES if isinstance(who, Coach) else TEAMS


def course_of(scope: Scope, who: Who, system: str = ELO.key) -> Sequence[Change]:
    """The course of somebody by a system; empty for who was never rated."""
    return ratings_of(scope, kind_of(who), system).courses.get(who, ())
