"""Who won what: the champions of a league's finished competitions, through all seasons."""

from __future__ import annotations

from dataclasses import dataclass

from competitions.models import Competition
from competitions.names import TeamName, teams_of_league
from competitions.standings.standings import standings_of_all
from competitions.trophies.award_rows import awards_by_tables
from competitions.trophies.awards import CHAMPION, RUNNER_UP
from leagues.models import League


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
