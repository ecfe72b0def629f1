"""Which teams can be challenged and why others cannot, which team answers next, which may be substitutes (L5, p40).

``challenges.write_challenge`` refuses for the same reasons; it alone checks the limit of one challenge per week.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.names import by_name
from competitions.models import Challenge, Competition, Fixture
from teams.models import Team

State = Challenge.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A team that another team may want to challenge; ``why_not`` is empty if it can."""

    team: Team
    why_not: str = ""


def opponents_of(competition: Competition, challenger: Team, teams: Iterable[Team]) -> list[Opponent]:
    """All other teams of ``teams`` (active entrants), in their order; none for a team that has left.

    Two queries, open play's three, and a ladder's five.
    """
    left = set(competition.entrants.filter(withdrawal__isnull=False).values_list("team", flat=True))
    if challenger.pk in left:
        return []
    pairs = competition.written.open().of_team(challenger).values_list("challenger", "challenged")
    waiting = {team for pair in pairs for team in pair}
    against = competition.format.why_no_challenge(competition) if competition.format.why_no_challenge else None

    def why_not(team: Team) -> str:
        if team.pk in left:
            return _("was withdrawn from the competition")
        if team.coach_id is not None and team.coach_id == challenger.coach_id:
            return _("has the same coach")
        if against is not None and (reason := against(challenger, team)):
            return reason
        return _("has an open challenge with %(name)s") % {"name": challenger.name} if team.pk in waiting else ""

    return [Opponent(team=team, why_not=why_not(team)) for team in teams if team != challenger]


def awaited_team(challenge: Challenge) -> Team | None:
    """The team that has to answer next; None once the challenge is settled."""
    turns = {
        State.WAITING: challenge.challenged,
        State.NAMED: challenge.substitute,
        State.OFFERED: challenge.challenger,
    }
    return turns.get(State(challenge.state))


def substitutes_for(challenge: Challenge) -> list[Team]:
    """The teams that may be substitutes, by name.

    They are active, still in the competition, have another coach than the challenger, have not met it there, and have
    not declined. A result without a match, such as a refused challenge, is no meeting.
    """
    fixtures = Fixture.objects.undecided().filter(round__competition=challenge.competition)
    challenger = challenge.challenger_id
    pairs = fixtures.of_team(challenger).values_list("home", "away")
    met = {team for pair in pairs for team in pair if team is not None}
    teams = Team.objects.active().filter(entries__competition=challenge.competition, entries__withdrawal=None)
    unwilling = set(challenge.unwilling.values_list("pk", flat=True))
    apart = teams.exclude(pk__in=met | unwilling | {challenger, challenge.challenged_id})
    if challenge.challenger.coach_id is not None:
        apart = apart.exclude(coach=challenge.challenger.coach_id)
    return sorted(apart.order_by("pk").defer("draft"), key=by_name)
