"""The report's pages: entered, checked while one types, confirmed, disputed, settled."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from matches.access import is_commissioner, my_sides, table_for
from matches.models import Match, Report
from matches.refusals import WRONG_STATE
from matches.report import reporting, stories
from matches.report.deadlines import deadline_of, in_words
from matches.report.form import ReportForm
from matches.report.page import hints_context, report_context
from matches.report.reporting import judges
from matches.report.result_words import ending_words, score
from matches.report.score_sheet import score_sheets
from matches.report.unsent import unsent_of
from matches.report.unsent_page import unsent_context, unsent_seen_by
from matches.report.versions import version_rows
from matches.sequence.presentation import shown_sides
from matches.sequence.sequences import MatchState
from matches.wording import TEXT_ERRORS
from web.errors import Refusal
from web.submission import CommandForm, look_or_post, press, submit

JUDGED = (Match.State.REPORTED, Match.State.DISPUTED)


class DigestForm(CommandForm):
    """The version of a report that somebody has read."""

    digest = forms.CharField(max_length=64, widget=forms.HiddenInput)


class DisputeForm(DigestForm):
    """What is wrong with it."""

    what = forms.CharField(
        label=gettext_lazy("What is wrong with it?"),
        max_length=1000,
        error_messages=TEXT_ERRORS,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=gettext_lazy("Both coaches and the commissioners read it; then either coach can change the report."),
    )


class SettleForm(DigestForm):
    """Why it is settled so."""

    reason = forms.CharField(
        label=gettext_lazy("Why?"),
        max_length=500,
        error_messages=TEXT_ERRORS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("The league's log will show it."),
    )


@look_or_post
def report(request: HttpRequest, match: str) -> HttpResponse:
    """Enter the report, or change the one that waits."""
    table = table_for(request, match)
    if table.match.state not in Match.REPORTABLE:
        if request.method == "POST":
            press(request, "report_match", lambda: refuse_state(table))
        return redirect("matches:match", match)
    form = ReportForm.of(request, table=table, unsent=unsent_of(table.match))
    if form.unsent.begun and not form.is_bound:
        form.read()
        form.check()
    elif form.rearranges:
        form.read()
        if form.typed("work_out"):
            form.check()
        form.rearrange()
    elif submit(request, form, "report_match", lambda: store(request, table, form)):
        return to_be_judged(request, table)
    elif form.is_bound and form.reported is not None and not form.wrong:
        form.check()
    return shown_report(request, form)


def shown_report(request: HttpRequest, form: ReportForm) -> HttpResponse:
    """The report's page."""
    side = my_story(request, form.table)
    if form.is_bound or side is None:
        text = form.typed("story")
    else:
        text = side.written_story
    more = {"my_story": side, "story_text": text, "unsent": unsent_context(request, form)}
    return render(request, "matches/report/report.html", report_context(form) | more, status=form.status)


def to_be_judged(request: HttpRequest, table: MatchState) -> HttpResponse:
    """Where whoever sent a report goes: a commissioner to settle it where nobody else can confirm it."""
    report = table.match.reports.order_by("number").last()
    alone = not judges(table, report)
    if alone and is_commissioner(request):
        messages.success(request, _("The report is stored. Read it once more, and let it count."))
        return redirect("matches:settle", table.match.public_id)
    messages.success(request, stored_words(table, report, alone=alone))
    return redirect("matches:match", table.match.public_id)


def stored_words(table: MatchState, report: Report, *, alone: bool) -> str:
    """What whoever sent a report is told: who has to answer it, and by when; ``alone`` if no other coach can."""
    deadline = deadline_of(report, table.match.league)
    if alone:
        text = _("The report is stored. A commissioner lets it count: nobody else has an account to confirm it with.")
    else:
        text = _("The report is stored. The other coach confirms it next.")
    if deadline is None:
        return text
    return f"{text} " + _("From %(when)s on it stands without an answer.") % {"when": in_words(deadline)}


def refuse_state(table: MatchState) -> None:
    """Refuses a report at another step of the match."""
    raise Refusal(WRONG_STATE, state=table.match.get_state_display())


def my_story(request: HttpRequest, table: MatchState) -> Any:
    """The side whose story the user may tell; None for a commissioner who plays for neither."""
    mine = my_sides(request, table)
    return table.sides[mine[0]] if mine else None


