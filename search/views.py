"""The page of search, over all leagues that the visitor may see and in one league.

A script asks for the same address while the visitor types, and gets the results alone: on the page, or below the bar of
every page.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from leagues.access import league_for
from leagues.models import League
from search.asked import SHORTEST, query_of
from search.everything import KINDS, found
from web.fair_use import limits_visitors

IN_BAR = "bar-found"
"""What the script of the bar calls the place of its results."""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search everything: `?q=` is the query, `?kind=` asks for more of one kind."""
    return _results(request, None)


@require_safe
def in_league(request: HttpRequest, slug: str) -> HttpResponse:
    """Search one league and its books."""
    return _results(request, league_for(request, slug))


@limits_visitors
def _results(request: HttpRequest, league: League | None) -> HttpResponse:
    query = query_of(request.GET.get("q", ""))
    kind = request.GET.get("kind", "")
    kind = kind if kind in KINDS else ""
    context = {
        "query": query,
        "shortest": SHORTEST,
        "groups": found(query, request.user, league, kind),
        "kind": kind,
        "here": reverse("search:in_league", args=[league.slug]) if league else reverse("search:search"),
        "everywhere": f"{reverse('search:search')}?{urlencode({'q': query.typed})}" if league else "",
    }
    part = request.htmx and not request.htmx.history_restore_request
    template = "search" if not part else "_in_bar" if request.htmx.target == IN_BAR else "_results"
    response = render(request, f"search/{template}.html", context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
