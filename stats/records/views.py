"""Pages of records: the record book, streaks and dice, the graveyard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from competitions.access import competition_for
from competitions.models import Competition
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
    parts = records_among(found)
    return visitors_page(request, f"{FOLDER}competition.html", {"competition": found, "parts": parts}, [parts])


@require_safe
def graveyard(request: HttpRequest, slug: str) -> HttpResponse:
    """The dead of a league."""
    league = league_for(request, slug)
    parts = graves_of(league, read(request.GET, "team"), request.GET.get("page", "")[:LONGEST_PAGE])
    return visitors_page(request, f"{FOLDER}graveyard.html", {"parts": parts}, [parts])


def _page(request: HttpRequest, slug: str, name: str, gather: Callable[[Chosen], dict[str, Any]]) -> HttpResponse:
    league = league_for(request, slug)
    parts = _parts(league, name, read(request.GET), gather)
    return visitors_page(request, f"{FOLDER}{name}.html", {"parts": parts}, [parts])


def record_book(league: League, asked: Mapping[str, str] = MappingProxyType({})) -> Kept:
    """What everybody sees of the record book of a league, with what an address asks for."""
    return _parts(league, "records", asked, page.gather)


def streak_book(league: League, asked: Mapping[str, str] = MappingProxyType({})) -> Kept:
    """What everybody sees of the streaks and dice of a league, with what an address asks for."""
    return _parts(league, "streaks", asked, page.gather_streaks)


def records_among(competition: Competition) -> Kept:
    """What everybody sees of the records of a competition; its season's league must have its ruleset."""
    league, chosen = competition.season.league, {"competition": competition.public_id}
    if (book := competition.edition or "") and book != league.ruleset.edition:
        chosen["book"] = book
    return _parts(league, "records", chosen, page.gather, own=True)


def graves_of(league: League, asked: Mapping[str, str], number: str = "") -> Kept:
    """What everybody sees of the dead of a league, on the page with this ``number``."""
    return Kept(
        (f"{FOLDER}_graveyard.html", f"{FOLDER}_dead.html"),
        version=version_of(league),
        args=("graveyard", league.pk, number, *sorted(asked.items())),
        gather=lambda: graves.gather(league, asked, number),
    )


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
