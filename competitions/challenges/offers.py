"""Whom a team can challenge now, and why not the others (L5, p40): so that nobody is offered who would be refused.

``challenges.write_challenge`` refuses for the same reasons; whether the week is over is its matter alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from competitions.models import Challenge, Competition
from teams.models import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A team that another one may want to challenge; ``why_not`` is empty where it can."""

    team: Team
    why_not: str = ""


def opponents_of(competition: Competition, challenger: Team, teams: Iterable[Team]) -> list[Opponent]:
    """All others of ``teams``, which are active and were entered, in their order; nobody for a team that has left.

    Two queries, and a ladder's five.
    """
    left = set(competition.entrants.filter(withdrawal__isnull=False).values_list("team", flat=True))
    if challenger.pk in left:
        return []
    between = Q(challenger=challenger) | Q(challenged=challenger)
    pairs = competition.written.filter(between, state__in=Challenge.OPEN).values_list("challenger", "challenged")
    waiting = {team for pair in pairs for team in pair}
    against = competition.format.why_no_challenge(competition) if competition.format.why_no_challenge else None

    def why_not(team: Team) -> str:
        if team.pk in left:
            return _("has left the competition")
        if team.coach_id is not None and team.coach_id == challenger.coach_id:
            return _("has the same coach")
        if against is not None and (reason := against(challenger, team)):
            return reason
        return _("has a challenge with %(name)s to answer") % {"name": challenger.name} if team.pk in waiting else ""

    return [Opponent(team=team, why_not=why_not(team)) for team in teams if team != challenger]
