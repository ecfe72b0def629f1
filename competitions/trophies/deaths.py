"""The deaths in matches: of a season, as its page lists them, or of any matches, as for a league's graveyard."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncDate
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from competitions.models import Competition, Season
from competitions.names import TeamName, page
from competitions.standings.kept_matches import Played, keep_by_matches, played_in, since_kept
from matches.models import Match, MatchSide, PlayerLine
from web.prepared import Prepared

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

    def __hash__(self) -> int:
        """By what differs most, as ``TeamName``."""
        return hash((self.death.player, self.death.match))

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


KEPT = "deaths"
"""The first word of their key in the cache."""

Placed = tuple[tuple[int, int, int], Death]
"""A death with what sorts it: the days since, the match, the line."""


def deaths_in(
    season: Season, competitions: Sequence[Competition] | None = None, played: Played | None = None
) -> tuple[Death, ...]:
    """The deaths in a season's matches that count, the latest first; without friendlies. Three queries at most.

    ``competitions`` are all of the season's, ``played`` their matches, for callers that have them already. Only the
    matches that came since the last reading are read.
    """
    competitions = list(season.competitions.order_by("pk")) if competitions is None else competitions
    played = played_in(competitions) if played is None else played
    since = since_kept(KEPT, competitions, played)
    whole = [pk for pk, each in since.items() if each.value is None]
    recent = [match for each in since.values() if each.value is not None for match in each.new]
    read: dict[int, list[Placed]] = {pk: [] for pk in since}
    passing: list[Placed] = []
    for match, placed in _placed(whole, [*recent, *played.going]):
        place = passing if match in played.going else read[placed[1].competition or 0]
        place.append(placed)
    found = {pk: (*(each.value or ()), *read[pk]) for pk, each in since.items()}
    changed = [each for each in competitions if since[each.pk].value is None or since[each.pk].new]
    keep_by_matches(KEPT, played, {each: tuple(sorted(found[each.pk])) for each in changed})
    return tuple(death for _place, death in sorted([*chain(*found.values()), *passing]))


def _placed(competitions: Collection[int], matches: Collection[int]) -> Iterator[tuple[int, Placed]]:
    """The deaths in all matches of competitions, and in some matches: each with its match, and placed. One query."""
    if not competitions and not matches:
        return
    for match, line, *death in _columns(list(competitions), list(matches)):
        found = Death(*death)
        day = found.when.toordinal() if found.when is not None else 0
        yield match, ((-day, -match, line), found)


@Prepared
def _columns(competitions: Collection[int], matches: Collection[int]) -> QuerySet[PlayerLine, Any]:
    all_of = Q(**{f"{_FIXTURE}__in": competitions, "side__match__state__in": Match.PLAYED})
    rows = _deaths(all_of | Q(side__match__in=matches)).order_by()
    return rows.values_list("side__match", "pk", *_COLUMNS)


def deaths_where(lines: Q) -> tuple[Death, ...]:
    """The deaths among lines, as a condition that also says which matches count; the latest first. One query.

    A killer counts for the other team of that match, wherever they play now.
    """
    return tuple(map(Death._make, _latest_first(lines)))


def deaths_of_league(league: int) -> tuple[Death, ...]:
    """The same of all matches of a league (row id), friendlies too."""
    return tuple(map(Death._make, _of_league(league)))


@Prepared
def _of_league(league: int) -> QuerySet[PlayerLine, Any]:
    return _latest_first(Q(side__match__league=league, side__match__state__in=Match.PLAYED))


def _latest_first(lines: Q) -> QuerySet[PlayerLine, Any]:
    latest = F("when").desc(nulls_last=True)
    return _deaths(lines).order_by(latest, "-side__match", "pk").values_list(*_COLUMNS)


def _deaths(lines: Q) -> QuerySet[PlayerLine]:
    opponent = MatchSide.objects.filter(match=OuterRef("side__match")).exclude(side=OuterRef("side__side"))
    return PlayerLine.objects.filter(lines, died=True, player__isnull=False).annotate(
        opponent=Subquery(opponent.values("team")),
        when=Coalesce("side__match__played_on", TruncDate("side__match__confirmed_at", tzinfo=UTC)),
    )


def shown_deaths(
    deaths: Collection[Death], names: Mapping[int, str], teams: Mapping[int, TeamName]
) -> list[ShownDeath]:
    """Deaths as a page shows them, of teams that are in the season; ``names`` are the players' by id."""
    return [
        _shown(
            death,
            names[death.player],
            teams[death.team],
            "" if death.killer is None else names[death.killer],
            teams.get(death.opponent),
        )
        for death in deaths
        if death.team in teams
    ]


@lru_cache(maxsize=2048)
def _shown(death: Death, name: str, team: TeamName, killer_name: str, opponent: TeamName | None) -> ShownDeath:
    """The same object as long as it is the same: a long season has hundreds, and few of them are new."""
    return ShownDeath(death=death, name=name, team=team, killer_name=killer_name, opponent=opponent)
