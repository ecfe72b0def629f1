"""Pages for commissioners: approve submitted teams, or send them back with a reason."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access import league_for
from leagues.models import League
from teams.access import team_for
from teams.building import approval, candidates
from teams.building.forms import SendBackForm
from teams.models import Team
from teams.presentation.badges import badge_for, shield
from teams.version_forms import CHANGED_SINCE, press_seen
from web.errors import Refusal, StaleVersion
from web.submission import get_or_post, submit


@require_safe
def approvals(request: HttpRequest, slug: str) -> HttpResponse:
    """The submitted teams, each checked by the current rules."""
    league = league_for(request, slug)
    waiting = league.teams.filter(state=Team.State.SUBMITTED).select_related("coach").order_by("name", "pk")
    context = {"waiting": [candidate(league, team) for team in waiting]}
    return render(request, "teams/arrivals/approvals.html", context)


def candidate(league: League, team: Team) -> dict[str, Any]:
    """A submitted team, with everything that a commissioner checks."""
    team.league = league
    return {"team": team, "shield": shield(badge_for(team.name, team.colours)), **candidates.shown(team)}


@require_POST
def approve(request: HttpRequest, team: str) -> HttpResponse:
    """Approve a submitted team."""
    found = team_for(request, team)
    press_seen(request, found, "approve_team", approval.approve_team, by=request.user)
    messages.success(request, _("%(team)s has been approved.") % {"team": found.name})
    return redirect("teams:approvals", found.league.slug)


@get_or_post
def send_back(request: HttpRequest, team: str) -> HttpResponse:
    """Send a team back to its coach, with a reason."""
    found = team_for(request, team)
    form = SendBackForm.of(request, initial={"version": found.version})

    def give_back() -> str:
        cleaned = form.cleaned_data
        try:
            approval.send_back(team=found, expected=cleaned["version"], by=request.user, reason=cleaned["reason"])
        except StaleVersion:
            raise Refusal(CHANGED_SINCE, team=found.name) from None
        return str(found.public_id)

    if submit(request, form, "send_back_team", give_back):
        messages.success(request, _("%(team)s was sent back to its coach.") % {"team": found.name})
        return redirect("teams:approvals", found.league.slug)
    context = {"team": found, "form": form, "badge": badge_for(found.name, found.colours)}
    return render(request, "teams/arrivals/send_back.html", context, status=form.status)
