"""Who coached a side at that time.

A team keeps only its present coach. Who gave it away and when is in the accepted `Takeover`s. A side belongs to the
coach who sent its report; where that is not known, to the one at its confirmation. Only sides of teams that ever had
another coach need these questions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from matches.models import MatchSide, Report
from teams.models import Takeover, Team
from web.prepared import Prepared


class Coach(NamedTuple):
    """A coach: by the id of their account, or, for one without an account, by the name in the records.

    The account of a deleted person stays, without a name. Both parts are empty for a coach whom nobody knows.
    """

    account: int | None
    name: str = ""

    @property
    def key(self) -> str:
        """As addresses name them: the id of the account, or a tilde and the name."""
        return str(self.account) if self.account is not None else f"~{self.name}"


class Tenures(NamedTuple):
    """The earlier coaches of teams, each until when, oldest first; and of their sides when each was played."""

    before: Mapping[int, list[tuple[datetime, Coach]]]
    played: Mapping[int, datetime | None]

    def spell(self, side: int, team: int) -> int:
        """How many earlier coaches the team had had when a side (row id) played."""
        earlier, played = self.before.get(team), self.played.get(side)
        if not earlier or played is None:
            return 0
        return sum(until <= played for until, _coach in earlier)

    def of_spell(self, team: int, spell: int, now: Coach) -> Coach:
        """The coach of a team's spell; ``now`` is the present one."""
        earlier = self.before.get(team, ())
        return earlier[spell][1] if spell < len(earlier) else now

    def coach(self, side: int, team: int, now: Coach) -> Coach:
        """The coach of a side (row id) of a team, whose coach today is ``now``."""
        return self.of_spell(team, self.spell(side, team), now)


UNHANDED = Tenures({}, {})
"""Of teams that always had the same coach."""


def tenures_in(league: int, sides: Q | None) -> Tenures:
    """The earlier coaches of a league's teams; one query, a second one where there are any, for these sides.

    Without ``sides`` only who they were is read.
    """
    return _tenures(_of_league(league), sides)


def tenures_of(teams: Q, sides: Q | None) -> Tenures:
    """The same for other teams: those that a condition on takeovers names."""
    return _tenures(_takeovers(teams), sides)


@Prepared
def _of_league(league: int) -> QuerySet[Takeover, Any]:
    return _takeovers(Q(team__league=league))


def _takeovers(teams: Q) -> QuerySet[Takeover, Any]:
    rows = Takeover.objects.filter(teams, state=Takeover.State.ACCEPTED, answered_at__isnull=False)
    return rows.order_by("answered_at", "pk").values_list("team", "answered_at", "was", "was_name")


def _tenures(takeovers: Iterable[Any], sides: Q | None) -> Tenures:
    before: dict[int, list[tuple[datetime, Coach]]] = defaultdict(list)
    for team, until, was, name in takeovers:
        before[team].append((until, Coach(was, "" if was is not None else name)))
    found = Tenures(before, {})
    return found if sides is None else with_moments(found, sides)


def with_moments(tenures: Tenures, sides: Q) -> Tenures:
    """The same earlier coaches, with when these sides were played; one query where there are any."""
    before = tenures.before
    if not before:
        return tenures
    report = Report.objects.filter(match=OuterRef("match"), state=Report.State.CONFIRMED).values("at")
    theirs = MatchSide.objects.filter(sides, team__in=before).annotate(reported_at=Subquery(report[:1])).order_by()
    found = theirs.values_list("pk", "reported_at", "match__confirmed_at")
    return Tenures(before, {side: reported or confirmed for side, reported, confirmed in found})


def present_coach(account: int | None, name: str) -> Coach:
    """The coach as a team has them today."""
    return Coach(account, "" if account is not None else name)


def coach_names(coaches: Iterable[Coach]) -> dict[Coach, str]:
    """What coaches are called; one query. A deleted account is called as everywhere."""
    wanted = set(coaches)
    ids = sorted({coach.account for coach in wanted if coach.account is not None})
    names = {pk: display or username for pk, display, username in (_called(ids) if ids else ())}
    return {coach: coach.name if coach.account is None else names.get(coach.account, "") for coach in wanted}


@Prepared
def _called(accounts: Collection[int]) -> QuerySet[User, Any]:
    return User.objects.filter(pk__in=accounts).order_by().values_list("pk", "display_name", "username")


def coaches_today(teams: Iterable[int]) -> dict[int, Coach]:
    """The present coaches of these teams by the teams' ids; one query."""
    rows = Team.objects.filter(pk__in=set(teams)).values_list("pk", "coach", "coach_name")
    return {team: present_coach(account, name) for team, account, name in rows}
