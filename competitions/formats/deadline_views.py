"""A commissioner's pages of deadlines and of outstanding matches."""

from __future__ import annotations

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from competitions.access import competition_for, season_for
from competitions.fixtures import deadlines as services
from competitions.fixtures.deadline_forms import CHANGED_SINCE, DeadlinesForm
from competitions.formats.outstanding_matches import by_coach, due_and_later, outstanding_in, outstanding_in_all
from competitions.models import Competition
from competitions.names import teams_named
from competitions.standings.competition_page import entrants_of
from competitions.standings.rounds import round_counts
from web.errors import Refusal, StaleVersion
from web.submission import get_or_post, submit


@get_or_post
def deadlines(request: HttpRequest, competition: str) -> HttpResponse:
    """Set the deadline of each round."""
    found = competition_for(request, competition)
    rounds = [(each.number, each.called, each.deadline) for each in round_counts(found)]
    others = others_together(found)
    alike = all(deadlines_of(each) == deadlines_of(found) for each in others)
    form = DeadlinesForm.of(request, competition=found, rounds=rounds, others=others, alike=alike)

    def carry_out() -> str:
        for each in form.seen_together(others):
            if any(row.number == form.cleaned_data["round"] for row in each.rounds.all()):
                _set_alike(request, each, form)
        return _set(request, found, form, form.cleaned_data["version"]).public_id

    if submit(request, form, "set_deadlines", carry_out):
        messages.success(request, _("Deadlines saved."))
        return redirect("competitions:deadlines", competition)
    context = {"competition": found, "form": form, "rounds": rounds, "now": timezone.now()}
    return render(request, "competitions/formats/deadlines.html", context, status=form.status)


def others_together(competition: Competition) -> list[Competition]:
    """The other competitions of the same group that are not over, with their rounds. Two queries."""
    if not competition.group_name:
        return []
    parts = competition.season.competitions.filter(group_name=competition.group_name, recorded=False)
    parts = parts.exclude(pk=competition.pk).exclude(state=Competition.State.FINISHED)
    return [each for each in parts.order_by("pk").prefetch_related("rounds") if each.rounds.all()]


def deadlines_of(competition: Competition) -> dict[int, datetime | None]:
    """The deadlines of a competition's rounds by number."""
    return {each.number: each.deadline for each in competition.rounds.all()}


def _set_alike(request: HttpRequest, found: Competition, form: DeadlinesForm) -> None:
    """Set the same deadlines for another competition of the group. Raises ``Refusal`` if it has just changed."""
    try:
        _set(request, found, form, found.version)
    except StaleVersion:
        raise Refusal(CHANGED_SINCE, names=found.name) from None


def _set(request: HttpRequest, found: Competition, form: DeadlinesForm, expected: int) -> Competition:
    typed = form.cleaned_data
    given = {"competition": found, "by": request.user, "expected": expected, "number": typed["round"]}
    if typed["days"] is None:
        return services.set_deadline(**given, when=typed["first"])
    return services.set_deadlines(**given, first=typed["first"], days=typed["days"])


@require_safe
def owed(request: HttpRequest, competition: str) -> HttpResponse:
    """The outstanding matches of a competition."""
    found = competition_for(request, competition)
    now = timezone.now()
    outstanding = outstanding_in(found, entrants_of(found, request.user), now)
    due, later = due_and_later(found, outstanding, now)
    context = {"competition": found, "outstanding": outstanding, "due": due, "later": later, "coaches": by_coach(due)}
    return render(request, "competitions/formats/owed.html", context)


@require_safe
def owed_in_season(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """The outstanding matches of all running competitions of a season."""
    found = season_for(request, slug, season)
    running = list(found.competitions.filter(state=Competition.State.RUNNING, recorded=False).order_by("pk"))
    teams = teams_named(found.league.teams.filter(entries__competition__in=running).distinct(), request.user)
    now = timezone.now()
    outstanding = outstanding_in_all(running, teams, now)
    parts = []
    for competition in running:
        due, later = due_and_later(competition, outstanding[competition.pk], now)
        parts.append({"competition": competition, "due": due, "later": later})
    coaches = by_coach([match for part in parts for match in part["due"]])
    return render(
        request, "competitions/formats/owed_in_season.html", {"season": found, "parts": parts, "coaches": coaches}
    )
