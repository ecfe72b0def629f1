"""On the pages of teams and players: that they are in the hall of fame of their league."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from competitions.trophies.page import SMALL
from matches.extensions import ShownHonour, honours
from stats.models import Inductee
from teams.models import Team
from web.addresses import address
from web.crests.cups import FAME, drawn_cup
from web.prepared import Prepared


@honours.add
def of_team(team: Team) -> list[ShownHonour]:
    """The team and its players in the hall; one query."""
    return _shown(_of_team(team.pk))


def of_player(player: int) -> list[ShownHonour]:
    """The player in the hall; one query."""
    return _shown(_of_player(player))


@Prepared
def _of_team(team: int) -> QuerySet[Inductee]:
    return _related(Inductee.objects.filter(team=team))


@Prepared
def _of_player(player: int) -> QuerySet[Inductee]:
    return _related(Inductee.objects.filter(player=player))


def _related(rows: QuerySet[Inductee]) -> QuerySet[Inductee]:
    return rows.select_related("league", "team", "player").order_by("place")


def _shown(rows: Iterable[Inductee]) -> list[ShownHonour]:
    return [
        ShownHonour(
            trophy=_("Hall of fame"),
            url=f"{address('stats:hall', row.league.slug)}#hall-{row.pk}",
            role=_("chosen in %(year)d") % {"year": row.at.year},
            team=row.team.name if row.team is not None else "",
            player=str(row.player) if row.player is not None else "",
            prize="",
            season="",
            cup=drawn_cup(FAME, SMALL),
        )
        for row in rows
    ]
