"""Challenges between teams by their names, written and answered in the first week of May."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from competitions.challenges import answers, challenges
from competitions.challenges.offers import awaited_team
from competitions.models import Challenge, Competition
from teams.models import Team
from tests.leagues.cast import Cast

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def team(name: str) -> Team:
    """The team of that name."""
    return Team.objects.get(name=name)


def write(cast: Cast, cup: Competition, challenger: str, challenged: str, **given: Any) -> Challenge:
    """A challenge of the coach's team, written at noon."""
    given = {"own": None, "now": NOON, "by": cast.coach} | given
    return challenges.write_challenge(
        competition=cup, challenger=team(challenger), challenged=team(challenged), **given
    )


def answer(cast: Cast, challenge: Challenge, name: str, **given: Any) -> Challenge:
    """Answer a challenge an hour later as the coach whose turn it is, with the service of that name."""
    challenge.refresh_from_db()
    awaited = awaited_team(challenge)
    by = awaited.coach if awaited is not None and awaited.coach else cast.other_coach
    given = {"own": None, "now": NOON + HOUR, "by": by} | given
    return getattr(answers, name)(challenge=challenge, expected=challenge.version, **given)
