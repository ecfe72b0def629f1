"""Reads the results that count in a competition's table, with four queries for any number of competitions.

A match counts once it is confirmed. If it was not played, the outcome of its fixture counts. A bye counts as soon as
a match of its round, or of a later one, is played. Void matches never count.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.names import key_of
from competitions.models import VOID, Adjustment, Competition, Entrant, Fixture, Withdrawal
from competitions.ranking.tables import Outcome, Points, Result, Row, Scheme, Side, rank_teams
from competitions.ranking.tallies import Adjustment as Adjusted
from matches.models import Match, MatchSide

Sides = Mapping[tuple[int, int], Side]
"""What a team did in a match, by (match, team)."""


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What a competition's table is made from."""

    teams: list[int] = field(default_factory=list)
    coin_tosses: dict[int, int] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    adjustments: list[Adjusted] = field(default_factory=list)
    conferences: dict[int, str] = field(default_factory=dict)

    def ranked(self, scheme: Scheme, only: Collection[int] | None = None) -> tuple[Row, ...]:
        """The table of all teams, or of ``only`` some of them."""
        return rank_teams(
            self.teams,
            self.results,
            scheme=scheme,
            coin_tosses=self.coin_tosses,
            adjustments=self.adjustments,
            only=only,
        )

    def by_conference(self) -> list[tuple[str, list[int]]]:
        """The teams of each conference by its name, in alphabetical order; teams without one come last.

        Empty if there are no conferences.
        """
        found: dict[str, list[int]] = defaultdict(list)
        for team in self.teams:
            found[self.conferences.get(team, "")].append(team)
        return sorted(found.items(), key=lambda item: (not item[0], key_of(item[0]))) if any(found) else []

    def after(self, number: int) -> Gathered:
        """The same, up to a round."""
        return Gathered(
            teams=self.teams,
            coin_tosses=self.coin_tosses,
            results=[result for result in self.results if result.round <= number],
            adjustments=[each for each in self.adjustments if each.round <= number],
            conferences=self.conferences,
        )

    def without(self, team: int) -> Gathered:
        """The same, as if a team had never entered."""
        return Gathered(
            teams=[each for each in self.teams if each != team],
            coin_tosses={each: toss for each, toss in self.coin_tosses.items() if each != team},
            results=[result for result in self.results if not _is_of(result, team)],
            adjustments=[each for each in self.adjustments if each.team != team],
            conferences=self.conferences,
        )


def scheme_of(competition: Competition) -> Scheme:
    """How a competition ranks. In imported records, a team without results has no rank."""
    return Scheme(
        points=Points(**competition.points),
        tie_breakers=tuple(competition.tie_breakers),
        idle_teams_ranked=not competition.recorded,
    )


def gather(competitions: Collection[int]) -> dict[int, Gathered]:
    """Teams, lots, adjustments and results of these competitions (by id), in four queries.

    A team whose matches became void when it left (``Withdrawal.How.VOID``) is left out. For any other team that left,
    byes after its last match do not count.
    """
    found = {competition: Gathered() for competition in competitions}
    columns = ("competition", "team", "coin_toss", "conference", "withdrawal__how")
    left: dict[tuple[int, int], str] = {}
    for competition, team, toss, conference, how in Entrant.objects.filter(competition__in=found).values_list(*columns):
        found[competition].teams.append(team)
        if how:
            left[competition, team] = how
        if conference:
            found[competition].conferences[team] = conference
        if toss is not None:
            found[competition].coin_tosses[team] = toss
    adjustments = Adjustment.objects.filter(competition__in=found).order_by("pk")
    for competition, *adjustment in adjustments.values_list("competition", "team", "points", "round"):
        found[competition].adjustments.append(Adjusted(*adjustment))
    for each in found.values():
        teams = set(each.teams)
        each.adjustments = [adjustment for adjustment in each.adjustments if adjustment.team in teams]
    has_result = Q(match__state__in=Match.PLAYED) | ~Q(home_outcome__in=("", VOID))
    fixtures = _fixture_rows(Fixture.objects.filter(has_result, round__competition__in=found))
    sides = _sides(found)
    latest: dict[int, int] = defaultdict(lambda: -1)
    for row in fixtures:
        if row.state in _PLAYED and row.round > latest[row.competition]:
            latest[row.competition] = row.round
    for row in fixtures:
        result = _result(row, sides, latest[row.competition])
        if result is not None:
            found[row.competition].results.append(result)
    for (competition, team), how in left.items():
        found[competition] = _after_leaving(found[competition], team, how)
    return found


