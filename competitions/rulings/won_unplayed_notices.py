"""What coaches are told when a match that they won without play asks them something."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from competitions.fixtures.fixtures import words_of
from competitions.fixtures.won_unplayed import left
from competitions.models import WonUnplayed
from matches.notices import CALLED_OFF_MATCHES
from notices.extensions import Kind, Machine, Silent, Subject, declare
from notices.telling import follow
from teams.extensions import coach_changed, team_retired
from teams.models import Team

WON_UNPLAYED = Subject(
    key="won_unplayed",
    things=WonUnplayed.objects.select_related(
        "team__coach", "team__league", "fixture__home", "fixture__away", "fixture__round__competition"
    ).defer("team__draft"),
    league=lambda row: row.team.league,
    words=lambda row, reader: {
        "team": row.team.name,
        "match": words_of(row.fixture),
        "competition": row.fixture.round.competition.name,
        "league": row.team.league.name,
    },
)
TO_ANSWER = Kind(
    key="competitions.won_unplayed_asks",
    name=_("You win without play and have something to answer"),
    topic=CALLED_OFF_MATCHES,
    subject=WON_UNPLAYED,
    line=_("%(match)s, won without play: answer for %(team)s"),
    text=_(
        "%(team)s won %(match)s in %(competition)s (%(league)s) without play. The rulebook gives you something for it, "
        "and asks you about it:"
    ),
    readers=lambda row: [row.team.coach_id],
    page=lambda row: reverse("competitions:won_unplayed", args=[row.pk]),
    waits=True,
)

declare(
    Machine(
        model=WonUnplayed,
        states={
            WonUnplayed.State.OPEN: (TO_ANSWER,),
            WonUnplayed.State.HELD: Silent("all is answered, and the team’s match has to end first"),
            WonUnplayed.State.DONE: Silent("its coach has just answered the last question"),
            WonUnplayed.State.GONE: Silent("the decision was revoked, or the team has retired; nobody has to answer"),
        },
    )
)

team_retired.add(left)


@coach_changed.add
def follow_won(team: Team) -> None:
    """What waited for a team's former coach waits for its new one."""
    for row in WonUnplayed.objects.filter(team=team, state=WonUnplayed.State.OPEN).select_related("team"):
        follow(row)
