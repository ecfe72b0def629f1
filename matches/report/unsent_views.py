"""The views that save or delete the draft of a report."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.access import match_state_for
from matches.models import Match
from matches.refusals import WRONG_STATE
from matches.report import unsent
from matches.report.form.form import ReportForm
from matches.report.unsent import unsent_of
from matches.report.unsent_fields import typed_in
from matches.report.unsent_page import answer_of, unsent_context
from matches.report.views import my_story, shown_report
from matches.sequence.sequences import MatchState
from web.errors import Refusal

QUIETLY = "quietly"
"""A field that the page's script adds. Then the answer is only the result of the save."""


@require_POST
def save(request: HttpRequest, match: str) -> HttpResponse:
    """Save the report as typed, even with mistakes."""
    state = reportable(request, match)
    try:
        store(request, state)
    except Refusal as refusal:
        return not_saved(request, state, refusal)
    if QUIETLY in request.POST:
        return save_result(request, ReportForm(state=state, unsent=unsent_of(state.match)))
    messages.success(request, _("Draft saved, not sent. You can continue here or on another device."))
    return redirect("matches:report", match)


def reportable(request: HttpRequest, match: str) -> MatchState:
    """The match of the request. Raises ``Refusal`` if it cannot be reported now."""
    state = match_state_for(request, match)
    if state.match.state not in Match.REPORTABLE:
        raise Refusal(WRONG_STATE, state=state.match.get_state_display())
    return state


def store(request: HttpRequest, state: MatchState) -> None:
    """Saves the form, and the story of the writer's own side. Raises ``Refusal``."""
    form = ReportForm(request.POST, state=state, sending=False)
    side = my_story(request, state) if "story" in request.POST else None
    typed = unsent.Typed(fields=typed_in(request.POST, state), side=side, story=form.typed("story"))
    unsent.save_unsent(match=state.match, seen=form.seen, typed=typed, by=request.user)


def not_saved(request: HttpRequest, state: MatchState, refusal: Refusal) -> HttpResponse:
    """The page with all entries, and what was saved in the meantime beside them."""
    form = ReportForm(request.POST, state=state, unsent=unsent_of(state.match), sending=False)
    if QUIETLY in request.POST:
        form.status = refusal.status
        return save_result(request, form, refusal)
    form.refuse(refusal)
    return shown_report(request, form)


def save_result(request: HttpRequest, form: ReportForm, refusal: Refusal | None = None) -> HttpResponse:
    """The result of the save, and the current version."""
    return JsonResponse(answer_of(unsent_context(request, form, refusal)), status=form.status)


@require_POST
def start_over(request: HttpRequest, match: str) -> HttpResponse:
    """Delete the saved draft."""
    state = reportable(request, match)
    form = ReportForm(request.POST, state=state, sending=False)
    unsent.start_over(match=state.match, seen=form.seen, by=request.user, side=my_story(request, state))
    messages.success(request, _("Draft deleted. You can start over."))
    return redirect("matches:report", match)