def _after_leaving(gathered: Gathered, team: int, how: str) -> Gathered:
    """What counts when a team has left: by ``how``, none of its matches, or all but the byes after its last match."""
    if how == Withdrawal.How.VOID:
        return gathered.without(team)
    last = max((each.round for each in gathered.results if each.away is not None and _is_of(each, team)), default=0)
    counted = [
        each for each in gathered.results if each.away is not None or each.round <= last or not _is_of(each, team)
    ]
    return replace(gathered, results=counted)


def _is_of(result: Result, team: int) -> bool:
    return any(side.team == team for side in result.sides)


class _FixtureRow(NamedTuple):
    """A fixture with a result."""

    id: int
    competition: int
    round: int
    order: int
    home: int
    away: int | None
    match: int | None
    state: str | None
    outcomes: tuple[str, str]
    counted: Mapping[str, Any]


_FIXTURE = (
    "id",
    "round__competition",
    "round__number",
    "order",
    "home",
    "away",
    "match",
    "match__state",
    "home_outcome",
    "away_outcome",
    "counted_text",
)
_PLAYED = frozenset(map(str, Match.PLAYED))


def _fixture_rows(fixtures: QuerySet[Fixture]) -> list[_FixtureRow]:
    """What is ``counted`` is read as text: hardly any fixture has anything in it."""
    rows = fixtures.order_by().annotate(counted_text=Cast("counted", TextField())).values_list(*_FIXTURE)
    return [
        _FixtureRow(*row, (home_outcome, away_outcome), {} if counted == "{}" else json.loads(counted))
        for *row, home_outcome, away_outcome, counted in rows
    ]


def _sides(competitions: Collection[int]) -> Sides:
    rows = MatchSide.objects.filter(
        match__fixture__round__competition__in=competitions, match__state__in=Match.PLAYED
    ).order_by()
    return _as_sides(rows)


_SIDE = ("match", "team", "result", "score", "casualties", "team_value")
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}


def _as_sides(rows: QuerySet[MatchSide]) -> Sides:
    return {
        (match, team): Side(
            team=team, outcome=_OUTCOMES[result], score=score, casualties=casualties, team_value=team_value
        )
        for match, team, result, score, casualties, team_value in rows.values_list(*_SIDE)
    }


def _result(row: _FixtureRow, sides: Sides, latest: int) -> Result | None:
    """The result of a fixture; None if it has none yet."""
    played = row.state in _PLAYED
    home: Side
    away: Side | None
    if played:
        assert row.match is not None and row.away is not None
        home, away = sides[row.match, row.home], sides[row.match, row.away]
        if row.counted:
            home, away = _as_counted(row, "home", home), _as_counted(row, "away", away)
    elif row.away is None:
        if row.outcomes[0] != Outcome.BYE or row.round > latest:
            return None
        home, away = _unplayed_side(row, "home", row.home, row.outcomes[0]), None
    elif all(row.outcomes):
        home = _unplayed_side(row, "home", row.home, row.outcomes[0])
        away = _unplayed_side(row, "away", row.away, row.outcomes[1])
    else:
        return None
    return Result(key=row.id, round=row.round, order=row.order, home=home, away=away, played=played)


def _as_counted(row: _FixtureRow, which: str, side: Side) -> Side:
    counted = row.counted.get(which)
    return replace(side, **{name: counted[name] for name in _COUNTED if name in counted}) if counted else side


def _unplayed_side(row: _FixtureRow, which: str, team: int, outcome: str) -> Side:
    counted = row.counted.get(which, {})
    return Side(
        team=team,
        outcome=Outcome(outcome),
        **{name: counted[name] for name in ("score", "casualties", *_COUNTED) if name in counted},
    )


_COUNTED = ("points", "touchdown_difference", "casualty_difference")
"""What ``Fixture.counted`` may hold for a side; if the match was not played, also its score and casualties."""


def outcomes_of(fixtures: Collection[Fixture]) -> dict[int, tuple[Outcome, Outcome, int, int]]:
    """How fixtures with a result ended: the outcomes and the scores of both sides, by fixture; two queries."""
    ids = [fixture.pk for fixture in fixtures]
    rows = _fixture_rows(Fixture.objects.filter(pk__in=ids, away__isnull=False))
    matches = [row.match for row in rows if row.state in _PLAYED]
    found = MatchSide.objects.filter(match__in=matches).order_by() if matches else MatchSide.objects.none()
    sides = _as_sides(found)
    results = {row.id: _result(row, sides, latest=0) for row in rows if row.outcomes[0] != VOID}
    return {
        pk: (each.home.outcome, each.away.outcome, each.home.score or 0, each.away.score or 0)
        for pk, each in results.items()
        if each is not None and each.away is not None
    }
