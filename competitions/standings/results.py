"""Reads the results that count in a competition's table, with four queries for any number of competitions.

A match counts once it is confirmed. If it was not played, the outcome of its fixture counts. A bye counts as soon as
a match of its round, or of a later one, is played. Void matches never count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q, QuerySet

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
    fixtures = list(Fixture.objects.filter(has_result, round__competition__in=found).order_by().values(*_FIXTURE))
    sides = _sides(found)
    latest: dict[int, int] = defaultdict(lambda: -1)
    for row in fixtures:
        if row["match__state"] in Match.PLAYED:
            latest[row["round__competition"]] = max(latest[row["round__competition"]], row["round__number"])
    for row in fixtures:
        result = _result(row, sides, latest[row["round__competition"]])
        if result is not None:
            found[row["round__competition"]].results.append(result)
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
    "counted",
)


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


def _result(row: dict[str, Any], sides: Sides, latest: int) -> Result | None:
    """The result of a fixture; None if it has none yet."""
    played = row["match__state"] in Match.PLAYED
    if played:
        home, away = (_played_side(row, which, sides) for which in ("home", "away"))
    elif row["away"] is None:
        if row["home_outcome"] != Outcome.BYE or row["round__number"] > latest:
            return None
        home, away = _unplayed_side(row, "home"), None
    elif row["home_outcome"] and row["away_outcome"]:
        home, away = _unplayed_side(row, "home"), _unplayed_side(row, "away")
    else:
        return None
    return Result(key=row["id"], round=row["round__number"], order=row["order"], home=home, away=away, played=played)


def _played_side(row: dict[str, Any], which: str, sides: Sides) -> Side:
    side = sides[row["match"], row[which]]
    counted = row["counted"].get(which)
    return replace(side, **{name: counted[name] for name in _COUNTED if name in counted}) if counted else side


def _unplayed_side(row: dict[str, Any], which: str) -> Side:
    counted = row["counted"].get(which, {})
    return Side(
        team=row[which],
        outcome=Outcome(row[f"{which}_outcome"]),
        **{name: counted[name] for name in ("score", "casualties", *_COUNTED) if name in counted},
    )


_COUNTED = ("points", "touchdown_difference", "casualty_difference")
"""What ``Fixture.counted`` may hold for a side; if the match was not played, also its score and casualties."""


def outcomes_of(fixtures: Collection[Fixture]) -> dict[int, tuple[Outcome, Outcome, int, int]]:
    """How fixtures with a result ended: the outcomes and the scores of both sides, by fixture; two queries."""
    ids = [fixture.pk for fixture in fixtures]
    rows = list(Fixture.objects.filter(pk__in=ids, away__isnull=False).order_by().values(*_FIXTURE))
    matches = [row["match"] for row in rows if row["match__state"] in Match.PLAYED]
    found = MatchSide.objects.filter(match__in=matches).order_by() if matches else MatchSide.objects.none()
    sides = _as_sides(found)
    results = {row["id"]: _result(row, sides, latest=0) for row in rows if row["home_outcome"] != VOID}
    return {
        pk: (each.home.outcome, each.away.outcome, each.home.score or 0, each.away.score or 0)
        for pk, each in results.items()
        if each is not None and each.away is not None
    }
