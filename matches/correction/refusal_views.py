"""The page on which a coach refuses a correction that was proposed to them."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.access import match_state_for
from matches.correction import refusing, rights
from matches.correction.views import open_correction
from web.submission import CommandForm, get_or_post, submit


class RefusalForm(CommandForm):
    """Why a coach refuses a correction, with the version that they read."""

    version = forms.IntegerField(min_value=0, max_value=10**9, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=gettext_lazy("What is wrong with it?"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Its author gets to know it; members read it in the league's log. It can stay empty."),
    )


@get_or_post
def refuse(request: HttpRequest, match: str) -> HttpResponse:
    """Refuse the proposed correction of a match, with a reason if the coach gives one."""
    state = match_state_for(request, match)
    found = open_correction(state)
    form = RefusalForm.of(request, initial={"version": found.version})

    def send_refusal() -> int:
        cleaned = form.cleaned_data
        made = refusing.refuse(correction=found, expected=cleaned["version"], by=request.user, reason=cleaned["reason"])
        return int(made.version)

    if submit(request, form, "refuse_correction", send_refusal):
        messages.success(request, _("Correction refused. Its author and the commissioners have been told."))
        return redirect("matches:match", match)
    if not form.is_bound and not rights.may_accept(state, found, request.user):
        return redirect("matches:correction", match)
    context = {"match": state.match, "correction": found, "teams": state.teams, "form": form}
    return render(request, "matches/correction/refuse_correction.html", context, status=form.status)
