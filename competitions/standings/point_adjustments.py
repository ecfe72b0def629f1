"""The adjustments of a competition's points as pages and prints show them with its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.safestring import SafeString

from competitions.models import Adjustment, Competition
from competitions.names import TeamName
from competitions.ranking.amounts import signed
from leagues.members.linked_names import LinkedNames
from web.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAdjustment:
    """An adjustment of points as pages and prints show it; ``withdraws`` is the id of one that it withdraws."""

    id: int
    team: TeamName
    points: str
    reason: str
    by: SafeString
    at: datetime
    withdraws: int | None
    withdrawn: bool
    round: int

    @property
    def open(self) -> bool:
        """Whether it can be withdrawn: it counts, and is no withdrawal itself."""
        return not self.withdrawn and self.withdraws is None


def shown_adjustments(
    competition: Competition, teams: Mapping[int, TeamName], up_to: int | None = None
) -> list[ShownAdjustment]:
    """A competition's adjustments, the earliest first, with two queries; only those made up to a round, if given."""
    rows = _of_competition(competition.pk)
    if up_to is not None:
        rows = [row for row in rows if row.round <= up_to]
    withdrawn = {row.withdraws_id for row in rows}
    names = LinkedNames(competition.season.league, (row.by for row in rows)) if rows else None
    return [
        ShownAdjustment(
            id=row.pk,
            team=teams[row.team_id],
            points=signed(row.points),
            reason=row.reason,
            by=names.of(row.by),
            at=row.at,
            withdraws=row.withdraws_id,
            withdrawn=row.pk in withdrawn,
            round=row.round,
        )
        for row in rows
        if row.team_id in teams
    ]


@Prepared
def _of_competition(competition: int) -> QuerySet[Adjustment]:
    return Adjustment.objects.filter(competition=competition).select_related("by").order_by("pk")
