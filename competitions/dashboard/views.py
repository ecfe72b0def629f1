"""Pages for everyone who can see a league: its front page, seasons, competitions, tables, fixtures, best players."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from competitions.access import competition_for, marks_of, runs_it, season_for
from competitions.dashboard import front_page, public_parts, readers_part, season_page
from competitions.extensions import season_links, season_prints
from competitions.models import Competition, Season
from competitions.rulings.withdrawal_rights import subject_of
from competitions.setup.lot_drawing import LOT
from competitions.standings import competition_page as pages
from competitions.standings.standings import standings_of
from leagues.access import league_for
from leagues.agreements.waiting import agreements_sign, shown_agreements
from leagues.changes import request_sign
from web.drawing.visitors_pages import visitors_page
from web.drawing.waiting import still_shown
from web.kept import LONGEST_PAGE

PUBLIC_ID = 10
"""Characters of a team's public id."""


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """A league's front page."""
    found = league_for(request, slug)
    sign = request_sign(found)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = readers_part.front_page(request, found) | {"sign": sign}
    parts = [context["parts"], *(part for part, _template in context["more_parts"])]
    return visitors_page(request, "competitions/dashboard/league.html", context, parts)


@require_safe
def league_fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """The next matches and the latest results of a league, over all its competitions."""
    found = league_for(request, slug)
    parts = public_parts.league_fixtures(found, marks_of(request))
    return visitors_page(request, "competitions/dashboard/fixtures.html", {"parts": parts}, [parts])


@require_safe
def competitions(request: HttpRequest, slug: str) -> HttpResponse:
    """The competitions of a league: its current season."""
    found = league_for(request, slug)
    now = front_page.current_season(list(found.seasons.select_related("end").order_by("-number")))
    if now is None:
        return render(request, "competitions/dashboard/no_season.html", {"runs_it": runs_it(request)})
    now.league = found
    return season_shown(request, now)


@require_safe
def season(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """A season with the tables of all its competitions."""
    return season_shown(request, season_for(request, slug, season))


def season_shown(request: HttpRequest, found: Season) -> HttpResponse:
    """The page of a season."""
    runs = runs_it(request)
    sign = season_page.sign_of_ends(found) if runs else ""
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = {
        "season": found,
        "sign": sign,
        "runs_it": runs,
        "may_print": request.user.is_authenticated and found.competitions.exists(),
        "parts": public_parts.season_shown(found, marks_of(request)),
        "links": partial(season_links.call, found),
        "prints": partial(season_prints.call, found),
        **(season_page.commissioners(found) if runs else {}),
    }
    return visitors_page(request, "competitions/dashboard/season.html", context, [context["parts"]])


@require_safe
def competition(request: HttpRequest, competition: str) -> HttpResponse:
    """A competition at a glance: what its format shows, or its table."""
    found, marks = competition_for(request, competition), marks_of(request)
    of_teams, whole = sorted(marks - {"runs"}), public_parts.overview(found, marks)
    context = {
        "competition": found,
        "runs_it": runs_it(request),
        "may_report": pages.may_report(request, found),
        "parts": whole,
        "chart": whole,
    }
    if found.format.overview is not None and runs_it(request):
        context |= pages.bracket_overview(found, pages.entrants_of(found), runs=True)
    if found.format.overview is None and of_teams:  # the reader's own teams have lines in it
        context["chart"] = public_parts.own_chart(found, of_teams)
    return visitors_page(request, "competitions/standings/competition.html", context, [whole])


@require_safe
def table(request: HttpRequest, competition: str) -> HttpResponse:
    """The whole table, with the reason for every place; and any two teams compared."""
    found = competition_for(request, competition)
    asked, runs = request.GET.get("round", "")[:LONGEST_PAGE], runs_it(request) and not found.recorded
    one, other = (request.GET.get(which, "") for which in ("one", "other"))
    context = {
        "competition": found,
        "runs_it": runs,
        "lots_wait": runs and lots_wait(found),
        "parts": public_parts.table(found, asked, marks_of(request)),
        "compared": pages.compared(found, asked, one, other) if one and other else None,
    }
    return visitors_page(request, "competitions/standings/table.html", context, [context["parts"]])


def lots_wait(competition: Competition) -> bool:
    """Whether lots decide about places of a table and some are not drawn yet."""
    lines = standings_of(competition).lines
    return any(value.amount is None for line in lines if (value := line.value(LOT)))


@require_safe
def fixtures(request: HttpRequest, competition: str) -> HttpResponse:
    """Fixtures and results, by round or by team."""
    found = competition_for(request, competition)
    agreements = withdrawals_asked_for(request, found)
    sign = agreements_sign(agreements)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    asked = tuple(request.GET.get(name, "")[:most] for name, most in (("round", LONGEST_PAGE), ("team", PUBLIC_ID)))
    context = {
        "competition": found,
        "runs_it": runs_it(request),
        "parts": public_parts.fixtures(found, asked, marks_of(request)),
        "agreements": agreements,
        "sign": sign,
    }
    return visitors_page(request, "competitions/standings/fixtures.html", context, [context["parts"]])


def withdrawals_asked_for(request: HttpRequest, competition: Competition) -> list[dict[str, Any]]:
    """The withdrawals of its teams that wait for somebody's agreement, for members."""
    if "member" not in request.league_roles:
        return []
    teams = competition.entrants.values_list("team__public_id", flat=True)
    subjects = [subject_of(competition, team) for team in teams]
    return shown_agreements(subjects, competition.season.league, request.user)


@require_safe
def players(request: HttpRequest, competition: str) -> HttpResponse:
    """The best players, list by list."""
    found = competition_for(request, competition)
    parts = public_parts.players(found, marks_of(request))
    context = {"competition": found, "parts": parts}
    return visitors_page(request, "competitions/standings/players.html", context, [parts])


@require_safe
def paper(request: HttpRequest, competition: str) -> HttpResponse:
    """Where the table for printing was: each page prints well by itself now."""
    return redirect("competitions:competition", competition_for(request, competition).public_id, permanent=True)
