"""Gathers a season's almanac: its tables, teams, matches, and what it is remembered for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from competitions.models import Competition, Season
from competitions.names import TeamName, teams_named
from competitions.prints.prints import standings_print
from competitions.prints.standings_pdf import StandingsPrint
from competitions.rulings.going_on import competitions_of
from competitions.trophies.award_rows import SeasonAwards, awards_of_season
from competitions.trophies.awards import CHAMPION
from competitions.trophies.page import honours_in
from stats.almanac import honours
from stats.almanac.data import Almanac, Squad
from stats.almanac.hall import hall_of
from stats.almanac.played import Played, games_of, played_in, record_of, scopes_of, told_of
from stats.almanac.squads import squads_of, teams_of
from teams.models import Team
from teams.presentation.worn import worn_by
from web.crests.crest import crest_in
from web.crests.paper import Worn


def almanac_of(season: Season) -> Almanac:
    """The almanac of a season as it is now.

    The queries are a fixed number, a few for each competition, and one or two for each team.
    """
    league = season.league
    competitions = [each for each in competitions_of(season) if each.state != Competition.State.DRAFT]
    teams = teams_of(season)
    names = teams_named(league.teams.filter(entries__competition__season=season).distinct(), user=None)
    worn = worn_by(teams)
    scopes = scopes_of(season)
    played = [played_in(scope) for scope in scopes]
    awards = awards_of_season(season, competitions)
    chapters = [
        honours.leaders(competitions, names),
        honours.awards(season, competitions, awards, names),
        honours.records(season, [part.book.key for part in played if part.matches]),
        honours.fallen(awards, names),
    ]
    told = [
        told_of(each, part, names, worn)
        for each in competitions
        for part in played
        if part.book.key == season.book_of(each.edition).key
    ]
    return Almanac(
        league=league.name,
        season=season.name,
        when=_when(played),
        worn=Worn(crest_in(league.crest)),
        champions=_champions(competitions, awards, names, worn),
        tables=[_table(each) for each in competitions],
        squads=_squads(season, teams, worn, played, names, competitions),
        matches=[each for each in told if each is not None],
        chapters=[each for each in chapters if each.parts],
        hall=hall_of(season),
    )


def _table(competition: Competition) -> StandingsPrint:
    """The table or bracket without its fixtures: the matches have pages of their own."""
    shown = standings_print(competition)
    return replace(shown, view=replace(shown.view, rounds=()))


def _squads(
    season: Season,
    teams: Sequence[Team],
    worn: Mapping[int, Worn],
    played: Sequence[Played],
    names: Mapping[int, TeamName],
    competitions: Sequence[Competition],
) -> list[Squad]:
    games = games_of(played, names, {each.pk: each.name for each in competitions})
    won: dict[int | None, list[str]] = {}
    for each in honours_in(season):
        won.setdefault(each.team_id, []).append(", ".join(filter(None, (each.trophy, each.role, each.player))))
    found = []
    for team, squad in squads_of(season, teams, worn):
        record = [fact for part in played for fact in record_of(team.pk, part)]
        facts = [*record, *squad.facts]
        found.append(replace(squad, facts=facts, games=games.get(team.pk, ()), honours=won.get(team.pk, ())))
    return found


def _champions(
    competitions: Sequence[Competition], awards: SeasonAwards, teams: Mapping[int, TeamName], worn: Mapping[int, Worn]
) -> list[tuple[str, str, Worn]]:
    found = []
    for each in competitions:
        of_conferences = awards.conferences.get(each.pk, ())
        for conference, given in (("", awards.competitions.get(each.pk, ())), *of_conferences):
            name = ": ".join(filter(None, (each.name, conference)))
            for award in given:
                winners = [winner.team for winner in award.winners if winner.team in teams]
                if award.key == CHAMPION and winners:
                    found.append((name, ", ".join(teams[team].name for team in winners), worn[winners[0]]))
    return found


def _when(played: Sequence[Played]) -> str:
    """From the first day of the season's matches to the last."""
    days = sorted(match.when for part in played for match in part.matches if match.when)
    if not days:
        return ""
    first, last = (date_format(day, "j F Y") for day in (days[0], days[-1]))
    return first if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}
