"""Pages of ratings: of a league, and every change of one team or coach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from competitions.access import marks_of
from leagues.access import league_for
from leagues.books import books_of
from leagues.changes import version_of
from leagues.models import League
from stats.played.coaches import Coach
from stats.played.scope import Scope
from stats.played.tabs import books_of_coach, kinds, of_coach
from stats.ratings import history, table
from stats.ratings.courses import COACHES, SYSTEMS, TEAMS, Who, course_of
from stats.ratings.people import coach_called, coach_keyed, has_team
from stats.ratings.table import Asked, Ranked, asked_of
from teams.access import team_for
from teams.selectors import UNFOUNDED, team_url
from web.drawing.choices import Choice, Choices
from web.drawing.visitors_pages import visitors_page
from web.kept import Kept

FOLDER = "stats/ratings/"
TABLE, DRAWN, EXPLAINED = (f"{FOLDER}_ratings{part}.html" for part in ("", "_drawn", "_explained"))
CHANGES = f"{FOLDER}_changes.html"
RUNS = {"runs"}


@require_safe
def ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """The ratings of a league's teams or coaches by one of its books; the reader's own have lines in the drawing."""
    league = league_for(request, slug)
    asked, marks = asked_of(league, request.GET), marks_of(request)
    ranked = cache(lambda: table.ranked(league, asked))
    parts, own = rated(league, asked, marks, ranked), sorted(marks - RUNS)
    book = Asked(edition=asked.edition).address()
    context = {
        "parts": parts,
        "drawing": _own_drawing(league, asked, own, ranked) if own else parts,
        "kinds": kinds(league, "ratings", book, book),
        "choices": _choices(league, asked),
    }
    return visitors_page(request, f"{FOLDER}ratings.html", context, [parts])


def rated(
    league: League, asked: Asked, marks: Collection[str] = (), ranked: Callable[[], Ranked] | None = None
) -> Kept:
    """What everybody sees of the ratings of a league; ``ranked`` gives those if somebody else needs them too."""
    return Kept(
        (TABLE, DRAWN, EXPLAINED),
        version=version_of(league),
        args=("ratings", league.pk, *asked.args),
        marks=marks,
        gather=lambda: table.gather(ranked() if ranked else table.ranked(league, asked)),
    )


def _own_drawing(league: League, asked: Asked, teams: Sequence[str], ranked: Callable[[], Ranked]) -> Kept:
    """The lines for the coach of teams with these marks."""
    return Kept(
        (DRAWN,),
        version=version_of(league),
        args=("ratings", league.pk, *asked.args, *teams),
        gather=lambda: table.gather_drawing(ranked(), teams),
    )


@require_safe
def team(request: HttpRequest, team: str) -> HttpResponse:
    """Every change of a team's rating."""
    found = team_for(request, team, "league__ruleset")
    if found.state in UNFOUNDED:
        return redirect(team_url(found))
    league = found.league
    edition = "" if found.edition in ("", league.ruleset.edition) else found.edition
    asked = Asked(system=_system(request), edition=edition)
    return _changes(request, league, found.pk, asked, found.name, {"team": found, "team_url": team_url(found)})


@require_safe
def coach(request: HttpRequest, slug: str, coach: str) -> HttpResponse:
    """Every change of a coach's rating; there is none for who has no team here, or who deleted their account."""
    league = league_for(request, slug)
    asked, who = asked_of(league, request.GET), coach_keyed(coach)
    if who is None:
        raise Http404
    asked = Asked(kind=COACHES, system=asked.system, edition=asked.edition)
    name, scope = coach_called(who), Scope(league=league, edition=asked.edition)
    if not name or not (course_of(scope, who, asked.system) or has_team(league, who)):
        raise Http404
    pages = of_coach(league.slug, who, Asked(edition=asked.edition).address(), "stats:coach_rating")
    books = books_of_coach(league, who, "stats:coach_rating", asked.edition)
    return _changes(request, league, who, asked, name, {"pages": pages, "books": books})


def _changes(
    request: HttpRequest, league: League, who: Who, asked: Asked, name: str, more: dict[str, Any]
) -> HttpResponse:
    parts = Kept(
        (CHANGES,),
        version=version_of(league),
        args=("rating", league.pk, who, *asked.args),
        gather=lambda: history.gather(league, who, asked),
    )
    kind = COACHES if isinstance(who, Coach) else TEAMS
    context = {
        "parts": parts,
        "league": league,
        "name": name,
        "ratings_query": Asked(kind=kind, edition=asked.edition).address(),
        "systems": _systems(asked, kind),
        **more,
    }
    return visitors_page(request, f"{FOLDER}rating.html", context, [parts])


def _system(request: HttpRequest) -> str:
    system = request.GET.get("by", "")
    return system if system in SYSTEMS else next(iter(SYSTEMS))


def _systems(asked: Asked, kind: str) -> list[dict[str, object]]:
    edition = asked.edition if kind == COACHES else ""
    return [
        {
            "label": system.name,
            "url": Asked(system=key, edition=edition).address() or "?",
            "current": key == asked.system,
        }
        for key, system in SYSTEMS.items()
    ]


def _choices(league: League, asked: Asked) -> Choices:
    """The choices of the page."""
    books = [("" if place == 0 else book.key, book.name) for place, book in enumerate(books_of(league))]
    found = [
        Choice("who", _("Who"), [(TEAMS, _("Teams")), (COACHES, _("Coaches"))], asked.kind),
        Choice("by", _("System"), [(key, system.name) for key, system in SYSTEMS.items()], asked.system),
    ]
    if len(books) > 1:
        found.append(Choice("book", _("Book"), books, asked.edition))
    return Choices(found)
