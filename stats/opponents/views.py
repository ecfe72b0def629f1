"""Pages of opponents: two head to head, and the rivalries of a league."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from leagues.access import league_for
from leagues.changes import version_of
from leagues.models import League
from stats.opponents import page
from stats.opponents.asked import Asked, asked_of
from stats.played.tabs import kinds
from web.drawing.visitors_pages import visitors_page
from web.kept import Kept

FOLDER = "stats/opponents/"
FILTERS = f"{FOLDER}_filters.html"


@require_safe
def head_to_head(request: HttpRequest, slug: str) -> HttpResponse:
    """Any two teams or coaches of a league."""
    return _page(request, slug, "head_to_head", page.gather)


@require_safe
def rivalries(request: HttpRequest, slug: str) -> HttpResponse:
    """Who met most often, and how."""
    return _page(request, slug, "rivalries", page.gather_rivalries)


def _page(
    request: HttpRequest, slug: str, name: str, gather: Callable[[League, Asked], dict[str, Any]]
) -> HttpResponse:
    league = league_for(request, slug)
    asked = asked_of(league, request.GET)
    parts = Kept(
        (f"{FOLDER}_{name}.html", FILTERS),
        version=version_of(league),
        args=(name, league.pk, *asked.args),
        gather=lambda: gather(league, asked),
    )
    book = Asked(edition=asked.edition).address()
    context = {
        "parts": parts,
        "kinds": kinds(league, "rivalries", book, book),
        "query": replace(asked, one="", other="").address(),
    }
    return visitors_page(request, f"{FOLDER}{name}.html", context, [parts])
