"""Whose turn a written challenge is, and which teams may stand in for the challenged one (L5, p40)."""

from __future__ import annotations

from django.db.models import Q

from accounts.names import by_name
from competitions.models import VOID, Challenge, Fixture
from teams.models import Team

State = Challenge.State


def awaited_team(challenge: Challenge) -> Team | None:
    """Whose answer is waited for."""
    turns = {
        State.WAITING: challenge.challenged,
        State.NAMED: challenge.substitute,
        State.OFFERED: challenge.challenger,
    }
    return turns.get(State(challenge.state))


def substitutes_for(challenge: Challenge) -> list[Team]:
    """The teams that may stand in, by name: still in the competition, active, never met by the challenger there, and
    not unwilling."""
    fixtures = Fixture.objects.filter(round__competition=challenge.competition).exclude(home_outcome=VOID)
    challenger = challenge.challenger_id
    pairs = fixtures.filter(Q(home=challenger) | Q(away=challenger)).values_list("home", "away")
    met = {team for pair in pairs for team in pair if team is not None}
    teams = Team.objects.filter(
        entries__competition=challenge.competition, entries__withdrawal=None, state=Team.State.ACTIVE
    )
    unwilling = set(challenge.unwilling.values_list("pk", flat=True))
    apart = teams.exclude(pk__in=met | unwilling | {challenger, challenge.challenged_id})
    if challenge.challenger.coach_id is not None:
        apart = apart.exclude(coach=challenge.challenger.coach_id)
    return sorted(apart.order_by("pk").defer("draft"), key=by_name)
