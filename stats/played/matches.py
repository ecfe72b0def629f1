"""The matches of a scope in their order of play, each with both sides as they were."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet

from matches.models import Match, MatchSide
from stats.played.coaches import Coach, Tenures, present_coach, tenures_in
from stats.played.scope import Scope
from web.prepared import Prepared

WON, DRAWN = "win", "draw"
"""How `MatchSide.result` says so; any other result of a match that was played is a loss."""
CONCEDED = "conceded"


class PlayedSide(NamedTuple):
    """One team's side. ``id`` is its row; numbers that the records do not have are None."""

    id: int
    side: str
    team: int
    team_list: str
    coach: Coach
    score: int | None
    casualties: int | None
    result: str
    winnings: int | None
    team_value: int | None
    fans: int | None

    @property
    def won(self) -> bool:
        """Whether it won the match."""
        return self.result == WON

    @property
    def drawn(self) -> bool:
        """Whether the match was a draw."""
        return self.result == DRAWN

    @property
    def lost(self) -> bool:
        """Whether it lost, or conceded."""
        return self.result not in (WON, DRAWN)


class PlayedMatch(NamedTuple):
    """A match that counts. Season, competition, round and fixture are row ids or numbers, None for a friendly.

    ``league`` is a row id; ``edition`` the key of the book it was played by, empty where only records know it.
    ``when`` is its day: that of the report, else of the confirmation; None for imported records. ``decided_by`` says
    how a level match got its winner ("overtime", "shoot_out").
    """

    id: int
    league: int
    edition: str
    public_id: str
    stage: str
    season: int | None
    season_number: int | None
    competition: int | None
    round: int | None
    order: int | None
    when: date | None
    confirmed_at: datetime | None
    gate: int | None
    weather: str
    conceded_by: str
    conceded_before_kick_off: bool
    decided_by: str
    decided_for: str
    home: PlayedSide
    away: PlayedSide

    @property
    def sides(self) -> tuple[PlayedSide, PlayedSide]:
        """Home and away."""
        return self.home, self.away

    @property
    def pairs(self) -> tuple[tuple[PlayedSide, PlayedSide], tuple[PlayedSide, PlayedSide]]:
        """Each side with its opponent."""
        return (self.home, self.away), (self.away, self.home)

    @property
    def place(self) -> tuple[Any, ...]:
        """The sort key of the order of play: by day; what has no day comes first, by season and order of play."""
        confirmed = self.confirmed_at.timestamp() if self.confirmed_at else 0.0
        scheduled = (self.season_number or 0, self.competition or 0, self.order or 0, self.round or 0)
        return (self.when or date.min, confirmed, *scheduled, self.id)


_FIXTURE = "match__fixture__round__"
_COLUMNS = (
    "match", "match__league", "match__ruleset__edition", "match__public_id", "match__stage",
    f"{_FIXTURE}competition__season", f"{_FIXTURE}competition__season__number", f"{_FIXTURE}competition",
    f"{_FIXTURE}number", "match__fixture__order",
    "match__played_on", "match__confirmed_at", "match__gate", "match__weather", "match__conceded_by",
    "match__conceded_before_kick_off", "match__decided_by", "match__decided_for",
)  # fmt: skip
_SIDE = (
    "pk", "side", "team", "team__team_list", "team__coach", "team__coach_name", "score", "casualties", "result",
    "winnings", "team_value", "fans",
)  # fmt: skip


def matches_in(scope: Scope, only: Q | None = None, tenures: Tenures | None = None) -> tuple[PlayedMatch, ...]:
    """The matches of a scope in their order of play: two queries, a third if a team ever had another coach.

    ``only`` limits them further, as a condition on `MatchSide`; it must hold for both sides of a match or for neither.
    ``tenures`` are the earlier coaches, where they are known: one query less.
    """
    where = scope.matches("match__")
    where = where if only is None else where & only
    return _read(where, tenures_in(scope.league.pk, where) if tenures is None else tenures)


def matches_among(scope: Scope, matches: Sequence[int], tenures: Tenures | None = None) -> tuple[PlayedMatch, ...]:
    """Those of these matches (row ids) that are in a scope without season and competition, as by ``matches_in``."""
    if _several_books(scope):
        return matches_in(scope, Q(match__in=matches), tenures)
    where = Q(match__league=scope.league.pk, match__in=matches)
    tenures = tenures_in(scope.league.pk, where) if tenures is None else tenures
    return _as_played(_some(scope.league.pk, list(matches)), tenures)


def _several_books(scope: Scope) -> bool:
    return getattr(scope.league, "several_books", True)


@Prepared
def _some(league: int, matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    return _columns(Q(match__league=league, match__state__in=Match.PLAYED, match__in=matches))


def _columns(where: Q) -> QuerySet[MatchSide, Any]:
    return MatchSide.objects.filter(where).order_by().values_list(*_SIDE, *_COLUMNS)


def _read(where: Q, tenures: Tenures) -> tuple[PlayedMatch, ...]:
    return _as_played(_columns(where), tenures)


def _as_played(rows: Iterable[Any], tenures: Tenures) -> tuple[PlayedMatch, ...]:
    sides: dict[int, dict[str, PlayedSide]] = {}
    facts: dict[int, list[Any]] = {}
    for row in rows:
        pk, side, team, team_list, account, name, *figures = row[: len(_SIDE)]
        match = row[len(_SIDE) :]
        coach = tenures.coach(pk, team, present_coach(account, name))
        sides.setdefault(match[0], {})[side] = PlayedSide(pk, side, team, team_list, coach, *figures)
        facts[match[0]] = list(match)
    found = [_match(facts[pk], both) for pk, both in sides.items() if len(both) == 2]
    return tuple(sorted(found, key=lambda each: each.place))


def _match(row: list[Any], sides: dict[str, PlayedSide]) -> PlayedMatch:
    pk, league, edition, public_id, stage, season, number, competition, round_number, order, day, confirmed, *rest = row
    gate, weather, conceded_by, before, decided_by, decided_for = rest
    return PlayedMatch(
        id=pk,
        league=league,
        edition=edition or "",
        public_id=public_id,
        stage=stage,
        season=season,
        season_number=number,
        competition=competition,
        round=round_number,
        order=order,
        when=day or (confirmed.date() if confirmed else None),
        confirmed_at=confirmed,
        gate=gate,
        weather=weather,
        conceded_by=conceded_by,
        conceded_before_kick_off=before,
        decided_by=decided_by,
        decided_for=decided_for,
        home=sides["home"],
        away=sides["away"],
    )
