"""The teams of a league's members, for the list of members (`leagues.extensions`)."""

from __future__ import annotations

from collections.abc import Collection

from accounts.names import by_name
from leagues.extensions import MemberTeam, member_teams
from leagues.models import League
from teams.models import Team
from teams.selectors import team_url, teams_in


@member_teams.add
def teams_of_members(
    league: League, reader: object, runs_it: bool, members: Collection[int]
) -> dict[int, list[MemberTeam]]:
    """The members' teams that are not retired, by member and name. Drafts only for those who may open them."""
    found: dict[int, list[MemberTeam]] = {}
    for team in sorted(teams_in(league, reader, all_drafts=runs_it).filter(coach__in=members), key=by_name):
        state = "" if team.state == Team.State.ACTIVE else str(Team.State(team.state).label)
        found.setdefault(team.coach_id, []).append(MemberTeam(team.name, team_url(team), state))
    return found
