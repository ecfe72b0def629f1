"""A coach who left a league and comes back is told again of what waits for their teams there."""

from __future__ import annotations

import pytest

from leagues.members.memberships import enter, leave_league
from leagues.models import Membership
from leagues.services import locked
from notices.inbox import lines_of, waiting
from tests.matches.conftest import TwoTeams, shared_two_teams, two_teams
from tests.notices.states import STATES

__all__ = ["shared_two_teams", "two_teams"]


@pytest.mark.django_db
@pytest.mark.parametrize("key", [("matches.Match", "disputed"), ("teams.Team", "draft"), ("teams.Trade", "offered")])
def test_what_waited_for_a_coach_who_left_waits_again_when_they_come_back(
    key: tuple[str, str], two_teams: TwoTeams
) -> None:
    league = STATES[key](two_teams).league
    coaches = (two_teams.cast.coach, two_teams.cast.other_coach)
    before = {coach: {line.url for line in lines_of(coach, list(waiting(coach)))} for coach in coaches}
    assert any(before.values())
    for coach in coaches:
        leave_league(league=league, user=coach)
        assert not waiting(coach).exists()
    for coach in coaches:
        enter(locked(league), coach, Membership.Role.COACH)
        assert {line.url for line in lines_of(coach, list(waiting(coach)))} == before[coach]
