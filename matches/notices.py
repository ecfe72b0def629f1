"""What people are told about matches that no state of a match says, and the words for notices about matches."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from matches.models import Match, MatchSide
from matches.wording import pairing
from notices.extensions import Kind, Subject, Topic, declare
from teams.models import Team
from teams.notices import CORRECTIONS

TURNS = Topic(key="turns", name=_("Your turn before or after a match"))
REPORTS = Topic(key="reports", name=_("Reports to send, confirm, dispute or settle"))
CALLED_OFF_MATCHES = Topic(key="called_off", name=_("Matches that are called off, or decided without play"))

SIDES = Prefetch("sides", MatchSide.objects.select_related("team").defer("sheet", "figures", "inducements"))


def teams_of(match: Match) -> Mapping[str, Team]:
    """Both teams, by side."""
    return {side.side: side.team for side in match.sides.all()}


def coaches_of(match: Match) -> list[int]:
    """The ids of the coaches who have an account."""
    return [team.coach_id for team in teams_of(match).values() if team.coach_id is not None]


def words_of(match: Match, reader: User) -> dict[str, str]:
    """The words for a match."""
    teams = teams_of(match)
    home, away = teams["home"].name, teams["away"].name
    return {"home": home, "away": away, "match": pairing(home, away), "league": match.league.name}


def page_of(match: Match) -> str:
    """The path of a match's page."""
    return reverse("matches:match", args=[match.public_id])


MATCH = Subject(
    key="match",
    things=Match.objects.select_related("league").prefetch_related(SIDES),
    league=lambda match: match.league,
    words=words_of,
)

CALLED_OFF = Kind(
    key="matches.called_off",
    name=_("Your match is called off"),
    topic=CALLED_OFF_MATCHES,
    subject=MATCH,
    line=_("%(match)s is called off"),
    text=_(
        "A commissioner of %(league)s has called off %(match)s. It can be played later: what was rolled and entered "
        "does not count. The league's log says why."
    ),
    readers=coaches_of,
    page=page_of,
    occasion=lambda match: match.version,
)
REACHED = Kind(
    key="matches.correction_reached_team",
    name=_("An earlier match is corrected, which changes your team"),
    topic=CORRECTIONS,
    subject=Subject(
        key="corrected_team",
        things=Team.objects.select_related("league").defer("draft"),
        league=lambda team: team.league,
        words=lambda team, reader: {"team": team.name, "league": team.league.name},
    ),
    line=_("A correction has changed %(team)s"),
    text=_(
        "An earlier match in %(league)s was corrected, and this has changed your team %(team)s. Its history says what "
        "and why:"
    ),
    readers=lambda team: [team.coach_id],
    page=lambda team: reverse("teams:history", args=[team.public_id]),
    occasion=lambda team: team.state_row.seq,
)

declare(CALLED_OFF, REACHED)
