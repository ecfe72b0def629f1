"""What takes long after a correction, worked out by the request that made it.

Most figures go on with the matches that changed. Ratings, streaks and records go on from the first of them, and the
places in a table are ranked again from its round: that takes longer than a page may take its first reader. The pages
that show all of it are drawn too, for readers in other processes; workers draw them soon after, but not at once.

A correction may recount later matches of any number of competitions. Figures are worked out of all of them, but pages
are drawn of the first few only (`MOST_COMPETITIONS`), that of the corrected match before others. Those of others are
left to workers and to their readers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from django.urls import reverse

from competitions.extensions import worked_out_again
from competitions.models import Competition
from leagues.books import stored_edition
from leagues.models import League
from matches.models import Match, MatchSide
from stats.drawn_ahead import MOST_COMPETITIONS, OF_TEAM
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
    changed, books = _competitions(league, competitions), _books(league, matches)
    for competition in changed[:MOST_COMPETITIONS]:
        pictures.of_competition(competition).draw()
    if not books:
        return ()
    for edition in {stored_edition(league, each.edition) for each in changed}:
        for figure in GOING_ON:
            figure.of(whole(league, edition))
        totals_in(whole(league, edition))
    for each in changed:
        edition = stored_edition(league, each.edition)
        RECORDS.of(Scope(league=league, edition=edition, season=each.season_id, competition=each.pk))
    for part in _parts(league, changed[:MOST_COMPETITIONS], dict.fromkeys(books.values())):
        part.draw()
    corrected, edition = next(iter(books.items()))  # a correction may change dozens more
    return list(dict.fromkeys(_addresses(league, corrected, edition)))


def _competitions(league: League, competitions: Collection[int]) -> list[Competition]:
    """Those of the league among these, in their order: the first match's come first."""
    found = Competition.objects.filter(season__league=league).select_related("season").in_bulk(competitions)
    for each in found.values():
        each.season.league = league
    return [found[pk] for pk in competitions if pk in found]


def _books(league: League, matches: Collection[int]) -> dict[int, str]:
    """The books (stored editions) of the league's matches among these, in their order: the corrected one is first."""
    rows = Match.objects.filter(league=league, pk__in=matches).order_by() if matches else Match.objects.none()
    found = dict(rows.values_list("pk", "ruleset__edition"))
    return {pk: stored_edition(league, found[pk] or "") for pk in matches if pk in found}


def _parts(league: League, competitions: Sequence[Competition], books: Iterable[str]) -> Iterator[Kept]:
    """The pages of all that go on, by these books, as a reader opens them: another process would have to read what
    this one holds, before it draws them."""
    for competition in competitions:
        yield records.records_among(competition)
    for edition in books:
        chosen = {"book": edition} if edition else {}
        for kind, system in RATINGS:
            yield ratings.rated(league, Asked(kind=kind, system=system, edition=edition))
        yield records.record_book(league, chosen)
        yield records.streak_book(league, chosen)
        yield records.graves_of(league, chosen)
        yield pictures.of_league(Scope(league=league, edition=edition))
        for kind in (PLAYERS, TEAMS, COACHES, LISTS, *([STARS] if hires_stars(league) else [])):
            yield tables.statistics(league, Wanted(kind=kind, chosen=chosen))


def _addresses(league: League, match: int, edition: str) -> Iterator[str]:
    """The pages that are about a match, which was played by this book, its teams or coaches."""
    book = Asked(edition=edition).address()
    sides = MatchSide.objects.filter(match=match).order_by("pk")
    for address, team, coach in sides.values_list("match__public_id", "team__public_id", "team__coach"):
        yield reverse("matches:match", args=[address])
        yield reverse("matches:team", args=[team])
        for name in OF_TEAM:
            yield reverse(f"stats:{name}", args=[team])
        for name in OF_COACH if coach is not None else ():
            yield reverse(f"stats:{name}", args=[league.slug, Coach(coach).key]) + book
