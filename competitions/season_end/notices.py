"""What coaches are told when the end of a season asks them something."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from competitions.models import TeamEnd
from competitions.season_end.team_ends import left
from notices.extensions import Kind, Machine, Silent, Subject, Topic, declare
from notices.telling import follow
from teams.extensions import coach_changed, team_retired
from teams.models import Team

SEASON_END = Topic(key="season_end", name=_("Questions at the end of a season"))
TEAM_END = Subject(
    key="team_end",
    things=TeamEnd.objects.select_related("season__league", "team__coach").defer("team__draft"),
    league=lambda row: row.season.league,
    words=lambda row, reader: {
        "team": row.team.name,
        "season": row.season.name,
        "league": row.season.league.name,
    },
)
TO_ANSWER = Kind(
    key="competitions.season_end_asks",
    name=_("A season is over and asks you something"),
    topic=SEASON_END,
    subject=TEAM_END,
    line=_("%(season)s is over: answer for %(team)s"),
    text=_("%(season)s in %(league)s is over, and the rulebook asks you something for your team %(team)s:"),
    readers=lambda row: [row.team.coach_id],
    page=lambda row: reverse("competitions:team_end", args=[row.pk]),
    waits=True,
)

declare(
    Machine(
        model=TeamEnd,
        states={
            TeamEnd.State.WAITING: Silent("its draft waits for its coach or a commissioner, who are told of that"),
            TeamEnd.State.OPEN: (TO_ANSWER,),
            TeamEnd.State.DONE: Silent("its coach has just answered the last question"),
            TeamEnd.State.GONE: Silent("the team has retired, and nobody has to answer"),
        },
    )
)

team_retired.add(left)


@coach_changed.add
def follow_ends(team: Team) -> None:
    """What waited for a team's former coach waits for its new one."""
    for row in TeamEnd.objects.filter(team=team, state=TeamEnd.State.OPEN).select_related("season__league", "team"):
        follow(row)
