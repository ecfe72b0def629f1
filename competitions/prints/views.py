"""Buttons that start a print. What was printed and has not changed since is handed out again."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from competitions.access import competition_for, season_for
from jobs.models import Scope
from jobs.queue import enqueue
from leagues.changes import version_of
from web.submission import press


@require_POST
def print_standings(request: HttpRequest, competition: str) -> HttpResponse:
    """A competition's table as a PDF, or its bracket once that is drawn; or a ``poster`` of that, large or small."""
    found = competition_for(request, competition)
    bracket = bool(found.seed) and found.format.printed is not None
    params: dict[str, Any] = {"competition": found.pk}
    kind = "bracket_pdf" if bracket else "standings_pdf"
    if bracket and (poster := request.POST.get("poster")):
        kind, params["large"] = "poster_pdf", poster == "large"

    def start() -> str:
        scope = Scope("competition", str(found.pk))
        version = version_of(found.season.league)
        return enqueue(kind, params, owner=request.user, scope=scope, version=version).file_address()

    return redirect(press(request, "print_standings", start))


@require_POST
def print_rosters(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """A whole season's rosters in one PDF, with the teams' matches if they are wanted."""
    found = season_for(request, slug, season)

    def start() -> str:
        scope = Scope("season", str(found.pk))
        asked = {"owner": request.user, "scope": scope, "version": version_of(found.league)}
        params = {"season": found.pk, "record": "record" in request.POST}
        return enqueue("season_rosters_pdf", params, **asked).file_address()

    return redirect(press(request, "print_rosters", start))
