"""What the pages of pictures show. The number of queries depends neither on the years nor on the matches."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, NamedTuple

from competitions.models import Competition
from competitions.ranking.lines import cut_lines_of
from competitions.standings.chart import climb_chart, places_chart
from competitions.standings.competition_page import entrants_of
from competitions.standings.places import places_by_round
from competitions.standings.standings import standings_of
from stats.pictures.causes import causes_of, kept_causes
from stats.pictures.dice import dice_by_coach, kept_dice_charts, together_words
from stats.pictures.fairness import Fairness
from stats.pictures.results import kept_grid
from stats.pictures.scorers import kept_scorers, scorers_of
from stats.pictures.worth import course_of, kept_squad, kept_worth
from stats.played.coaches import present_coach
from stats.played.names import names_for
from stats.played.scope import Scope, whole
from teams.ledger import ledger
from teams.models import Team
from teams.selectors import names_of
from web.charts.layout import kept_chart


class Rolled(NamedTuple):
    """A line of the dice by coach; ``slug`` is that of the league."""

    slug: str
    account: int | None
    name: str
    found: Fairness
    words: str


def scope_of(competition: Competition) -> Scope:
    """The matches of a competition."""
    return Scope(league=competition.season.league, edition=competition.edition, competition=competition.pk)


def of_competition(competition: Competition, mine: Collection[str]) -> dict[str, Any]:
    """The race, the results, scorers and injuries of a competition, for a reader with these marks."""
    teams = entrants_of(competition)
    teams = {pk: replace(team, mine=True) if team.mark in mine else team for pk, team in teams.items()}
    own = frozenset(pk for pk, team in teams.items() if team.mine)
    places, scope = places_by_round(competition), scope_of(competition)
    standings = standings_of(competition)
    cuts, ranked = cut_lines_of(competition), competition.format.ranked_by_table
    after = cuts[0].after if cuts else 0
    worn = repr([(pk, team.name, team.crest, team.mine) for pk, team in teams.items()])  # once for both races
    signs = {
        "places": (places, standings.rounds, worn, after),
        "climb": (standings.climb, standings.rounds, [line.team for line in standings.lines], worn),
    }
    races = {
        "places": lambda: places_chart(places, standings.rounds, teams, line_after=after),
        "climb": lambda: climb_chart(standings, teams),
    }
    drawn = [kept_chart(name, signs[name], draw) for name, draw in races.items()] if ranked else []
    return {
        "races": [each for each in drawn if each],
        "grid": kept_grid(competition, standings, teams),
        "drawings": [each for each in (kept_scorers(scope, own, teams), kept_causes(scope, own, teams)) if each],
    }


def of_league(scope: Scope, reader: int | None) -> dict[str, Any]:
    """The scorers, injuries and dice of a scope; the teams of the ``reader`` (an account) stand out.

    Ten queries at most.
    """
    coaches = dice_by_coach(scope)
    shown = {team for _player, team in scorers_of(scope)} | set(causes_of(scope))
    teams = names_for(teams=shown).teams
    mine = frozenset(pk for pk, team in teams.items() if reader is not None and team.coach_id == reader)
    names = {present_coach(team.coach_id, team.coach): team.coach for team in teams.values()}
    names |= names_for(coaches={each.coach for each in coaches} - names.keys()).coaches
    return {
        "drawings": [each for each in (kept_scorers(scope, mine, teams), kept_causes(scope, mine, teams)) if each],
        "dice": kept_dice_charts(scope),
        "coaches": [
            Rolled(scope.league.slug, each.coach.account, names[each.coach], each.found, each.words) for each in coaches
        ],
        "together": together_words(coaches),
    }


def of_team(team: Team) -> dict[str, Any]:
    """Worth, gold, squad and dice of a team."""
    state = getattr(team, "state_row", None)
    sheet = ledger.sheet_in(state) if state is not None else None
    charts = (kept_worth(team, course_of(team)), kept_squad(team, sheet, names_of(team)))
    scope = whole(team.league, team.edition, friendlies=True)
    return {
        "drawings": [each for each in charts if each],
        "dice": kept_dice_charts(scope, lambda rolls: rolls.team == team.pk),
    }
