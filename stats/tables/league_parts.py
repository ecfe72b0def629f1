"""Which part of a league's life a page is about: book, season, competition, with or without friendlies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from competitions.models import Competition, Season
from competitions.models.fixtures import rounds_of_bracket
from leagues.books import books_of
from leagues.models import League
from matches.models import Match
from rules.book.book import Book
from stats.played.scope import Scope
from stats.tables.filters import ALL_TIME, Choices
from web.prepared import Prepared

WITH = "with"
"""The choice of friendlies, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """The scope with its competitions, what was chosen or taken as chosen, and what else there is to choose."""

    scope: Scope
    competitions: Sequence[Competition]
    chosen: Mapping[str, str]
    offered: Mapping[str, Choices]


def parts_of(league: League, chosen: Mapping[str, str]) -> Part:
    """The part that a reader chose, by the names of `stats.tables.filters`; a wrong choice counts as none.

    Without a choice it is the open season if anything was played in it, else all time. One query for a league of one
    book that has no friendlies to choose, three at most.
    """
    books = books_of(league)
    book = next((each for each in books if each.key == chosen.get("book")), books[0])
    edition = "" if book is books[0] else book.key
    rows = [row for row in _competitions(league.pk) if row.edition in _stored(league, edition)]
    seasons = {str(row.season.number): row.season for row in rows}
    competition = next((row for row in rows if row.public_id == chosen.get("competition")), None)
    season = seasons.get(_season(chosen, rows, competition))
    if competition is not None and competition.season != season:
        competition = None
    inside = [row for row in rows if season is None or row.season == season]
    friendlies = season is None and competition is None and bool(_friendlies(league.pk))
    scope = Scope(
        league=league,
        edition=edition,
        season=season.pk if season is not None else None,
        competition=competition.pk if competition is not None else None,
        friendlies=friendlies and chosen.get("friendlies") == WITH,
    )
    return Part(
        scope=scope,
        competitions=[competition] if competition is not None else inside,
        chosen=_taken(books, book, season, competition, scope),
        offered=_offered(books, seasons, inside, season, friendlies=friendlies),
    )


def _season(chosen: Mapping[str, str], rows: Sequence[Competition], competition: Competition | None) -> str:
    if "season" in chosen:
        return chosen["season"]
    if competition is not None:
        return str(competition.season.number)
    under_way = [row.season.number for row in rows if row.season.state == Season.State.OPEN and row.played]
    return str(max(under_way)) if under_way else ALL_TIME


def _taken(
    books: Sequence[Book], book: Book, season: Season | None, competition: Competition | None, scope: Scope
) -> dict[str, str]:
    found = {"season": str(season.number) if season is not None else ALL_TIME}
    if len(books) > 1:
        found["book"] = book.key
    if competition is not None:
        found["competition"] = competition.public_id
    if scope.friendlies:
        found["friendlies"] = WITH
    return found


def _offered(
    books: Sequence[Book],
    seasons: Mapping[str, Season],
    inside: Sequence[Competition],
    season: Season | None,
    *,
    friendlies: bool,
) -> dict[str, Choices]:
    found: dict[str, Choices] = {}
    if len(books) > 1:
        found["book"] = [(book.key, book.name) for book in books]
    found["season"] = [*((number, each.name) for number, each in seasons.items()), (ALL_TIME, _("All time"))]
    # Under all time a competition could not be told from one that is left over from the season before.
    if season is not None:
        found["competition"] = [(row.public_id, row.name) for row in inside]
    if friendlies:
        found["friendlies"] = [(WITH, _("With friendlies"))]
    return found


@Prepared
def _competitions(league: int) -> QuerySet[Competition]:
    """A league's competitions, those of the latest season first.

    ``played`` says whether a match of one counts, ``bracket`` how many rounds its bracket has.
    """
    matches = Match.objects.filter(fixture__round__competition=OuterRef("pk"), state__in=Match.PLAYED)
    rows = Competition.objects.filter(season__league=league).select_related("season")
    rows = rows.annotate(played=Exists(matches), bracket=rounds_of_bracket("pk"))
    columns = ("public_id", "name", "edition", "scheduling", "legs", "standings_version")
    of_season = ("season__number", "season__name", "season__state", "season__league")
    return rows.only(*columns, *of_season).order_by("-season__number", "pk")


def _stored(league: League, edition: str) -> tuple[str, ...]:
    return (edition,) if edition else ("", league.ruleset.edition)


@Prepared
def _friendlies(league: int) -> QuerySet[Match, int]:
    """One of a league's friendlies that count."""
    rows = Match.objects.filter(league=league, fixture__isnull=True, state__in=Match.PLAYED)
    return rows.order_by().values_list("pk", flat=True)[:1]
