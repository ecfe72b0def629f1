"""A report saved while it is being written, by a button or by the page itself, and begun anew."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.access import table_for
from matches.models import Match
from matches.refusals import WRONG_STATE
from matches.report import unsent
from matches.report.form import ReportForm
from matches.report.unsent import unsent_of
from matches.report.unsent_fields import typed_in
from matches.report.unsent_page import answer_of, unsent_context
from matches.report.views import my_story, shown_report
from matches.sequence.sequences import MatchState
from web.errors import Refusal

QUIETLY = "quietly"
"""A field that the page's script adds: then nothing is to be shown but how the saving went."""


@require_POST
def save(request: HttpRequest, match: str) -> HttpResponse:
    """Save the report as it is typed, whatever is wrong with it."""
    table = reportable(request, match)
    try:
        store(request, table)
    except Refusal as refusal:
        return not_saved(request, table, refusal)
    if QUIETLY in request.POST:
        return answered_quietly(request, ReportForm(table=table, unsent=unsent_of(table.match)))
    messages.success(request, _("Saved for now, not sent: you can go on with it here or on another device."))
    return redirect("matches:report", match)


def reportable(request: HttpRequest, match: str) -> MatchState:
    """The match of the request. Raises ``Refusal`` at a step at which nothing is reported."""
    table = table_for(request, match)
    if table.match.state not in Match.REPORTABLE:
        raise Refusal(WRONG_STATE, state=table.match.get_state_display())
    return table


def store(request: HttpRequest, table: MatchState) -> None:
    """Saves the form, and the writer's story of his own side. Raises ``Refusal``."""
    form = ReportForm(request.POST, table=table, sending=False)
    side = my_story(request, table) if "story" in request.POST else None
    typed = unsent.Typed(fields=typed_in(request.POST, table), side=side, story=form.typed("story"))
    unsent.save_unsent(match=table.match, seen=form.seen, typed=typed, by=request.user)


def not_saved(request: HttpRequest, table: MatchState, refusal: Refusal) -> HttpResponse:
    """All that was typed, and beside it what was saved meanwhile."""
    form = ReportForm(request.POST, table=table, unsent=unsent_of(table.match), sending=False)
    if QUIETLY in request.POST:
        form.status = refusal.status
        return answered_quietly(request, form, refusal)
    form.refuse(refusal)
    return shown_report(request, form)


def answered_quietly(request: HttpRequest, form: ReportForm, refusal: Refusal | None = None) -> HttpResponse:
    """How the saving went, and the version to go on from."""
    return JsonResponse(answer_of(unsent_context(request, form, refusal)), status=form.status)


@require_POST
def begin_anew(request: HttpRequest, match: str) -> HttpResponse:
    """Drop what is saved."""
    table = reportable(request, match)
    form = ReportForm(request.POST, table=table, sending=False)
    unsent.begin_anew(match=table.match, seen=form.seen, by=request.user, side=my_story(request, table))
    messages.success(request, _("What was saved is dropped; the report begins anew."))
    return redirect("matches:report", match)
