"""A commissioner's pages about a season: to open, rename and reopen it, and to start and finish its competitions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from competitions.access import season_for
from competitions.buttons import press_seen
from competitions.formats import draws
from competitions.forms import PartsForm, RenameSeasonForm, SeasonForm, TakeBackForm
from competitions.season_end import taking_back
from competitions.setup import finishing, seasons
from leagues.access import league_for
from web.submission import get_or_post, press, submit


@get_or_post
def open_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a season."""
    league = league_for(request, slug)
    form = SeasonForm.of(request, initial={"name": seasons.next_name(league)})

    def carry_out() -> int:
        return seasons.open_season(league=league, by=request.user, name=form.cleaned_data["name"]).number

    number = submit(request, form, "open_season", carry_out)
    if number:
        messages.success(request, _("Season opened. Create its first competition next."))
        return redirect("competitions:season", league.slug, number)
    return render(request, "competitions/season_end/open_season.html", {"form": form}, status=form.status)


@get_or_post
def rename_season(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Rename a season."""
    found = season_for(request, slug, season)
    form = RenameSeasonForm.of(request, season=found)

    def carry_out() -> int:
        typed = form.cleaned_data
        return seasons.rename_season(
            season=found, by=request.user, expected=typed["version"], name=typed["name"]
        ).number

    if submit(request, form, "rename_season", carry_out):
        messages.success(request, _("Name saved."))
        return redirect("competitions:season", slug, season)
    return render(
        request, "competitions/season_end/rename_season.html", {"form": form, "season": found}, status=form.status
    )


@require_POST
def reopen_season(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Reopen a closed season."""
    return _season_button(request, slug, season, seasons.reopen_season, _("Season reopened."))


@get_or_post
def take_end_back(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Take the closing of a season back: all that goes with it, and a reason."""
    found = season_for(request, slug, season)
    form = TakeBackForm.of(request, season=found)

    def carry_out() -> int:
        typed = form.cleaned_data
        told = {"expected": typed["version"], "reason": typed["reason"]}
        return taking_back.take_back(season=found, by=request.user, **told).number

    if submit(request, form, "take_end_back", carry_out):
        messages.success(request, _("The closing is taken back. The log and each team's history show both."))
        return redirect("competitions:season", slug, season)
    goes = taking_back.what_goes(found)
    context = {"form": form, "season": found, "goes": goes}
    return render(request, "competitions/season_end/take_end_back.html", context, status=form.status)


def _season_button(
    request: HttpRequest, slug: str, season: int, service: Callable[..., Any], done: str
) -> HttpResponse:
    press_seen(request, service, season=season_for(request, slug, season), done=done)
    return redirect("competitions:season", slug, season)


@require_POST
def start_group(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Draw and start several competitions of a group at once."""
    found = season_for(request, slug, season)
    form = PartsForm(request.POST)

    def carry_out() -> int:
        return len(draws.draw_and_start(season=found, by=request.user, seen=form.cleaned_data["parts"]))

    press(request, "start_group", carry_out, form)
    messages.success(request, _("Started. The matches can be played."))
    return redirect("competitions:season", slug, season)


@require_POST
def finish_played(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Finish all competitions of a season that have no open matches."""
    found = season_for(request, slug, season)
    form = PartsForm(request.POST)

    def carry_out() -> int:
        return len(finishing.finish_competitions(season=found, by=request.user, seen=form.cleaned_data["parts"]))

    press(request, "finish_competitions", carry_out, form)
    messages.success(request, _("Competitions without open matches finished."))
    return redirect("competitions:season", slug, season)
