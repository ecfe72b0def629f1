"""Pages of the hall of fame: the hall, choosing somebody, their citation and place, and taking them out."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from competitions.access import marks_of, runs_it
from competitions.buttons import press_seen
from leagues.access import league_for
from leagues.changes import version_of
from leagues.models import League
from stats.honours import page
from stats.honours.forms import InducteeForm, InductForm
from stats.honours.hall import Candidate, change_inductee, induct, remove_inductee
from stats.models import Inductee
from stats.ratings.people import coach_called, coach_keyed, has_team
from teams.access import team_for
from teams.models import Player
from web.drawing.visitors_pages import visitors_page
from web.kept import Kept
from web.submission import get_or_post, submit

FOLDER = "stats/honours/"
HALL = f"{FOLDER}_hall.html"
LONGEST_NAME = 60


@require_safe
def hall(request: HttpRequest, slug: str) -> HttpResponse:
    """The hall of fame of a league."""
    league = league_for(request, slug)
    parts = Kept(
        (HALL,),
        version=version_of(league),
        args=("hall", league.pk),
        marks=marks_of(request),
        gather=lambda: page.gather(league),
    )
    context = {"parts": parts, "runs_it": runs_it(request)}
    return visitors_page(request, f"{FOLDER}hall.html", context, [parts])


@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Look for somebody to choose, by name."""
    league = league_for(request, slug)
    wanted = " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_NAME]
    context = {"found": page.candidates(league, wanted), "wanted": wanted}
    return render(request, f"{FOLDER}choose.html", context)


@get_or_post
def player(request: HttpRequest, team: str, player: int) -> HttpResponse:
    """Choose a player, with a citation."""
    found = team_for(request, team)
    row = get_object_or_404(Player, pk=player, team=found)
    return _induct(request, found.league, Candidate(name=str(row), team=found, player=row))


@get_or_post
def team(request: HttpRequest, team: str) -> HttpResponse:
    """Choose a team, with a citation."""
    found = team_for(request, team)
    return _induct(request, found.league, Candidate(name=found.name, team=found))


@get_or_post
def coach(request: HttpRequest, slug: str, coach: str) -> HttpResponse:
    """Choose a coach, with a citation."""
    league, who = league_for(request, slug), coach_keyed(coach)
    called = coach_called(who) if who is not None else ""
    if who is None or not called or not has_team(league, who):
        raise Http404
    return _induct(request, league, Candidate(name=called, coach=who))


def _induct(request: HttpRequest, league: League, candidate: Candidate) -> HttpResponse:
    form = InductForm.of(request)

    def carry_out() -> int:
        citation = form.cleaned_data["citation"]
        return induct(league=league, by=request.user, candidate=candidate, citation=citation).pk

    if submit(request, form, "induct", carry_out):
        messages.success(request, _("Now in the hall of fame."))
        return redirect("stats:hall", league.slug)
    context = {"form": form, "name": candidate.name, "inductee": None}
    return render(request, f"{FOLDER}inductee.html", context, status=form.status)


@get_or_post
def change(request: HttpRequest, slug: str, inductee: int) -> HttpResponse:
    """Another citation, or another place."""
    league = league_for(request, slug)
    row = _row(league, inductee)
    form = InducteeForm.of(request, inductee=row)

    def carry_out() -> int:
        typed = form.cleaned_data
        given = {"citation": typed["citation"], "place": typed["place"]}
        return change_inductee(inductee=row, by=request.user, expected=typed["version"], **given).pk

    if submit(request, form, "change_inductee", carry_out):
        messages.success(request, _("Saved."))
        return redirect("stats:hall", league.slug)
    context = {"form": form, "name": str(row), "inductee": row}
    return render(request, f"{FOLDER}inductee.html", context, status=form.status)


@require_POST
def remove(request: HttpRequest, slug: str, inductee: int) -> HttpResponse:
    """Take somebody out of the hall; who sends that twice gets the first answer again, though the row is gone."""
    league = league_for(request, slug)
    if Inductee.objects.filter(pk=inductee).exclude(league=league).exists():
        raise Http404

    def remove_row(*, by: User, expected: int) -> Inductee:
        return remove_inductee(inductee=_row(league, inductee), by=by, expected=expected)

    press_seen(request, remove_row, command="remove_inductee", done=_("Removed from the hall of fame."))
    return redirect("stats:hall", league.slug)


def _row(league: League, inductee: int) -> Inductee:
    row: Inductee = get_object_or_404(league.inductees.select_related("team", "player", "coach"), pk=inductee)
    row.league = league
    return row
