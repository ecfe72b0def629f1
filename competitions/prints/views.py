"""Buttons that start a print; the page of the job shows its progress and has the file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from competitions.access import competition_for, season_for
from jobs.models import Scope
from jobs.queue import enqueue
from web.submission import press


@require_POST
def print_standings(request: HttpRequest, competition: str) -> HttpResponse:
    """A competition's table as a PDF, or its bracket once that is drawn."""
    found = competition_for(request, competition)
    kind = "bracket_pdf" if found.seed and found.format.printed is not None else "standings_pdf"

    def start() -> str:
        params, scope = {"competition": found.pk}, Scope("competition", str(found.pk))
        return enqueue(kind, params, owner=request.user, scope=scope).get_absolute_url()

    return redirect(press(request, "print_standings", start))


@require_POST
def print_rosters(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """A whole season's rosters in one PDF."""
    found = season_for(request, slug, season)

    def start() -> str:
        scope = Scope("season", str(found.pk))
        return enqueue("season_rosters_pdf", {"season": found.pk}, owner=request.user, scope=scope).get_absolute_url()

    return redirect(press(request, "print_rosters", start))
