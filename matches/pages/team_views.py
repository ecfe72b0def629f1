"""A team's own page, its players' pages, and the print of its roster."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from jobs.models import Scope
from jobs.queue import enqueue
from leagues.changes import version_of
from leagues.selectors import paper_of
from matches.pages.player_page import player_context
from matches.pages.team_page import team_context
from teams.access import team_for
from teams.models import TeamState
from teams.selectors import UNFOUNDED, team_url
from web.drawing.visitors_pages import visitors_page
from web.errors import Message, Refusal
from web.submission import press

NO_ROSTER = Message(
    id="matches.no_roster",
    text=_("{team} has no roster to print."),
    remedy=_("A team has a roster once it is approved. Teams from the league's records have none."),
    status=409,
)


@require_safe
def team(request: HttpRequest, team: str) -> HttpResponse:
    """A team's roster, goods, value, record and dead players. A draft has its own page."""
    found = team_for(request, team, "state_row")
    if found.state in UNFOUNDED:
        return redirect(team_url(found))
    context = team_context(request, found)
    return visitors_page(request, "matches/pages/team.html", context, [context["parts"]])


@require_safe
def player(request: HttpRequest, team: str, player: int) -> HttpResponse:
    """A player's sheet, level, matches and history."""
    found = team_for(request, team, "state_row")
    context = player_context(request, found, player, request.GET.get("page", ""))
    return visitors_page(request, "matches/pages/player.html", context, [context["parts"]])


@require_POST
def print_roster(request: HttpRequest, team: str) -> HttpResponse:
    """Request the roster as a PDF, in the user's paper size or else the league's; or the players as cards."""
    found = team_for(request, team)

    def ask() -> str:
        if not TeamState.objects.filter(team=found).exists():
            raise Refusal(NO_ROSTER, team=found.name)
        cards = "cards" in request.POST
        params: dict[str, Any] = {"team": found.pk, "paper": paper_of(request.user, found.league)}
        params |= {} if cards else {"record": "record" in request.POST}
        scope = Scope("team", str(found.pk))
        version = version_of(found.league)
        kind = "player_cards_pdf" if cards else "roster_pdf"
        return enqueue(kind, params, owner=request.user, scope=scope, version=version).file_address()

    return redirect(press(request, "print_roster", ask))
