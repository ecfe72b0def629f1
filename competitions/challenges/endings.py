"""How a challenge ends (L5): with a match, or with 2-0 to one of the two teams."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from accounts.models import User
from competitions.formats.open_play import new_game, refuse_pair
from competitions.formats.walkovers import walkover_columns
from competitions.models import Challenge, Decision, Fixture
from competitions.setup.pairings import give_match
from competitions.standings.standings import results_changed
from notices.telling import follow
from teams.models import Team


def play_out(challenge: Challenge, opponent: Team, state: str, by: User, now: datetime | None) -> Challenge:
    """Creates the match; ``opponent`` is the home team."""
    refuse_pair(challenge.competition, opponent, challenge.challenger)
    fixture = new_game(challenge.competition, opponent, challenge.challenger)
    give_match(challenge.competition, fixture)
    fixture.save()
    return _settle(challenge, fixture, state, by, now)


def give_away(challenge: Challenge, state: str, *, to: Team, by: User | None, now: datetime | None) -> Challenge:
    """No match: 2-0 to one of the two teams (L5)."""
    fixture = new_game(challenge.competition, challenge.challenged, challenge.challenger)
    winner = "home" if to == challenge.challenged else "away"
    for column, value in walkover_columns(winner).items():
        setattr(fixture, column, value)
    fixture.save()
    reason = str(Challenge.State(state).label)
    Decision.objects.create(fixture=fixture, kind=Decision.Kind.REFUSED, winner=winner, reason=reason, by=by)
    return _settle(challenge, fixture, state, by, now)


def _settle(challenge: Challenge, fixture: Fixture, state: str, by: User | None, now: datetime | None) -> Challenge:
    challenge.fixture, challenge.state, challenge.answered_at = fixture, state, now or timezone.now()
    challenge.save(update_fields=["fixture", "state", "answered_at"])
    results_changed([challenge.competition_id])
    follow(challenge, by=by)
    return challenge
