"""Pages of a league's news: the list, a story, and what commissioners write. Comments are in `news.comment_views`."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leagues.access import league_for
from leagues.models import League
from news import stories
from news.forms import DeleteForm, StoryForm
from news.listing import drafts, kept_list
from news.markdown import html_of
from news.models import Story
from news.story_page import story_context, story_for, version_for_visitors
from web.drawing.visitors_pages import visitors_page, visitors_whole_page
from web.kept import LONGEST_PAGE
from web.submission import get_or_post, submit


@require_safe
def index(request: HttpRequest, slug: str) -> HttpResponse:
    """The news of a league, by date; for commissioners also their drafts."""
    league = league_for(request, slug)
    parts = kept_list(league, request.GET.get("page", "")[:LONGEST_PAGE])
    runs = "commissioner" in request.league_roles
    context = {"parts": parts, "runs": runs, "drafts": drafts(league) if runs else ()}
    return visitors_page(request, "news/list.html", context, [parts])


@require_safe
def story(request: HttpRequest, slug: str, story: int) -> HttpResponse:
    """A story with what was said about it; a draft is there for commissioners alone."""
    league, found = story_for(request, slug, story)
    version = "" if request.user.is_authenticated else version_for_visitors(league, found)
    gather = partial(story_context, request, league, found)
    return visitors_whole_page(request, "news/story.html", gather, version)


@get_or_post
def write(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a story; the post with `do=preview` shows it and saves nothing."""
    league = league_for(request, slug)
    form = StoryForm.of(request)

    def save(title: str, text: str, publish: bool) -> int:
        return int(stories.write_story(league=league, by=request.user, title=title, text=text, publish=publish).pk)

    return _written(request, league, form, None, save)


@get_or_post
def edit(request: HttpRequest, slug: str, story: int) -> HttpResponse:
    """Change a story."""
    league, found = story_for(request, slug, story)
    form = StoryForm.of(request, story=found)

    def save(title: str, text: str, publish: bool) -> int:
        expected = form.cleaned_data["version"]
        stories.change_story(story=found, by=request.user, expected=expected, title=title, text=text, publish=publish)
        return int(found.pk)

    return _written(request, league, form, found, save)


def _written(request: HttpRequest, league: League, form: StoryForm, found: Story | None, save: Any) -> HttpResponse:
    """The answer to a form with a story: the story, or the form again, perhaps with a preview."""
    shown = ""
    if request.POST.get("do") == "preview":
        if form.is_valid():
            shown = html_of(form.cleaned_data["text"])
        form.status = 200 if form.is_valid() else 422
    else:
        publish = request.POST.get("do") == "publish"
        kept = submit(
            request,
            form,
            "write_story" if found is None else "change_story",
            lambda: save(form.cleaned_data["title"], form.cleaned_data["text"], publish),
        )
        if kept:
            messages.success(
                request, _("Story published.") if publish else _("Draft saved. Only commissioners see it.")
            )
            return redirect("news:story", league.slug, kept)
    context = {"form": form, "story": found, "preview": shown}
    return render(request, "news/write.html", context, status=form.status)


@get_or_post
def delete(request: HttpRequest, slug: str, story: int) -> HttpResponse:
    """Delete a story, with a reason; who sends that twice gets the first answer again."""
    league = league_for(request, slug)
    found = get_object_or_404(league.stories, pk=story)
    form = DeleteForm.of(request, story=found)

    def work() -> int:
        cleaned = form.cleaned_data
        stories.delete_story(story=found, by=request.user, expected=cleaned["version"], reason=cleaned["reason"])
        return int(found.pk)

    if submit(request, form, "delete_story", work):
        messages.success(request, _("Story deleted."))
        return redirect("news:list", league.slug)
    if found.deleted_at is not None:
        raise Http404
    return render(request, "news/delete.html", {"form": form, "story": found}, status=form.status)
