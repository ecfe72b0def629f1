"""Pages of pictures: of a competition, of a league, of a team."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competitions.access import competition_for, marks_of
from competitions.parts import kept_parts
from leagues.access import chosen_ruleset, league_for
from leagues.books import rulesets_of
from leagues.changes import version_of
from stats.pictures import pages
from stats.played.scope import Scope
from teams.access import team_for
from teams.selectors import UNFOUNDED, team_url
from web.kept import Kept

FOLDER = "stats/pictures/"
PICTURES = f"{FOLDER}_pictures.html"
RUNS = {"runs"}


@require_safe
def competition(request: HttpRequest, competition: str) -> HttpResponse:
    """The pictures of a competition; the reader's own teams stand out."""
    found = competition_for(request, competition)
    own = sorted(marks_of(request) - RUNS)
    parts = kept_parts(
        request, found, PICTURES, args=("pictures", *own), marks=(), gather=lambda: pages.of_competition(found, own)
    )
    return render(request, "stats/pictures/competition.html", {"competition": found, "parts": parts})


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The pictures of all that a league has played by one of its books."""
    found = league_for(request, slug)
    rulesets = rulesets_of(found)
    chosen = chosen_ruleset(request, rulesets)
    own = frozenset(_own_teams(request, found))
    scope = Scope(league=found, edition="" if chosen == rulesets[0] else chosen.edition)
    parts = Kept(
        (PICTURES,),
        version=version_of(found),
        args=("pictures", found.slug, scope.edition, *sorted(own)),
        gather=lambda: pages.of_league(scope, own),
    )
    context = {"parts": parts, "books": rulesets if len(rulesets) > 1 else (), "chosen": chosen}
    return render(request, "stats/pictures/league.html", context)


def _own_teams(request: HttpRequest, found: object) -> list[int]:
    if not request.user.is_authenticated:
        return []
    return list(request.league.teams.filter(coach=request.user).values_list("pk", flat=True))


@require_safe
def team(request: HttpRequest, team: str) -> HttpResponse:
    """Worth, gold, squad and dice of a team."""
    found = team_for(request, team, "state_row")
    if found.state in UNFOUNDED:
        return redirect(team_url(found))
    parts = Kept(
        (PICTURES,),
        version=version_of(found.league),
        args=("pictures", found.public_id),
        gather=lambda: pages.of_team(found),
    )
    return render(request, "stats/pictures/team.html", {"team": found, "team_url": team_url(found), "parts": parts})


@require_safe
def player(request: HttpRequest, team: str, player: int) -> HttpResponse:
    """The career of a player was a page of its own; it is a part of the player's page."""
    return redirect("matches:player", team_for(request, team).public_id, player, permanent=True)
