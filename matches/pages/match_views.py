"""The views of a match: its page, opening it, calling it off, its write-ups."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from jobs.models import Scope
from jobs.queue import enqueue
from leagues.agreements.own_matches import ASKED_FIRST, done_or_asked
from leagues.agreements.waiting import shown_asked
from leagues.changes import version_of
from leagues.forms import ReasonForm
from leagues.selectors import paper_of
from matches.access import match_state_for, my_sides, version_for
from matches.models import MatchSide
from matches.pages.log_page import log_context
from matches.pages.match_page import match_context, waits
from matches.report import stories
from matches.report.stories import STORY_LENGTH
from matches.sequence import annulling, opening, rechecking
from matches.sequence.annulling import UNDER_WAY
from matches.wording import TEXT_ERRORS
from web.drawing.visitors_pages import visitors_page
from web.drawing.waiting import still_shown
from web.errors import Message, Refusal
from web.submission import VersionedForm, get_or_post, press, submit

NO_SHEET = Message(
    id="matches.no_sheet",
    text=gettext_lazy("There is no match sheet yet: the rosters are not frozen."),
    remedy=gettext_lazy("Open the match first. Matches from the league's records have no sheet."),
    status=409,
)


class StoryForm(VersionedForm):
    """A side's story."""

    story = forms.CharField(
        label=gettext_lazy("Your write-up"),
        required=False,
        max_length=STORY_LENGTH,
        error_messages=TEXT_ERRORS,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text=gettext_lazy("Plain text. Leave an empty line between paragraphs."),
    )
    side = forms.CharField(widget=forms.HiddenInput)

    def version_of(self, current: MatchSide) -> int:
        """Stories count their own versions."""
        return current.story_version

    def values_of(self, current: MatchSide) -> dict[str, str]:
        """The current story."""
        return {"story": current.story}


@require_safe
def show(request: HttpRequest, match: str) -> HttpResponse:
    """A match."""
    state = match_state_for(request, match)
    waiting_for = waits(request, state)
    if still_shown(request, waiting_for.sign):
        return HttpResponse(status=204)
    context = match_context(request, state, waiting_for)
    return visitors_page(request, "matches/pages/match.html", context, [context["parts"]])


@require_safe
def changed(request: HttpRequest, match: str) -> HttpResponse:
    """For a page that waits: load it again if the match has gone on since its ``version``, else nothing."""
    if str(version_for(request, match)) == request.GET.get("version", ""):
        return HttpResponse(status=204)
    return HttpResponse(headers={"HX-Refresh": "true"})


@require_safe
def log(request: HttpRequest, match: str) -> HttpResponse:
    """All questions and answers of a match, with those of each time that it was called off or annulled."""
    state = match_state_for(request, match)
    context = log_context(request, state)
    return visitors_page(request, "matches/pages/log.html", context, [context["parts"]])


@require_POST
def print_sheet(request: HttpRequest, match: str) -> HttpResponse:
    """Request the match sheet as a PDF, in the user's paper size or else the league's."""
    state = match_state_for(request, match)

    def ask() -> str:
        if any(row.sheet is None for row in state.sides.values()):
            raise Refusal(NO_SHEET)
        params = {"match": state.match.pk, "paper": paper_of(request.user, state.match.league)}
        scope = Scope("match", str(state.match.pk))
        version = version_of(state.match.league)
        return enqueue("match_sheet_pdf", params, owner=request.user, scope=scope, version=version).file_address()

    return redirect(press(request, "print_sheet", ask))


@require_POST
def open_(request: HttpRequest, match: str) -> HttpResponse:
    """Open the pre-match and freeze both rosters."""
    state = match_state_for(request, match)
    press(request, "open_match", lambda: opening.open_match(match=state.match, by=request.user).public_id)
    messages.success(request, _("The match is open. Both rosters are frozen."))
    return redirect("matches:pre_match", match)


@require_POST
def undo_opening(request: HttpRequest, match: str) -> HttpResponse:
    """Take back the opening of a match in which nobody has answered anything yet."""
    state = match_state_for(request, match)
    press(request, "undo_opening", lambda: annulling.undo_opening(match=state.match, by=request.user).public_id)
    messages.success(request, _("Opening undone. Both teams are free again."))
    return redirect("matches:match", match)


@get_or_post
def call_off(request: HttpRequest, match: str) -> HttpResponse:
    """Reset an open match to scheduled, with a reason."""
    state = match_state_for(request, match)
    form = ReasonForm.of(request)

    def undo() -> str:
        reason = form.cleaned_data["reason"]
        given = {"match": state.match, "by": request.user}
        return done_or_asked(
            annulling.calling_off(**given),
            reason,
            lambda: str(annulling.call_off(**given, reason=reason).public_id),
        )

    if done := submit(request, form, "call_off", undo):
        if done == ASKED_FIRST:
            messages.success(request, _("Sent. Once somebody agrees, the match is called off."))
        else:
            messages.success(request, _("Match called off. It can be played again from the start."))
        return redirect("matches:match", match)
    if state.match.state not in UNDER_WAY and not form.is_bound:
        return redirect("matches:match", match)
    return render(
        request,
        "matches/pages/call_off.html",
        {
            "match": state.match,
            "form": form,
            "teams": state.teams,
            "asks": shown_asked(annulling.calling_off(state.match, request.user)),
        },
        status=form.status,
    )


@require_POST
def ask_again(request: HttpRequest, match: str) -> HttpResponse:
    """Ask again, as a commissioner, when an answer no longer fits its question after a rules update."""
    state = match_state_for(request, match)
    press(request, "ask_anew", lambda: rechecking.ask_again(match=state.match, by=request.user).public_id)
    messages.success(request, _("The question is open again. The coach can answer it, or you for them."))
    return redirect("matches:match", match)


@get_or_post
def story(request: HttpRequest, match: str) -> HttpResponse:
    """Write the match's story for the user's own side."""
    state = match_state_for(request, match)
    mine = my_sides(request, state)
    named = request.POST.get("side") or request.GET.get("side")
    side = state.sides[named if named in mine else mine[0]]
    initial = {"story": side.written_story, "version": side.story_version, "side": side.side}
    form = StoryForm.of(request, initial=initial)

    def save_it() -> int:
        cleaned = form.cleaned_data
        side.match = state.match
        return int(stories.save_story(side=side, expected=cleaned["version"], story=cleaned["story"]).story_version)

    if submit(request, form, "tell_story", save_it):
        messages.success(request, _("Write-up saved."))
        return redirect("matches:match", match)
    context = {"match": state.match, "form": form, "teams": state.teams}
    return render(request, "matches/report/story.html", context, status=form.status)
