"""The views of the report: enter, check while typing, confirm, dispute, settle."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from leagues.agreements.own_matches import ASKED_FIRST, done_or_asked
from leagues.agreements.waiting import shown_asked
from matches.access import is_commissioner, match_state_for, my_sides
from matches.models import Match, Report
from matches.refusals import WRONG_STATE
from matches.report import reporting, stories
from matches.report.deadlines import deadline_of, in_words
from matches.report.form.form import ReportForm
from matches.report.page import hints_context, report_context
from matches.report.reporting import JUDGED, judges
from matches.report.result_words import ending_words, score
from matches.report.score_sheet import score_sheets
from matches.report.unsent import unsent_of
from matches.report.unsent_page import unsent_context, unsent_seen_by
from matches.report.versions import version_rows
from matches.sequence.presentation import shown_sides
from matches.sequence.sequences import MatchState
from matches.wording import TEXT_ERRORS
from web.errors import Refusal
from web.submission import CommandForm, get_or_post, press, submit


class DigestForm(CommandForm):
    """The form with the version of a report that the user has read."""

    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)


class DisputeForm(DigestForm):
    """The form to dispute a report."""

    what = forms.CharField(
        label=gettext_lazy("What is wrong with the report?"),
        max_length=1000,
        error_messages=TEXT_ERRORS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy(
            "Both coaches and the commissioners can read this. Then either coach can change the report."
        ),
    )


class SettleForm(DigestForm):
    """The form to settle a report, with a reason."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=500,
        error_messages=TEXT_ERRORS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The league's log shows this reason."),
    )


@get_or_post
def report(request: HttpRequest, match: str) -> HttpResponse:
    """Enter the report, or change the waiting one."""
    state = match_state_for(request, match)
    if state.match.state not in Match.REPORTABLE:
        if request.method == "POST":
            press(request, "report_match", lambda: refuse_state(state))
        return redirect("matches:match", match)
    form = ReportForm.of(request, state=state, unsent=unsent_of(state.match))
    if form.unsent.begun and not form.is_bound:
        form.read()
        form.check()
    elif form.rearranges:
        form.read()
        if form.typed("work_out"):
            form.check()
        form.rearrange()
    elif submit(request, form, "report_match", lambda: store(request, state, form)):
        return after_report(request, state)
    elif form.is_bound and form.reported is not None and not form.wrong:
        form.check()
    return shown_report(request, form)


def shown_report(request: HttpRequest, form: ReportForm) -> HttpResponse:
    """The report's page."""
    side = my_story(request, form.state)
    if form.is_bound or side is None:
        text = form.typed("story")
    else:
        text = side.written_story
    more = {"my_story": side, "story_text": text, "unsent": unsent_context(request, form)}
    return render(request, "matches/report/report.html", report_context(form) | more, status=form.status)


def after_report(request: HttpRequest, state: MatchState) -> HttpResponse:
    """Where a user goes after sending a report: a commissioner settles it if no other coach can confirm it."""
    report = state.match.reports.order_by("number").last()
    alone = not judges(state, report)
    if alone and is_commissioner(request):
        messages.success(request, _("Report saved. Check it and settle it, so that it counts."))
        return redirect("matches:settle", state.match.public_id)
    messages.success(request, stored_words(state, report, alone=alone))
    return redirect("matches:match", state.match.public_id)


def stored_words(state: MatchState, report: Report, *, alone: bool) -> str:
    """The message after sending a report: who has to answer, and by when; ``alone``: no other coach can."""
    deadline = deadline_of(report, state.match.league)
    if alone:
        text = _("Report saved. A commissioner has to settle it: no other coach has an account to confirm it.")
    else:
        text = _("Report sent. Waiting for the other coach to confirm it.")
    if deadline is None:
        return text
    return f"{text} " + _("Without an answer it counts as confirmed from %(when)s.") % {"when": in_words(deadline)}


def refuse_state(state: MatchState) -> None:
    """Refuses a report at another step of the match."""
    raise Refusal(WRONG_STATE, state=state.match.get_state_display())


def my_story(request: HttpRequest, state: MatchState) -> Any:
    """The side whose story the user may write; None for a commissioner without a team in the match."""
    mine = my_sides(request, state)
    return state.sides[mine[0]] if mine else None


