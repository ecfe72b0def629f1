"""Reads the results that count in competitions' tables, with three queries for any number of competitions.

A match counts once it is confirmed. If it was not played, the outcome of its fixture counts. A bye counts as soon as
a match of its round, or of a later one, is played. Void matches never count.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import F, FilteredRelation, Q, QuerySet, TextField
from django.db.models.functions import Cast

from accounts.names import key_of
from competitions.models import VOID, Adjustment, Competition, Entrant, Fixture, Withdrawal
from competitions.ranking.accounts import Accounts, add_results, new_accounts
from competitions.ranking.tables import Outcome, Points, Result, Row, Scheme, Side, rank_book
from competitions.ranking.tallies import Adjustment as Adjusted
from competitions.ranking.tallies import Book, book_of
from matches.models import Match
from web.prepared import Prepared


@dataclass(slots=True, kw_only=True)
class Gathered:
    """What a competition's table is made from."""

    teams: list[int] = field(default_factory=list)
    coin_tosses: dict[int, int] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    adjustments: list[Adjusted] = field(default_factory=list)
    conferences: dict[int, str] = field(default_factory=dict)

    def accounts(self, points: Points) -> Accounts:
        """What each team has from all results."""
        accounts = new_accounts(self.teams)
        add_results(accounts, self.results, points)
        return accounts

    def book(self, accounts: Accounts) -> Book:
        """The totals of the teams with lots and adjustments."""
        return book_of(accounts, coin_tosses=self.coin_tosses, adjustments=self.adjustments)

    def ranked(self, scheme: Scheme) -> tuple[Row, ...]:
        """The table of all teams."""
        return rank_book(self.book(self.accounts(scheme.points)), scheme)

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


def scheme_of(competition: Competition) -> Scheme:
    """How a competition ranks. In imported records, a team without results has no rank."""
    return Scheme(
        points=Points(**competition.points),
        tie_breakers=tuple(competition.tie_breakers),
        idle_teams_ranked=not competition.recorded,
    )


def gather(competitions: Collection[int]) -> dict[int, Gathered]:
    """Teams, lots, adjustments and results of these competitions (by id), in three queries.

    A team whose matches became void when it left (``Withdrawal.How.VOID``) is left out. For any other team that left,
    byes after its last match do not count.
    """
    entered = entries(competitions)
    fixtures = fixture_rows(with_result(competitions))
    latest: dict[int, int] = defaultdict(lambda: -1)
    for row in fixtures:
        if row.played is not None and row.round > latest[row.competition]:
            latest[row.competition] = row.round
    for row in fixtures:
        result = result_of(row, latest[row.competition])
        if result is not None:
            entered[row.competition].gathered.results.append(result)
    return {competition: _after_leaving(each) for competition, each in entered.items()}


@dataclass(slots=True, kw_only=True)
class Entered:
    """A competition without its results. ``void`` left with all their matches, ``left`` without them."""

    gathered: Gathered = field(default_factory=Gathered)
    void: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)


def entries(competitions: Collection[int]) -> dict[int, Entered]:
    """Teams, lots and adjustments of these competitions (by id), in two queries."""
    found = {competition: Entered() for competition in competitions}
    for competition, team, toss, conference, how in _entrants(list(found)):
        entered = found[competition]
        if how == Withdrawal.How.VOID:
            entered.void.add(team)
            continue
        if how:
            entered.left.add(team)
        entered.gathered.teams.append(team)
        if conference:
            entered.gathered.conferences[team] = conference
        if toss is not None:
            entered.gathered.coin_tosses[team] = toss
    for competition, team, points, number in _adjustments(list(found)):
        if team in found[competition].gathered.teams:
            found[competition].gathered.adjustments.append(Adjusted(team, points, number))
    return found


@Prepared
def _entrants(competitions: Collection[int]) -> QuerySet[Entrant, Any]:
    columns = ("competition", "team", "coin_toss", "conference", "withdrawal__how")
    return Entrant.objects.filter(competition__in=competitions).values_list(*columns)


@Prepared
def _adjustments(competitions: Collection[int]) -> QuerySet[Adjustment, Any]:
    rows = Adjustment.objects.filter(competition__in=competitions).order_by("pk")
    return rows.values_list("competition", "team", "points", "round")


def with_result(competitions: Collection[int]) -> QuerySet[Fixture]:
    """The fixtures of these competitions (by id) that have a result, or are byes."""
    has_result = Q(match__state__in=Match.PLAYED) | ~Q(home_outcome__in=("", VOID))
    return Fixture.objects.filter(has_result, round__competition__in=competitions).order_by()


