"""Lists of players are read without decoding whole sheets, and agree with the sheets."""

from __future__ import annotations

import pytest

from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.selectors import rosters_of
from tests.leagues.cast import Cast
from tests.teams import team_builders

pytestmark = pytest.mark.django_db


def test_a_list_agrees_with_the_sheets(cast: Cast) -> None:
    teams = [
        team_builders.veteran_team(cast.league, cast.coach, "Zebras"),
        team_builders.approved_team(cast.private, cast.coach, "Apes"),
    ]
    listed = rosters_of(Team.objects.all())
    assert list(listed) == [teams[1].pk, teams[0].pk], "by name"
    for team in teams:
        sheet = ledger.sheet_in(TeamState.objects.get(team=team))
        assert listed[team.pk] == [(each.player, each.number, each.position, each.spp) for each in sheet.players]
    assert any(line.spp for line in listed[teams[0].pk])


def test_teams_without_a_roster_are_left_out_in_one_query(cast: Cast, django_assert_num_queries) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    draft = team_builders.drafted_team(cast.league, cast.other_coach, "Orcs")
    with django_assert_num_queries(1):
        assert set(rosters_of([team, draft])) == {team.pk}
