"""Who won what: the champions of a league's finished competitions, through all seasons."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from competitions.models import Competition
from competitions.names import TeamName, teams_of_league
from competitions.standings.standings import standings_of_all
from competitions.trophies.award_rows import awards_by_tables
from competitions.trophies.awards import CHAMPION, RUNNER_UP
from leagues.models import League
from web.fingerprint import code
from web.kept import kept_values
from web.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Won:
    """A finished competition, or a conference of one by its name: its champions, more than one if they are level, and
    who came second."""

    competition: Competition
    champions: tuple[TeamName, ...]
    runners_up: tuple[TeamName, ...]
    conference: str = ""


def all_champions(league: League) -> list[Won]:
    """The finished competitions of a league that somebody won, the latest season first; each before its conferences.

    Two queries besides those of tables that are not cached, one for knock-outs, one for conferences that never meet,
    five for each such ladder.
    """
    finished = Competition.objects.filter(season__league=league, state=Competition.State.FINISHED)
    over = list(finished.select_related("season__league").order_by("-season__number", "pk"))
    tables = standings_of_all(over)
    awards, in_conferences = awards_by_tables(over, tables)
    teams = teams_of_league(league.pk, None)
    found = []
    for each in over:
        for conference, given in (("", awards.get(each.pk, ())), *in_conferences.get(each.pk, ())):
            won = {
                award.key: tuple(teams[winner.team] for winner in award.winners if winner.team in teams)
                for award in given
            }
            if won.get(CHAMPION):
                found.append(Won(each, won[CHAMPION], won.get(RUNNER_UP, ()), conference))
    return found


class Over(NamedTuple):
    """A finished competition. ``versions`` are what its champions depend on: its own versions and its season's state.

    ``played_for`` is the trophy at stake (row id), None if none is named.
    """

    id: int
    public_id: str
    name: str
    season: int
    season_name: str
    played_for: int | None
    versions: tuple[int, int, str]


class Title(NamedTuple):
    """A competition, or a conference of one, that a team (row id) won; ``shared`` if others are level."""

    team: int
    competition: Over
    conference: str
    shared: bool


def finished(competitions: Collection[int]) -> list[Over]:
    """Those of these competitions (row ids) that are finished, the latest season first; one query."""
    return [Over(*row[:6], row[6:]) for row in _finished(list(competitions))] if competitions else []


@Prepared
def _finished(competitions: Collection[int]) -> QuerySet[Competition, Any]:
    rows = Competition.objects.filter(state=Competition.State.FINISHED, pk__in=competitions)
    rows = rows.order_by("-season__number", "-season", "pk")
    return rows.values_list(
        *("pk", "public_id", "name", "season", "season__name", "played_for"),
        *("version", "standings_version", "season__state"),
    )


def titles_of(teams: Collection[int], over: Iterable[Over]) -> list[Title]:
    """What these teams (row ids) won of these competitions, in their order.

    Champions are kept: no query if all of them are. Those that are not kept yet are worked out by the queries of
    `all_champions`, but for that of the teams.
    """
    rows = {each.id: each for each in over}
    versions = {pk: " ".join(map(str, (code(), each.public_id, *each.versions))) for pk, each in rows.items()}
    kept = kept_values("champions", versions, _champions_by_id)
    return [
        Title(team, each, conference, len(champions) > 1)
        for pk, each in rows.items()
        for conference, champions in kept[pk]
        for team in champions
        if team in teams
    ]


Champions = list[tuple[str, tuple[int, ...]]]


def _champions_by_id(competitions: Iterable[int]) -> dict[int, Champions]:
    """The champions (row ids) of finished competitions and of their conferences, by the conference's name."""
    over = list(Competition.objects.filter(pk__in=list(competitions)).select_related("season__league").order_by("pk"))
    awards, in_conferences = awards_by_tables(over, standings_of_all(over))
    return {
        each.pk: [
            (conference, tuple(winner.team for winner in award.winners))
            for conference, given in (("", awards.get(each.pk, ())), *in_conferences.get(each.pk, ()))
            for award in given
            if award.key == CHAMPION
        ]
        for each in over
    }
