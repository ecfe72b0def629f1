"""Pages of pictures: of a competition, of a league, of a team."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from competitions.access import competition_for, marks_of
from competitions.models import Competition
from competitions.parts import parts_of
from leagues.access import chosen_ruleset, league_for
from leagues.books import rulesets_of
from leagues.changes import version_of
from leagues.models import Ruleset
from stats.pictures import pages
from stats.played.names import seasons_numbered
from stats.played.scope import Scope
from stats.played.tabs import kinds
from teams.access import team_for
from teams.selectors import UNFOUNDED, team_url
from web.drawing.choices import Choice, Choices
from web.drawing.visitors_pages import visitors_page
from web.kept import Kept

FOLDER = "stats/pictures/"
PICTURES = f"{FOLDER}_pictures.html"
RUNS = {"runs"}


@require_safe
def competition(request: HttpRequest, competition: str) -> HttpResponse:
    """The pictures of a competition; the reader's own teams stand out."""
    found = competition_for(request, competition)
    own = sorted(marks_of(request) - RUNS)
    parts = of_competition(found, own)
    context = {"competition": found, "parts": parts}
    return visitors_page(request, "stats/pictures/competition.html", context, [parts])


def of_competition(found: Competition, own: Sequence[str] = ()) -> Kept:
    """The pictures of a competition, for coaches of teams with these marks or for everybody."""
    gather = partial(pages.of_competition, found, own)
    return parts_of(found, PICTURES, args=("pictures", *own), gather=gather)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The pictures of all that a league has played by one of its books, or of one season."""
    found = league_for(request, slug)
    rulesets = rulesets_of(found)
    chosen = chosen_ruleset(request, rulesets)
    seasons = [(number, pk, name) for pk, number, name in seasons_numbered(found.pk)]
    number = request.GET.get("season", "")
    season = next((pk for each, pk, _name in seasons if str(each) == number), None)
    scope = Scope(
        league=found,
        edition="" if chosen == rulesets[0] else chosen.edition,
        season=season,
    )
    # Only a member can have a team here; a reader without one sees what everybody sees.
    reader = request.user.pk if found.my_role else None
    parts = of_league(scope, reader)
    book = chosen.edition if scope.edition else ""
    context = {
        "parts": parts,
        "kinds": kinds(found, "pictures", book=f"?{urlencode({'book': book})}" if book else ""),
        "choices": _choices(rulesets, chosen, seasons, season),
    }
    return visitors_page(request, "stats/pictures/league.html", context, [parts])


def of_league(scope: Scope, reader: int | None = None) -> Kept:
    """The pictures of a scope, for a coach (an account) or for everybody."""
    return Kept(
        (PICTURES,),
        version=version_of(scope.league),
        args=("pictures", scope.league.slug, scope.edition, scope.season, reader),
        gather=lambda: pages.of_league(scope, reader),
    )


def _choices(
    rulesets: Sequence[Ruleset], chosen: Ruleset, seasons: Sequence[tuple[int, int, str]], season: int | None
) -> Choices | None:
    """A book and a season (number, row id, name) to choose; None if there is one of each."""
    several = len(rulesets) > 1
    if not several and len(seasons) < 2:
        return None
    books = [Choice("book", _("Book"), [(each.edition, each.book.name) for each in rulesets], chosen.edition)]
    numbers = [("", _("All time")), *((number, name) for number, _pk, name in seasons)]
    now = next((number for number, pk, _name in seasons if pk == season), "")
    return Choices([*(books if several else ()), Choice("season", _("When"), numbers, now)])


@require_safe
def team(request: HttpRequest, team: str) -> HttpResponse:
    """Worth, gold, squad and dice of a team."""
    found = team_for(request, team, "state_row", "league__ruleset")
    if found.state in UNFOUNDED:
        return redirect(team_url(found))
    parts = Kept(
        (PICTURES,),
        version=version_of(found.league),
        args=("pictures", found.public_id),
        gather=lambda: pages.of_team(found),
    )
    context = {"team": found, "team_url": team_url(found), "parts": parts}
    return visitors_page(request, "stats/pictures/team.html", context, [parts])


@require_safe
def player(request: HttpRequest, team: str, player: int) -> HttpResponse:
    """The career of a player was a page of its own; it is a part of the player's page."""
    return redirect("matches:player", team_for(request, team).public_id, player, permanent=True)
