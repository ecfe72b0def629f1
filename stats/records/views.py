"""Pages of records: the record book, streaks and dice, the graveyard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from competitions.access import competition_for
from leagues.access import league_for
from leagues.changes import version_of
from leagues.models import League
from stats.records import graves, page
from stats.records.choices import Chosen, read
from web.drawing.visitors_pages import visitors_page
from web.kept import LONGEST_PAGE, Kept

FOLDER = "stats/records/"
TITLED = {"streaks": ("streaks_title",)}
"""The parts with the titles of pages that are called by what they have to show."""


@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """The record book of a league."""
    return _page(request, slug, "records", page.gather)


@require_safe
def streaks(request: HttpRequest, slug: str) -> HttpResponse:
    """Its longest streaks, and the dice against their expectation."""
    return _page(request, slug, "streaks", page.gather_streaks)


@require_safe
def of_competition(request: HttpRequest, competition: str) -> HttpResponse:
    """The records of one competition, among its own pages."""
    found = competition_for(request, competition)
    chosen = {"competition": found.public_id}
    if (book := found.edition or "") and book != found.season.league.ruleset.edition:
        chosen["book"] = book
    parts = _parts(found.season.league, "records", chosen, page.gather, own=True)
    return visitors_page(request, f"{FOLDER}competition.html", {"competition": found, "parts": parts}, [parts])


@require_safe
def graveyard(request: HttpRequest, slug: str) -> HttpResponse:
    """The dead of a league."""
    league = league_for(request, slug)
    asked, number = read(request.GET, "team"), request.GET.get("page", "")[:LONGEST_PAGE]
    parts = Kept(
        (f"{FOLDER}_graveyard.html", f"{FOLDER}_dead.html"),
        version=version_of(league),
        args=("graveyard", league.pk, number, *sorted(asked.items())),
        gather=lambda: graves.gather(league, asked, number),
    )
    return visitors_page(request, f"{FOLDER}graveyard.html", {"parts": parts}, [parts])


def _page(request: HttpRequest, slug: str, name: str, gather: Callable[[Chosen], dict[str, Any]]) -> HttpResponse:
    league = league_for(request, slug)
    parts = _parts(league, name, read(request.GET), gather)
    return visitors_page(request, f"{FOLDER}{name}.html", {"parts": parts}, [parts])


def record_book(league: League) -> Kept:
    """What everybody sees of the record book of a league."""
    return _parts(league, "records", {}, page.gather)


def _parts(
    league: League,
    name: str,
    asked: Mapping[str, str],
    gather: Callable[[Chosen], dict[str, Any]],
    *,
    own: bool = False,
) -> Kept:
    return Kept(
        tuple(f"{FOLDER}_{part}.html" for part in (name, "lead", *TITLED.get(name, ()))),
        version=version_of(league),
        args=(name, league.pk, own, *sorted(asked.items())),
        gather=lambda: gather(Chosen(league, asked)) | ({"choices": None} if own else {}),
    )
