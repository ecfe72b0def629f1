"""What takes long after a correction, worked out by the request that made it.

Most figures go on with the matches that changed. Ratings, streaks and records go on from the first of them, and the
places in a table are ranked again from its round: that takes longer than a page may take its first reader. The pages
that show all of it are drawn too, for readers in other processes; workers draw them soon after, but not at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from django.urls import reverse

from competitions.extensions import worked_out_again
from competitions.models import Competition
from leagues.books import stored_edition
from leagues.models import League
from matches.models import MatchSide
from stats.drawn_ahead import OF_TEAM
from stats.pictures import views as pictures
from stats.played.coaches import Coach
from stats.played.kept import Figure
from stats.played.scope import Scope, whole
from stats.played.tabs import hires_stars
from stats.ratings import views as ratings
from stats.ratings.courses import RATINGS
from stats.ratings.table import Asked
from stats.records import views as records
from stats.records.book import RECORDS
from stats.records.streaks import STREAKS
from stats.tables import views as tables
from stats.tables.kept_sums import totals_in
from stats.tables.measures import COACHES, LISTS, PLAYERS, STARS, TEAMS
from stats.tables.wanted import Wanted
from web.kept import Kept

GOING_ON: tuple[Figure[Any], ...] = (*RATINGS.values(), STREAKS, RECORDS)
"""Figures that are worked out again from the first match that changed."""
OF_COACH = ("coach", "coach_rating")


@worked_out_again.add
def work_out_figures(league: League, competitions: Collection[int], matches: Collection[int]) -> Sequence[str]:
    """Work out what goes on from matches that changed; of competitions, what decisions, draws and set-up change too.

    These change no match, only tables: then the other figures are as they were.
    """
    rows = Competition.objects.filter(season__league=league, pk__in=competitions).select_related("season")
    changed = list(rows.order_by("pk"))
    for competition in changed:
        competition.season.league = league
        pictures.of_competition(competition).draw()
    if not matches:
        return ()
    for edition in {stored_edition(league, each.edition) for each in changed}:
        for figure in GOING_ON:
            figure.of(whole(league, edition))
        totals_in(whole(league, edition))
    for each in changed:
        edition = stored_edition(league, each.edition)
        RECORDS.of(Scope(league=league, edition=edition, season=each.season_id, competition=each.pk))
    for part in _parts(league, changed):
        part.draw()
    return list(dict.fromkeys(_addresses(league, list(matches)[:1])))  # of the corrected one: it may change dozens


def _parts(league: League, competitions: Sequence[Competition]) -> Iterator[Kept]:
    """The pages of all that go on: another process would have to read what this one holds, before it draws them."""
    for edition in {stored_edition(league, each.edition): None for each in competitions}:
        for kind, system in RATINGS:
            yield ratings.rated(league, Asked(kind=kind, system=system, edition=edition))
    yield records.record_book(league)
    yield records.streak_book(league)
    for competition in competitions:
        yield records.records_among(competition)
    yield records.graves_of(league, {})
    yield pictures.of_league(Scope(league=league))
    for kind in (PLAYERS, TEAMS, COACHES, LISTS, *([STARS] if hires_stars(league) else [])):
        yield tables.statistics(league, Wanted(kind=kind, chosen={}))


def _addresses(league: League, matches: Collection[int]) -> Iterator[str]:
    """The pages that are about these matches, their teams or coaches."""
    sides = MatchSide.objects.filter(match__in=matches).order_by("pk")
    for match, team, coach in sides.values_list("match__public_id", "team__public_id", "team__coach"):
        yield reverse("matches:match", args=[match])
        yield reverse("matches:team", args=[team])
        for name in OF_TEAM:
            yield reverse(f"stats:{name}", args=[team])
        for name in OF_COACH if coach is not None else ():
            yield reverse(f"stats:{name}", args=[league.slug, Coach(coach).key])
