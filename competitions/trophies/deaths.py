"""Who died in a season's matches: an entry for each in what its page remembers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import OuterRef, Subquery
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from competitions.models import Season
from competitions.names import TeamName, page
from matches.models import Match, MatchSide, PlayerLine

AT_ONCE = 8
"""How many are shown unfolded."""


class Death(NamedTuple):
    """A dead player and his team, his killer (None where nobody of a roster killed him) and the team that they met, by
    id; and the match by its public id."""

    player: int
    team: int
    killer: int | None
    opponent: int
    match: str

    @property
    def players(self) -> tuple[int, ...]:
        """Those who are to be named."""
        return (self.player,) if self.killer is None else (self.player, self.killer)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """A dead player: his name and team, who killed him (empty where nobody of a roster did), and the match."""

    player: SafeString
    team: TeamName
    killer: SafeString
    match_url: str


def deaths_in(season: Season) -> tuple[Death, ...]:
    """The deaths in a season's matches that count, the latest first; friendlies are no part of it. One query.

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
    return tuple(Death(*row) for row in lines.values_list(*columns))


def shown_fallen(deaths: Collection[Death], names: Mapping[int, str], teams: Mapping[int, TeamName]) -> list[Fallen]:
    """Deaths as a page shows them, of the teams that the season has; ``names`` are the players'."""
    return [
        Fallen(
            player=teams[death.team].player_link(death.player, names[death.player]),
            team=teams[death.team],
            killer=_of_team(death.killer, names, teams.get(death.opponent)) if death.killer else SafeString(),
            match_url=page("matches:match", death.match),
        )
        for death in deaths
        if death.team in teams
    ]


def _of_team(player: int, names: Mapping[int, str], team: TeamName | None) -> SafeString:
    """A player with his team; by his name alone where that is none of the season's any more."""
    if team is None:
        return format_html("{}", names[player])
    return format_html(_("{player} of {team}"), player=team.player_link(player, names[player]), team=team.link)
