"""Names for the ids in figures. They are read for every page and never kept with figures, so they are never old."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from competitions.models import Competition, Season
from competitions.models.bracket_names import Rounds
from competitions.models.fixtures import rounds_of_bracket
from competitions.names import TeamName, as_names, names_of, player_names
from competitions.trophies.champions import Over
from stats.played.coaches import Coach, coach_names
from teams.models import Team
from web.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Names by id: of players, teams (with coach, badge and address) and coaches."""

    players: Mapping[int, str]
    teams: Mapping[int, TeamName]
    coaches: Mapping[Coach, str]


def names_for(*, players: Iterable[int] = (), teams: Iterable[int] = (), coaches: Iterable[Coach] = ()) -> Names:
    """The names of these; one query for each kind, a second one for players without a name."""
    wanted, theirs, known = set(players), set(teams), set(coaches)
    return Names(
        players=player_names(wanted) if wanted else {},
        teams=as_names(_teams(list(theirs)), None) if theirs else {},
        coaches=coach_names(known) if known else {},
    )


@Prepared
def _teams(teams: Collection[int]) -> QuerySet[Team, Any]:
    return names_of(Team.objects.filter(pk__in=teams))


class CompetitionName(NamedTuple):
    """A competition: its season (row id), its name, and what its rounds are called."""

    season: int
    name: str
    rounds: Rounds


def seasons_named(league: int) -> dict[int, str]:
    """The names of a league's seasons by row id, the latest first; one query."""
    return {pk: name for pk, _number, name in seasons_numbered(league)}


@Prepared
def seasons_numbered(league: int) -> QuerySet[Season, Any]:
    """The row id, number and name of a league's seasons, the latest first."""
    return Season.objects.filter(league=league).order_by("-number").values_list("pk", "number", "name")


def competitions_named(league: int) -> dict[int, CompetitionName]:
    """The season and the name of a league's competitions by row id, latest season first; one query."""
    return seasons_and_competitions(league)[1]


def seasons_and_competitions(league: int) -> tuple[dict[int, str], dict[int, CompetitionName], list[Over]]:
    """The names of the seasons that have competitions, and of these, as the two functions above; and which of them are
    finished. One query."""
    found = _with_seasons(league)
    return (
        {season: called for _pk, season, called, *_others in found},
        {
            pk: CompetitionName(season, name, Rounds(scheduling, bracket, legs))
            for pk, season, _called, name, scheduling, legs, bracket, *_others in found
        },
        [
            Over(pk, public_id, name, season, called, played_for, tuple(versions))
            for pk, season, called, name, _kind, _legs, _bracket, public_id, state, played_for, *versions in found
            if state == Competition.State.FINISHED
        ],
    )


@Prepared
def _with_seasons(league: int) -> QuerySet[Competition, Any]:
    rows = Competition.objects.filter(season__league=league).order_by("-season__number", "pk")
    return rows.values_list(
        *("pk", "season", "season__name", "name", "scheduling", "legs", rounds_of_bracket("pk")),
        *("public_id", "state", "played_for", "version", "standings_version", "season__state"),
    )
