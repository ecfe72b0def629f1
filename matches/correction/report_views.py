"""The views of the report of a correction: it is changed, checked and stored."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.correction.draft import made_from, rosters_changed
from matches.correction.views import correction_to_change
from matches.models import MatchCorrection, UnsentReport
from matches.report.form.form import ReportForm
from matches.report.page import hints_context, report_context
from matches.report.unsent import refuse_unseen, unsent_of
from matches.report.unsent_page import unsent_context
from matches.sequence.reported import Reported
from web.submission import get_or_post, submit

CHECK = "check"
"""In the URL of a corrected report: only check it, store nothing."""


class CorrectionReportForm(ReportForm):
    """The corrected report."""

    saving = "matches:save_correction"
    starting_again_route = "matches:begin_correction_anew"

    def version_of(self, current: Any) -> Any:
        """The correction's version; if only a draft was saved, the version that was sent."""
        return current.version if isinstance(current, MatchCorrection) else self.typed("version")

    def theirs(self, current: Any) -> Reported | None:
        """The corrected report that was stored in the meantime: a draft, or a sent one."""
        if isinstance(current, MatchCorrection):
            return CorrectedMatch(current).reported
        return super().theirs(current) if current.begun else self.state.reported

    def was_sent_by(self, user: User) -> bool:
        """False: a correction does not record who last changed its report."""
        return False


@get_or_post
def correct_report(request: HttpRequest, match: str) -> HttpResponse:
    """The corrected report."""
    found = correction_to_change(request, match)
    state = CorrectedMatch(found, coaches=True)
    form = CorrectionReportForm.of(request, state=state, unsent=unsent_of(state.match))
    if form.is_bound and CHECK in request.GET:
        form.read()
        form.check()
        return render(request, "matches/report/_report_hints.html", hints_context(form))
    if form.unsent.begun and not form.is_bound:
        form.read()
        form.check()
    elif form.rearranges:
        form.read()
        if form.typed("work_out"):
            form.check()
        form.rearrange()
    elif submit(request, form, "correct_report", lambda: store(request, found, form)):
        return redirect("matches:correction", match)
    elif form.is_bound and form.reported is not None and not form.wrong:
        form.check()
    return shown_correction(request, found, form)


def shown_correction(request: HttpRequest, found: MatchCorrection, form: CorrectionReportForm) -> HttpResponse:
    """The page of a corrected report."""
    address = reverse("matches:correct_report", args=[found.match.public_id])
    context = report_context(form) | {
        "report_url": address,
        "check_url": f"{address}?{CHECK}",
        "device_key": f"correction-{found.pk}",
        "send_words": _("Preview changes"),
        "my_story": None,
        "correcting": True,
        "unsent": unsent_context(request, form),
        "made_from": made_from(form),
        "rosters_changed": rosters_changed(form),
    }
    return render(request, "matches/report/report.html", context, status=form.status)


def store(request: HttpRequest, found: MatchCorrection, form: CorrectionReportForm) -> int:
    """Stores the corrected report and deletes its draft. Raises ``StaleVersion``, ``Refusal``."""
    assert form.reported is not None, "a valid form has read its report"
    made = correcting.correct_report(
        correction=found,
        expected=form.cleaned_data["version"],
        reported=form.reported,
        played_on=form.cleaned_data["played_on"],
    )
    refuse_unseen(found.match, form.seen, request.user)
    UnsentReport.objects.discard(found.match)
    return int(made.version)
