"""The deaths in matches: of a season, as its page lists them, or of any matches, as for a league's graveyard."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, date
from typing import NamedTuple

from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce, TruncDate
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
    match by its public id.

    Shirt and position are those in that match. ``when`` is its day, None for imported records; season and competition
    are row ids, None for a friendly. ``cause`` is what records from elsewhere say; empty if a report has to say it.
    """

    player: int
    team: int
    killer: int | None
    opponent: int
    match: str
    number: int | None = None
    position: str = ""
    when: date | None = None
    season: int | None = None
    competition: int | None = None
    cause: str = ""

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


_FIXTURE = "side__match__fixture__round__competition"
_COLUMNS = (
    "player", "side__team", "killed_by", "opponent", "side__match__public_id", "number", "position", "when",
    f"{_FIXTURE}__season", _FIXTURE, "cause",
)  # fmt: skip


def deaths_in(season: Season) -> tuple[Death, ...]:
    """The deaths in a season's matches that count, the latest first; without friendlies. One query."""
    where = {f"{_FIXTURE}__season": season, "side__match__state__in": Match.PLAYED}
    return deaths_where(Q(**where))


def deaths_where(lines: Q) -> tuple[Death, ...]:
    """The deaths among lines, as a condition that also says which matches count; the latest first. One query.

    A killer counts for the other team of that match, wherever they play now.
    """
    opponent = MatchSide.objects.filter(match=OuterRef("side__match")).exclude(side=OuterRef("side__side"))
    rows = PlayerLine.objects.filter(lines, died=True, player__isnull=False).annotate(
        opponent=Subquery(opponent.values("team")),
        when=Coalesce("side__match__played_on", TruncDate("side__match__confirmed_at", tzinfo=UTC)),
    )
    latest = F("when").desc(nulls_last=True)
    return tuple(Death(*row) for row in rows.order_by(latest, "-side__match", "pk").values_list(*_COLUMNS))


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
