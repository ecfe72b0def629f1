"""Pages of a coach in a league, and of a team's record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from leagues.access import league_for
from leagues.changes import version_of
from leagues.models import League
from stats.played import tabs
from stats.played.coaches import Coach
from stats.profiles import coach_everywhere, coach_page, team_page
from stats.ratings.people import coach_called, coach_keyed, has_team
from stats.ratings.table import Asked, asked_of
from teams.access import team_for
from teams.selectors import UNFOUNDED, team_url
from web.drawing.visitors_pages import visitors_page
from web.fair_use import limits_visitors
from web.kept import Kept

FOLDER = "stats/profiles/"


@require_safe
def coach(request: HttpRequest, slug: str, coach: str) -> HttpResponse:
    """Their teams, record, trophies and opponents."""
    return _page(request, slug, coach, "coach", coach_page.of_coach)


@require_safe
@limits_visitors
def everywhere(request: HttpRequest, account: int) -> HttpResponse:
    """A coach in all leagues that the reader may see; none for who has no team in any, or deleted their account."""
    who = Coach(account)
    called, leagues = coach_called(who), coach_everywhere.leagues_of(request.user, account)
    if not called or not leagues:
        raise Http404
    parts = Kept(
        (f"{FOLDER}_coach_everywhere.html",),
        version=" ".join(f"{league.pk}:{version_of(league)}" for league in leagues),
        args=("coach everywhere", account, called),
        gather=lambda: coach_everywhere.gather(who, leagues),
    )
    return visitors_page(request, f"{FOLDER}coach_everywhere.html", {"parts": parts, "name": called}, [parts])


@require_safe
def dice(request: HttpRequest, slug: str, coach: str) -> HttpResponse:
    """Their dice."""
    return _page(request, slug, coach, "coach_dice", coach_page.dice_of)


def _page(
    request: HttpRequest, slug: str, key: str, name: str, gather: Callable[[League, Coach, str], dict[str, Any]]
) -> HttpResponse:
    """There is a page for everybody who has or had a team in the league, except who deleted their account."""
    league = league_for(request, slug)
    asked, who = asked_of(league, request.GET), coach_keyed(key)
    called = coach_called(who) if who is not None else ""
    if who is None or not called or not has_team(league, who):
        raise Http404
    parts = Kept(
        (f"{FOLDER}_{name}.html",),
        version=version_of(league),
        args=(name, league.pk, who, asked.edition),
        gather=lambda: gather(league, who, asked.edition),
    )
    pages = tabs.of_coach(league.slug, who, Asked(edition=asked.edition).address(), f"stats:{name}")
    books = tabs.books_of_coach(league, who, f"stats:{name}", asked.edition)
    context = {"parts": parts, "name": called, "key": who.key, "tabs": pages, "books": books}
    return visitors_page(request, f"{FOLDER}{name}.html", context, [parts])


@require_safe
def team(request: HttpRequest, team: str) -> HttpResponse:
    """Results, streaks, opponents and squad of a team."""
    found = team_for(request, team, "state_row", "league__ruleset")
    if found.state in UNFOUNDED:
        return redirect(team_url(found))
    parts = Kept(
        (f"{FOLDER}_team_record.html",),
        version=version_of(found.league),
        args=("record", found.public_id),
        gather=lambda: team_page.of_team(found),
    )
    context = {"team": found, "team_url": team_url(found), "parts": parts}
    return visitors_page(request, f"{FOLDER}team.html", context, [parts])
