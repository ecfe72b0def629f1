"""The views that save or delete the draft of a corrected report."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches.access import match_state_for
from matches.correction.corrected import CorrectedMatch
from matches.correction.draft import typed_for
from matches.correction.report_views import CorrectionReportForm, shown_correction
from matches.correction.rights import NOT_YOURS
from matches.correction.views import may_change
from matches.models import MatchCorrection
from matches.refusals import NOT_OPEN
from matches.report import unsent
from matches.report.unsent import unsent_of
from matches.report.unsent_views import QUIETLY, save_result
from web.errors import Refusal


@require_POST
def save(request: HttpRequest, match: str) -> HttpResponse:
    """Save the corrected report as typed, even with mistakes."""
    found = correction_written(request, match)
    state = CorrectedMatch(found, coaches=True)
    try:
        store(request, found, state)
    except Refusal as refusal:
        return not_saved(request, found, state, refusal)
    if QUIETLY in request.POST:
        return save_result(request, CorrectionReportForm(state=state, unsent=unsent_of(state.match)))
    messages.success(request, _("Draft saved, not sent. You can continue here or on another device."))
    return redirect("matches:correct_report", match)


def correction_written(request: HttpRequest, match: str) -> MatchCorrection:
    """The open correction, if the user may write it. Raises ``Refusal`` if there is none any more."""
    state = match_state_for(request, match)
    found = state.match.corrections.open().select_related("by").first()
    if found is None:
        raise Refusal(NOT_OPEN)
    if not may_change(request, state, found):
        raise Refusal(NOT_YOURS)
    found.match = state.match
    return found


def store(request: HttpRequest, found: MatchCorrection, state: CorrectedMatch) -> None:
    """Saves the form. Raises ``Refusal``."""
    form = CorrectionReportForm(request.POST, state=state, sending=False)
    typed = unsent.Typed(fields=typed_for(request.POST, state))
    unsent.save_unsent(match=found.match, seen=form.seen, typed=typed, by=request.user, correction=found)


def not_saved(request: HttpRequest, found: MatchCorrection, state: CorrectedMatch, refusal: Refusal) -> HttpResponse:
    """The page with all entries, and what was saved in the meantime beside them."""
    form = CorrectionReportForm(request.POST, state=state, unsent=unsent_of(state.match), sending=False)
    if QUIETLY in request.POST:
        form.status = refusal.status
        return save_result(request, form, refusal)
    form.refuse(refusal)
    return shown_correction(request, found, form)


@require_POST
def start_over(request: HttpRequest, match: str) -> HttpResponse:
    """Delete the saved draft."""
    found = correction_written(request, match)
    form = CorrectionReportForm(request.POST, state=CorrectedMatch(found), sending=False)
    unsent.start_over(match=found.match, seen=form.seen, by=request.user, correction=found)
    messages.success(request, _("Draft deleted. You can start over."))
    return redirect("matches:correct_report", match)
