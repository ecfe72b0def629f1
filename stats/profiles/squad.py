"""The squad of a team through the seasons: who played in which, and how those who are gone left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.names import TeamName
from matches.models import Match, PlayerLine
from rules.sheet.sheet import TeamSheet
from stats.opponents.meetings import Meeting
from stats.played.scope import Scope
from teams.models import Player, Team
from teams.presentation.presentation import how_left
from teams.presentation.shirts import cut_of, mark_of
from web.prepared import Prepared


class Line(NamedTuple):
    """A player's line in a match, by row ids."""

    match: int
    player: int
    number: int | None
    position: str
    spp: int
    died: bool
    killed_by: int | None


_COLUMNS = ("side__match", "player", "number", "position", "spp", "died", "killed_by")


class Played(NamedTuple):
    """What a player did in a season: matches, and the points earned in them."""

    matches: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A player of a team's whole life. ``seasons`` has what they did in each, None where they did not play.

    ``how`` is how they left, empty for those on the roster. Who died has the match, and the killer if one is known.
    """

    name: str
    url: str
    number: int | None
    position: str
    cut: str
    mark: str
    seasons: tuple[Played | None, ...]
    total: Played
    how: str = ""
    match_url: str = ""
    against: str = ""
    killer: str = ""
    killer_url: str = ""


def squad_of(
    team: Team,
    sheet: TeamSheet | None,
    scope: Scope,
    met: Sequence[Meeting],
    seasons: Sequence[int | None],
    teams: Mapping[int, TeamName],
) -> list[Member]:
    """All players that a team ever had, those on the roster first; two queries.

    ``met`` are its matches, ``seasons`` their seasons by row id, in the order of the columns; None for friendlies.
    ``teams`` are its opponents.
    """
    theirs: dict[int, list[Line]] = defaultdict(list)
    several = getattr(team.league, "several_books", True)
    rows = list(_lines(scope.matches("side__match__"), team.pk)) if several else _lines_of(team.league_id, team.pk)
    for line in map(Line._make, rows):
        theirs[line.player].append(line)
    gone = {each.line.player: each for each in sheet.departed} if sheet is not None else {}
    here = {each.player: each for each in sheet.players if not each.endless} if sheet is not None else {}
    players = list(dict.fromkeys((*here, *gone, *theirs)))
    killers = {line.killed_by for lines in theirs.values() for line in lines if line.killed_by is not None}
    names = dict(_names(sorted({*players, *killers}))) if players else {}
    player_page = reverse("matches:player", args=[team.public_id, 0]).removesuffix("0/")
    by_match = {each.match.id: each for each in met}
    found, team_list = [], team.lists.get(team.team_list)
    for player in players:
        on_sheet = here.get(player) or (gone[player].line if player in gone else None)
        last = theirs[player][-1] if theirs[player] else None
        position = on_sheet.position if on_sheet is not None else last.position if last else ""
        death = next((line for line in theirs[player] if line.died), None)
        left = "dead" if death is not None else gone[player].how if player in gone and player not in here else ""
        found.append(
            Member(
                name=names.get(player) or position or _("(no name)"),
                url=f"{player_page}{player}/",
                number=on_sheet.number if on_sheet is not None else last.number if last else None,
                position=position,
                cut=cut_of(team_list, position),
                mark=mark_of(dead=left == "dead", absent=not left and on_sheet is not None and on_sheet.misses_next),
                seasons=_by_season(theirs[player], by_match, seasons),
                total=_sum(theirs[player]),
                how=how_left(left),
                **_death(death, by_match.get(death.match) if death is not None else None, names, teams),
            )
        )
    return sorted(found, key=lambda each: (True, 0) if each.how else (False, each.number or 0))


@Prepared
def _lines_of(league: int, team: int) -> QuerySet[PlayerLine, Any]:
    return _lines(Q(side__match__league=league, side__match__state__in=Match.PLAYED), team)


def _lines(matches: Q, team: int) -> QuerySet[PlayerLine, Any]:
    rows = PlayerLine.objects.filter(matches, side__team=team, player__isnull=False)
    return rows.order_by("pk").values_list(*_COLUMNS)


@Prepared
def _names(players: Collection[int]) -> QuerySet[Player, Any]:
    return Player.objects.filter(pk__in=players).order_by().values_list("pk", "name")


def _by_season(
    lines: Collection[Line], by_match: Mapping[int, Meeting], seasons: Sequence[int | None]
) -> tuple[Played | None, ...]:
    each: dict[int | None, list[Line]] = defaultdict(list)
    for line in lines:
        if line.match in by_match:
            each[by_match[line.match].match.season].append(line)
    return tuple(_sum(each[season]) if each[season] else None for season in seasons)


def _sum(lines: Collection[Line]) -> Played:
    return Played(len(lines), sum(line.spp for line in lines))


def _death(
    death: Line | None, met: Meeting | None, names: Mapping[int, str], teams: Mapping[int, TeamName]
) -> dict[str, str]:
    """Where and by whom a player died, as far as the rows know."""
    if death is None or met is None:
        return {}
    opponent, killer = teams[met.other.team], death.killed_by
    found = {"match_url": reverse("matches:match", args=[met.match.public_id]), "against": opponent.name}
    if killer is not None:
        found |= {"killer": names.get(killer) or _("(no name)"), "killer_url": opponent.player_url(killer)}
    return found
