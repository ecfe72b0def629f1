"""The deaths in a season's matches, as its page lists them."""

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
"""How many deaths are shown unfolded."""


class Death(NamedTuple):
    """A dead player and their team, the killer (None if not a player on a roster) and the opponent's team, by id; the
    match by its public id."""

    player: int
    team: int
    killer: int | None
    opponent: int
    match: str

    @property
    def players(self) -> tuple[int, ...]:
        """The players whose names are needed."""
        return (self.player,) if self.killer is None else (self.player, self.killer)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDeath:
    """A death with the names that a page needs: of the dead player and the team, the killer and the other team.

    ``opponent`` is None if it is no longer in the season.
    """

    death: Death
    name: str
    team: TeamName
    killer_name: str
    opponent: TeamName | None

    @property
    def player(self) -> SafeString:
        """The dead player, with a link."""
        return self.team.player_link(self.death.player, self.name)

    @property
    def killer(self) -> SafeString:
        """The killer with their team; only the name without one, and nothing if not a player on a roster."""
        if self.death.killer is None:
            return SafeString()
        if self.opponent is None:
            return format_html("{}", self.killer_name)
        killer = self.opponent.player_link(self.death.killer, self.killer_name)
        return format_html(_("{player} of {team}"), player=killer, team=self.opponent.link)

    @property
    def match_url(self) -> str:
        """The address of the match."""
        return page("matches:match", self.death.match)


def deaths_in(season: Season) -> tuple[Death, ...]:
    """The deaths in a season's matches that count, the latest first; without friendlies. One query.

    A killer counts for the other team of that match, wherever they play now.
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


def shown_deaths(
    deaths: Collection[Death], names: Mapping[int, str], teams: Mapping[int, TeamName]
) -> list[ShownDeath]:
    """Deaths as a page shows them, of teams that are in the season; ``names`` are the players' by id."""
    return [
        ShownDeath(
            death=death,
            name=names[death.player],
            team=teams[death.team],
            killer_name="" if death.killer is None else names[death.killer],
            opponent=teams.get(death.opponent),
        )
        for death in deaths
        if death.team in teams
    ]