def store(request: HttpRequest, table: MatchState, form: ReportForm) -> int:
    """Stores a report, and the reporter's story with it where he told one."""
    assert form.reported is not None, "a valid form has read its report"
    made = reporting.report_match(
        match=table.match,
        expected=form.cleaned_data["version"],
        reported=form.reported,
        by=request.user,
        played_on=form.cleaned_data["played_on"],
        unsent=form.seen,
    )
    side, version = my_story(request, table), form.cleaned_data.get("story_version")
    if side is not None and version and (side.unsent_story is not None or form.cleaned_data["story"] != side.story):
        stories.tell_story(side=side, expected=version, story=form.cleaned_data["story"])
    return int(made.number)


@require_POST
def check(request: HttpRequest, match: str) -> HttpResponse:
    """What the rules say to the report as it is typed; nothing is stored."""
    table = table_for(request, match)
    if table.match.state not in Match.REPORTABLE:
        return HttpResponse(status=204)
    form = ReportForm(request.POST, table=table)
    form.read()
    form.check()
    return render(request, "matches/report/_report_hints.html", hints_context(form))


@look_or_post
def confirm(request: HttpRequest, match: str) -> HttpResponse:
    """Read the report that waits, and confirm exactly that."""
    table = table_for(request, match)
    form = DigestForm.of(request, initial={"digest": digest_of(table)})

    def accept() -> str:
        made = reporting.confirm_report(match=table.match, digest=form.cleaned_data["digest"], by=request.user)
        return str(made.state)

    if submit(request, form, "confirm_report", accept):
        messages.success(request, _("Confirmed: the match counts. The post-match is next."))
        return redirect("matches:match", match)
    if table.match.state not in JUDGED and not form.is_bound:
        return redirect("matches:match", match)
    context = reading_context(table, form) | {"unsent": unsent_seen_by(request, table)}
    return render(request, "matches/report/confirm.html", context, status=form.status)


@look_or_post
def dispute(request: HttpRequest, match: str) -> HttpResponse:
    """Say what is wrong with the report that waits."""
    table = table_for(request, match)
    form = DisputeForm.of(request, initial={"digest": digest_of(table)})

    def object_() -> int:
        cleaned = form.cleaned_data
        made = reporting.dispute_report(
            match=table.match, digest=cleaned["digest"], by=request.user, what=cleaned["what"]
        )
        return int(made.number)

    if submit(request, form, "dispute_report", object_):
        messages.success(request, _("Disputed. Either coach can change the report now, or a commissioner settles it."))
        return redirect("matches:match", match)
    if table.match.state not in JUDGED and not form.is_bound:
        return redirect("matches:match", match)
    return render(request, "matches/report/dispute.html", reading_context(table, form), status=form.status)


@look_or_post
def settle(request: HttpRequest, match: str) -> HttpResponse:
    """A commissioner confirms the report as it stands, whoever entered it."""
    table = table_for(request, match)
    form = SettleForm.of(request, initial={"digest": digest_of(table)})
    form.fields["reason"].required = bool(judges(table, table.report))

    def decide() -> str:
        cleaned = form.cleaned_data
        made = reporting.confirm_report(
            match=table.match, digest=cleaned["digest"], by=request.user, settle=True, reason=cleaned["reason"]
        )
        return str(made.state)

    if submit(request, form, "settle_report", decide):
        messages.success(request, _("Settled: the match counts. The post-match is next."))
        return redirect("matches:match", match)
    if table.match.state not in JUDGED and not form.is_bound:
        return redirect("matches:match", match)
    return render(request, "matches/report/settle.html", reading_context(table, form), status=form.status)


def digest_of(table: MatchState) -> str:
    """The digest of the version that the page shows."""
    return table.report.digest if table.report else ""


def reading_context(table: MatchState, form: DigestForm) -> dict[str, Any]:
    """A report to be read and judged: as it stands now, whatever version the form was made from."""
    if form.is_bound and form.errors and table.report is not None:
        form.retype(digest=table.report.digest)
    return {
        "match": table.match,
        "form": form,
        "sides": shown_sides(table),
        "score": score(table),
        "sheets": score_sheets(table),
        "report": table.report,
        "answer_by": deadline_of(table.report, table.match.league),
        "versions": version_rows(table),
        "ending": ending_words(table),
    }