def _after_leaving(entered: Entered) -> Gathered:
    """What counts when teams have left: nothing of ``void`` ones, of others all but the byes after their last match."""
    gathered, void = entered.gathered, entered.void
    results = [each for each in gathered.results if not (void and any(side.team in void for side in each.sides))]
    for team in entered.left:
        last = max((each.round for each in results if each.away is not None and is_of(each, team)), default=0)
        results = [each for each in results if each.away is not None or each.round <= last or not is_of(each, team)]
    gathered.results = results
    return gathered


def is_of(result: Result, team: int) -> bool:
    """Whether a team has a part in a result."""
    return any(side.team == team for side in result.sides)


class FixtureRow(NamedTuple):
    """A fixture with a result; ``played`` is what its teams did, None if it was not played.

    ``settled``: it is no bye, and no coach plays its post-match any more.
    """

    id: int
    competition: int
    round: int
    order: int
    home: int
    away: int | None
    outcomes: tuple[str, str]
    counted: Mapping[str, Any]
    played: tuple[Side, Side] | None
    settled: bool


_FIXTURE = ("id", "round__competition", "round__number", "order", "home", "away")
_DECIDED = ("match__state", "home_outcome", "away_outcome", "counted_text")
_SIDE = ("result", "score", "casualties", "team_value")
_PLAYED = frozenset(map(str, Match.PLAYED))
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}


def fixture_rows(fixtures: QuerySet[Fixture]) -> list[FixtureRow]:
    """The fixtures with the sides of their matches, in one query."""
    return as_rows(fixture_columns(fixtures))


def fixture_columns(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture, Any]:
    """What ``as_rows`` needs to know of the fixtures.

    What is ``counted`` is read as text: hardly any fixture has anything in it.
    """
    sides = {
        f"{team}_side": FilteredRelation("match__sides", condition=Q(match__sides__team=F(team)))
        for team in ("home", "away")
    }
    rows = fixtures.order_by().annotate(counted_text=Cast("counted", TextField()), **sides)
    return rows.values_list(*_FIXTURE, *_DECIDED, *(f"{side}__{column}" for side in sides for column in _SIDE))


def as_rows(columns: Iterable[Any]) -> list[FixtureRow]:
    """The fixtures of which these are the ``fixture_columns``."""
    found = []
    for (
        *fixture,
        state,
        home,
        away,
        counted,
        won,
        scored,
        hurt,
        worth,
        theirs,
        conceded,
        suffered,
        faced,
    ) in columns:
        played = None
        if state in _PLAYED:
            played = (
                Side(fixture[4], _OUTCOMES[won], scored, hurt, team_value=worth),
                Side(fixture[5], _OUTCOMES[theirs], conceded, suffered, team_value=faced),
            )
        settled = fixture[5] is not None and state != Match.State.POST_MATCH
        figures = {} if counted == "{}" else json.loads(counted)
        found.append(FixtureRow(*fixture, (home, away), figures, played, settled))
    return found


def result_of(row: FixtureRow, latest: int) -> Result | None:
    """The result of a fixture; None if it has none yet."""
    home: Side
    away: Side | None
    if row.played is not None:
        home, away = row.played
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
    return Result(row.id, row.round, home, away, row.played is not None, row.order)


def _as_counted(row: FixtureRow, which: str, side: Side) -> Side:
    counted = row.counted.get(which)
    return (
        side._replace(**{name: counted[stored] for stored, name in _COUNTED.items() if stored in counted})
        if counted
        else side
    )


def _unplayed_side(row: FixtureRow, which: str, team: int, outcome: str) -> Side:
    counted = row.counted.get(which, {})
    return Side(
        team=team,
        outcome=Outcome(outcome),
        **{name: counted[name] for name in ("score", "casualties") if name in counted},
        **{name: counted[stored] for stored, name in _COUNTED.items() if stored in counted},
    )


_COUNTED = {
    "points": "points",
    "touchdown_difference": "score_difference",
    "casualty_difference": "casualty_difference",
}
"""What ``Fixture.counted`` may hold for a side, and what ``Side`` calls it.

If the match was not played, also its score and casualties.
"""


def outcomes_of(fixtures: Collection[Fixture]) -> dict[int, tuple[Outcome, Outcome, int, int]]:
    """How fixtures with a result ended: the outcomes and the scores of both sides, by fixture; one query."""
    ids = [fixture.pk for fixture in fixtures]
    rows = fixture_rows(Fixture.objects.filter(pk__in=ids, away__isnull=False))
    results = {row.id: result_of(row, latest=0) for row in rows if row.outcomes[0] != VOID}
    return {
        pk: (each.home.outcome, each.away.outcome, each.home.score or 0, each.away.score or 0)
        for pk, each in results.items()
        if each is not None and each.away is not None
    }
