"""What a league asks about its teams: those of its members, and which team lists they have (`leagues.extensions`)."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from accounts.names import by_name
from leagues.books import stored_edition
from leagues.extensions import MemberTeam, lists_in_use, member_teams
from leagues.models import League
from teams.models import Team
from teams.selectors import team_url, teams_in
from web.crests.shown import shown_crest


@member_teams.add
def teams_of_members(
    league: League, reader: object, runs_it: bool, members: Collection[int]
) -> dict[int, list[MemberTeam]]:
    """The members' teams that are not retired, by member and name. Drafts only for those who may open them."""
    found: dict[int, list[MemberTeam]] = {}
    for team in sorted(teams_in(league, reader, all_drafts=runs_it).filter(coach__in=members), key=by_name):
        state = "" if team.state == Team.State.ACTIVE else str(Team.State(team.state).label)
        found.setdefault(team.coach_id, []).append(MemberTeam(team.name, team_url(team), shown_crest(team), state))
    return found


@lists_in_use.add
def lists_of_teams(league: League, edition: str) -> set[str]:
    """The team lists of all teams by a book, drafts too, but for drafts that were deleted and teams of records."""
    teams = Team.objects.filter(league=league, edition=stored_edition(league, edition))
    deleted = Q(state=Team.State.RETIRED, founded_at__isnull=True)
    return set(teams.exclude(deleted | Q(state=Team.State.RECORDED)).values_list("team_list", flat=True))