def store(request: HttpRequest, state: MatchState, form: ReportForm) -> int:
    """Stores a report, with the author's story if there is one."""
    assert form.reported is not None, "a valid form has read its report"
    made = reporting.report_match(
        match=state.match,
        expected=form.cleaned_data["version"],
        reported=form.reported,
        by=request.user,
        played_on=form.cleaned_data["played_on"],
        unsent=form.seen,
    )
    side, version = my_story(request, state), form.cleaned_data.get("story_version")
    if side is not None and version and (side.unsent_story is not None or form.cleaned_data["story"] != side.story):
        stories.save_story(side=side, expected=version, story=form.cleaned_data["story"])
    return int(made.number)


@require_POST
def check(request: HttpRequest, match: str) -> HttpResponse:
    """Check the typed report by the rules; nothing is stored."""
    state = match_state_for(request, match)
    if state.match.state not in Match.REPORTABLE:
        return HttpResponse(status=204)
    form = ReportForm(request.POST, state=state)
    form.read()
    form.check()
    return render(request, "matches/report/_report_hints.html", hints_context(form))


@get_or_post
def confirm(request: HttpRequest, match: str) -> HttpResponse:
    """Read the waiting report, and confirm exactly that version."""
    state = match_state_for(request, match)
    form = DigestForm.of(request, initial={"digest": partial(digest_of, state)})

    def accept() -> str:
        made = reporting.confirm_report(match=state.match, digest=form.cleaned_data["digest"], by=request.user)
        return str(made.state)

    if submit(request, form, "confirm_report", accept):
        messages.success(request, _("Report confirmed. The match counts. Next: the post-match."))
        return redirect("matches:match", match)
    if state.match.state not in JUDGED and not form.is_bound:
        return redirect("matches:match", match)
    context = reading_context(state, form) | {"unsent": unsent_seen_by(request, state)}
    return render(request, "matches/report/confirm.html", context, status=form.status)


@get_or_post
def dispute(request: HttpRequest, match: str) -> HttpResponse:
    """Dispute the waiting report."""
    state = match_state_for(request, match)
    form = DisputeForm.of(request, initial={"digest": partial(digest_of, state)})

    def send_dispute() -> int:
        cleaned = form.cleaned_data
        made = reporting.dispute_report(
            match=state.match, digest=cleaned["digest"], by=request.user, what=cleaned["what"]
        )
        return int(made.number)

    if submit(request, form, "dispute_report", send_dispute):
        messages.success(request, _("Report disputed. Either coach can change it, or a commissioner can settle it."))
        return redirect("matches:match", match)
    if state.match.state not in JUDGED and not form.is_bound:
        return redirect("matches:match", match)
    return render(request, "matches/report/dispute.html", reading_context(state, form), status=form.status)


@get_or_post
def settle(request: HttpRequest, match: str) -> HttpResponse:
    """Confirm the current report as a commissioner."""
    state = match_state_for(request, match)
    form = SettleForm.of(request, initial={"digest": partial(digest_of, state)})
    asks = shown_asked(reporting.settling(state.match, digest_of(state), request.user, state.teams))
    form.fields["reason"].required = bool(asks or judges(state, state.report))

    def decide() -> str:
        digest, reason = form.cleaned_data["digest"], form.cleaned_data["reason"]
        given = {"match": state.match, "digest": digest, "by": request.user}
        return done_or_asked(
            reporting.settling(**given),
            reason,
            lambda: str(reporting.confirm_report(**given, settle=True, reason=reason).state),
        )

    if done := submit(request, form, "settle_report", decide):
        if done == ASKED_FIRST:
            messages.success(request, _("Sent. Once somebody agrees, the report counts."))
        else:
            messages.success(request, _("Report settled. The match counts. Next: the post-match."))
        return redirect("matches:match", match)
    if state.match.state not in JUDGED and not form.is_bound:
        return redirect("matches:match", match)
    context = reading_context(state, form) | {"asks": asks}
    return render(request, "matches/report/settle.html", context, status=form.status)


def digest_of(state: MatchState) -> str:
    """The digest of the version that the page shows."""
    return state.report.digest if state.report else ""


def reading_context(state: MatchState, form: DigestForm) -> dict[str, Any]:
    """The context to read a report before an answer: always the current version."""
    if form.is_bound and form.errors and state.report is not None:
        form.retype(digest=state.report.digest)
    return {
        "match": state.match,
        "form": form,
        "sides": shown_sides(state),
        "score": score(state),
        "sheets": score_sheets(state),
        "report": state.report,
        "answer_by": deadline_of(state.report, state.match.league),
        "versions": version_rows(state),
        "ending": ending_words(state),
    }
