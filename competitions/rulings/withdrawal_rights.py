"""Which withdrawals a commissioner does not decide alone, because they coach the team or an opponent of it."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from competitions.models import Competition, Fixture
from leagues.agreements.own_teams import deed_about_team
from leagues.agreements.who_agrees import Deed
from teams.models import Team
from teams.roster.retiring import was_retired_by_its_coach
from teams.trading.takeovers import coaches_of

LEAVE = "competitions.leave"
COME_BACK = "competitions.come_back"


def leaving(competition: Competition, team: Team, by: User, how: str) -> Deed:
    """Withdrawing a team, as others may have to agree to it: its coach, if ``by`` coaches an opponent.

    A team that its own coach has retired can always be withdrawn.
    """
    own = _opposes(competition, team, by) and not was_retired_by_its_coach(team)
    return Deed(
        kind=LEAVE,
        subject=subject_of(competition, team.public_id),
        league=competition.season.league,
        by=by,
        coaches=coaches_of([team]) | {by.pk} if own else frozenset(),
        match=f"{team.name}, {competition.name}",
        args={"team": team.pk, "competition": competition.pk, "how": how},
    )


def returning(competition: Competition, team: Team, by: User) -> Deed:
    """Undoing a withdrawal, as others may have to agree to it: of one's own team, or of an opponent's.

    For an opponent it is a decision about own matches, as the withdrawal was.
    """
    args = {"team": team.pk, "competition": competition.pk}
    subject, name = subject_of(competition, team.public_id), f"{team.name}, {competition.name}"
    league = competition.season.league
    if _opposes(competition, team, by):
        coaches = coaches_of([team]) | {by.pk}
        return Deed(kind=COME_BACK, subject=subject, league=league, by=by, coaches=coaches, match=name, args=args)
    return deed_about_team(
        kind=COME_BACK, subject=subject, league=league, by=by, coaches={team.coach_id}, name=name, args=args
    )


def _opposes(competition: Competition, team: Team, by: User) -> bool:
    """Whether somebody coaches an opponent of a team, and not the team."""
    fixtures = fixtures_of(competition, team).select_related("home", "away")
    opponents = {side.coach_id for each in fixtures for side in (each.home, each.away) if side and side != team}
    return by.pk in opponents and team.coach_id != by.pk


def subject_of(competition: Competition, team: str) -> str:
    """The name of a withdrawal in agreements; ``team`` is its public id."""
    return f"withdrawal:{competition.public_id}:{team}"


def fixtures_of(competition: Competition, team: Team) -> QuerySet[Fixture]:
    """A team's matches in a competition, without byes."""
    return Fixture.objects.of_team(team).filter(round__competition=competition, away__isnull=False)
