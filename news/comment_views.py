"""Comments under a story: writing, removing, reporting, and the page on which a commissioner decides."""

from __future__ import annotations

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from news import comments
from news.forms import CommentForm, DecisionForm, ReportForm
from news.models import CommentReport, Story
from news.story_page import PAGE_LENGTH, comment_for, comments_seen, story_context, story_for
from web.errors import Message, Refusal
from web.submission import get_or_post, press, submit

LIMIT = "comment"
"""The limit's name in `ACCOUNT_RATE_LIMITS`."""
TOO_OFTEN = Message(
    id="news.commented_too_often",
    text=gettext_lazy("You have written too many comments in a short time."),
    remedy=gettext_lazy("Wait a while, then send it again."),
    status=429,
)


@get_or_post
def comment(request: HttpRequest, slug: str, story: int) -> HttpResponse:
    """Comment on a story."""
    league, found = story_for(request, slug, story)
    form = CommentForm.of(request)

    def write() -> int:
        if not ratelimit.consume(request, app="allauth.account", action=LIMIT):
            raise Refusal(TOO_OFTEN)
        text = form.cleaned_data["text"]
        return int(comments.write_comment(story=found, by=request.user, text=text).pk)

    made = submit(request, form, "write_comment", write)
    if made or not form.is_bound:
        return redirect(
            f"{reverse('news:story', args=[league.slug, found.pk])}{_last_page(request, found) if made else ''}"
        )
    context = story_context(request, league, found, comment_form=form)
    return render(request, "news/story.html", context, status=form.status)


def _last_page(request: HttpRequest, story: Story) -> str:
    """The end of the address of a story's page on which the latest comment stands, of those that the reader sees."""
    number = -(-comments_seen(request, story).count() // PAGE_LENGTH)
    return (f"?page={number}" if number > 1 else "") + "#comments"


@require_POST
def remove(request: HttpRequest, slug: str, comment: int) -> HttpResponse:
    """Remove one's own comment."""
    league, found = comment_for(request, slug, comment)
    press(request, "remove_comment", lambda: comments.remove_own(comment=found, by=request.user))
    messages.success(request, _("Comment removed."))
    return redirect("news:story", league.slug, found.story_id)


@get_or_post
def report(request: HttpRequest, slug: str, comment: int) -> HttpResponse:
    """Report a comment to the commissioners."""
    league, found = comment_for(request, slug, comment)
    form = ReportForm.of(request)

    def send() -> int:
        if not ratelimit.consume(request, app="allauth.account", action=LIMIT):
            raise Refusal(TOO_OFTEN)
        reason = form.cleaned_data["reason"]
        return int(comments.report_comment(comment=found, by=request.user, reason=reason).pk)

    if submit(request, form, "report_comment", send):
        messages.success(request, _("Reported. The commissioners will look at it."))
        return redirect("news:story", league.slug, found.story_id)
    return render(request, "news/report.html", {"form": form, "comment": found}, status=form.status)


@get_or_post
def decide(request: HttpRequest, slug: str, comment: int) -> HttpResponse:
    """Decide about a comment: hide it, show it again, delete it, or leave it."""
    league, found = comment_for(request, slug, comment)
    possible = comments.decisions_about(found)
    form = DecisionForm.of(request, possible=possible)

    def work() -> int:
        cleaned = form.cleaned_data
        comments.decide(comment=found, by=request.user, decision=cleaned["decision"], reason=cleaned["reason"])
        return int(found.pk)

    if submit(request, form, "decide_comment", work):
        messages.success(request, _("Decided. The log has your reason."))
        return redirect("news:story", league.slug, found.story_id)
    reports = found.reports.filter(state=CommentReport.State.WAITING).select_related("by").order_by("pk")
    context = {"form": form, "comment": found, "possible": possible, "complaints": reports}
    return render(request, "news/decide.html", context, status=form.status)
