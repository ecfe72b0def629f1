"""Matches as lists show them, read in one query for any number of lists.

Lists find the ids of their matches first: reading everything about a thousand matches only to show six is slow.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from competitions.models.bracket_names import Rounds
from competitions.models.fixtures import rounds_of_bracket
from matches.models import Match, MatchSide
from web.prepared import Prepared


class SideRow(NamedTuple):
    """One side of a match."""

    team: int
    score: int | None
    result: str


class MatchRow(NamedTuple):
    """A match; ``fixture``, ``round``, ``competition`` (its name), ``scheduling`` and ``legs`` are None for a friendly.

    ``bracket`` is how many rounds the bracket of its competition has; 0 without one.
    """

    id: int
    public_id: str
    league: int
    state: str
    stage: str
    opened_at: datetime | None
    played_on: date | None
    fixture: int | None
    round: int | None
    competition: str | None
    scheduling: str | None
    legs: int | None
    agreed_for: datetime | None
    date_waits_for: str | None
    decided_by: str
    bracket: int
    home: SideRow
    away: SideRow

    @property
    def in_round(self) -> str:
        """Its round in words; empty for a friendly."""
        return Rounds(self.scheduling, self.bracket, self.legs or 1).words(self.round, self.stage)

    @property
    def score(self) -> tuple[int, int] | None:
        """The score; None until it counts."""
        if self.state not in Match.PLAYED or self.home.score is None or self.away.score is None:
            return None
        return self.home.score, self.away.score


def match_rows(ids: Collection[int] | QuerySet[Any]) -> dict[int, MatchRow]:
    """These matches by id, with one query; ``ids`` may be a query, if it finds only a few."""
    if isinstance(ids, QuerySet):
        return as_matches(sides_of(MatchSide.objects.filter(match__in=ids)))
    return as_matches(_sides(list(ids))) if ids else {}


def as_matches(rows: Iterable[Any]) -> dict[int, MatchRow]:
    """The matches of which these are the ``sides_of``, by id."""
    sides: dict[int, dict[str, SideRow]] = {}
    matches = {}
    for side, team, score, result, *row in rows:
        sides.setdefault(row[0], {})[side] = SideRow(team, score, result)
        matches[row[0]] = row
    return {pk: MatchRow(*row, **sides[pk]) for pk, row in matches.items()}


def sides_of(rows: QuerySet[MatchSide]) -> QuerySet[MatchSide, Any]:
    """What ``match_rows`` reads of these sides."""
    of_competition = (f"round__competition__{column}" for column in ("name", "scheduling", "legs"))
    of_fixture = ("round__number", *of_competition, "agreed_for", "date_waits_for")
    named = ("fixture", *(f"fixture__{column}" for column in of_fixture))
    columns = ("public_id", "league", "state", "stage", "opened_at", "played_on", *named, "decided_by")
    return rows.order_by().values_list(
        "side",
        "team",
        "score",
        "result",
        "match",
        *(f"match__{name}" for name in columns),
        rounds_of_bracket("match__fixture__round__competition", "match__stage"),
    )


@Prepared
def _sides(matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    return sides_of(MatchSide.objects.filter(match__in=matches))
