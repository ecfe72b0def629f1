"""Pages of statistics: one for each kind of table, each also as a CSV file."""

from __future__ import annotations

from collections.abc import Collection

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from competitions.access import marks_of
from leagues.access import league_for
from leagues.changes import version_of
from leagues.models import League
from stats.played.tabs import hires_stars, kinds
from stats.tables.csv_file import csv_file
from stats.tables.filters import SCOPES
from stats.tables.measures import COACHES, LISTS, PLAYERS, STARS, TEAMS
from stats.tables.page import gather
from stats.tables.wanted import Wanted, wanted
from web.drawing.visitors_pages import visitors_page
from web.kept import Kept

LEAD, TABLE = "stats/tables/_lead.html", "stats/tables/_statistics.html"


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """What players did."""
    return _page(request, slug, PLAYERS)


@require_safe
def teams(request: HttpRequest, slug: str) -> HttpResponse:
    """What teams did."""
    return _page(request, slug, TEAMS)


@require_safe
def coaches(request: HttpRequest, slug: str) -> HttpResponse:
    """What coaches did with all their teams."""
    return _page(request, slug, COACHES)


@require_safe
def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """What the teams of each list did."""
    return _page(request, slug, LISTS)


@require_safe
def stars(request: HttpRequest, slug: str) -> HttpResponse:
    """What hired star players did."""
    return _page(request, slug, STARS)


def _page(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    league = league_for(request, slug)
    if kind == STARS and not hires_stars(league):
        raise Http404
    asked = wanted(kind, request.GET)
    if request.GET.get("format") == "csv":
        headers = {"Content-Disposition": f'attachment; filename="{league.slug}-{kind}.csv"'}
        return HttpResponse(csv_file(league, asked), content_type="text/csv; charset=utf-8", headers=headers)
    parts = statistics(league, asked, marks_of(request))
    context = {"parts": parts, "kinds": _kinds(league, asked)}
    return visitors_page(request, "stats/tables/statistics.html", context, [parts])


def statistics(league: League, asked: Wanted, marks: Collection[str] = ()) -> Kept:
    """What everybody sees of a table."""
    return Kept(
        (LEAD, TABLE),
        version=version_of(league),
        args=(league.pk, *asked.args),
        marks=marks,
        gather=lambda: gather(league, asked),
    )


def _kinds(league: League, asked: Wanted) -> list[dict[str, object]]:
    """Links to the other pages, about the same part of the league's life."""
    return kinds(league, asked.kind, asked.address_of(SCOPES), asked.address_of(("book",)))
