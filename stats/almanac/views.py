"""The button that prints a season's almanac. What was printed and has not changed since is handed out again."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from competitions.access import season_for
from jobs.models import Scope
from jobs.queue import enqueue
from leagues.changes import version_of
from stats.almanac.job import KIND
from web.submission import press


@require_POST
def print_almanac(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """A season as a printed book."""
    found = season_for(request, slug, season)

    def start() -> str:
        scope = Scope("season", str(found.pk))
        asked = {"owner": request.user, "scope": scope, "version": version_of(found.league)}
        return enqueue(KIND, {"season": found.pk}, **asked).file_address()

    return redirect(press(request, "print_almanac", start))
