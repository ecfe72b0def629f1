"""Who died in a season's matches: an entry for each in what its page remembers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import OuterRef, Subquery
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from competitions.models import Season
from competitions.names import TeamName, page, player_names
from matches.models import Match, MatchSide, PlayerLine

AT_ONCE = 8
"""How many are shown unfolded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """A dead player: his name and team, who killed him (empty where nobody of a roster did), and the match."""

    player: SafeString
    team: TeamName
    killer: SafeString
    match_url: str


def fallen_in(season: Season, teams: Mapping[int, TeamName]) -> list[Fallen]:
    """The dead of a season's matches that count, the latest first; friendlies are no part of it. Two queries.

    Whoever killed them did it for the other team of the match, wherever he plays by now.
    """
    opponent = MatchSide.objects.filter(match=OuterRef("side__match")).exclude(side=OuterRef("side__side"))
    lines = PlayerLine.objects.filter(
        died=True,
        player__isnull=False,
        side__match__fixture__round__competition__season=season,
        side__match__state__in=Match.PLAYED,
    ).order_by("-side__match__played_on", "-side__match", "pk")
    columns = ("player", "side__team", "killed_by", "opponent", "side__match__public_id")
    lines = lines.annotate(opponent=Subquery(opponent.values("team")))
    rows = [row for row in lines.values_list(*columns) if row[1] in teams]
    names = player_names({player for row in rows for player in (row[0], row[2]) if player}) if rows else {}
    return [
        Fallen(
            player=teams[team].player_link(player, names[player]),
            team=teams[team],
            killer=_of_team(killer, names, teams.get(killers)) if killer else SafeString(),
            match_url=page("matches:match", match),
        )
        for player, team, killer, killers, match in rows
    ]


def _of_team(player: int, names: Mapping[int, str], team: TeamName | None) -> SafeString:
    """A player with his team; by his name alone where that is none of the season's any more."""
    if team is None:
        return format_html("{}", names[player])
    return format_html(_("{player} of {team}"), player=team.player_link(player, names[player]), team=team.link)
