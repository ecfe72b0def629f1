"""The page of a story with what was said about it, and who finds which story and comment."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet, Window
from django.http import Http404, HttpRequest

from leagues.access import league_for
from leagues.changes import version_of
from leagues.models import League
from news.forms import CommentForm
from news.markdown import html_of
from news.models import Comment, Story
from web.kept import Kept
from web.prepared import Prepared

STORY = "news/_story.html"
PAGE_LENGTH = 50
"""How many comments a page shows."""


def story_for(request: HttpRequest, slug: str, pk: int) -> tuple[League, Story]:
    """A league and a story of it, if the reader may see both. Raises what `league_for` raises, and Http404."""
    league = league_for(request, slug)
    found = next(iter(_story(league.pk, pk)), None)
    if found is None or (not found.published and "commissioner" not in request.league_roles):
        raise Http404
    found.league = league
    return league, found


@Prepared
def _story(league: int, story: int) -> QuerySet[Story]:
    return Story.objects.filter(league=league, pk=story, deleted_at__isnull=True).select_related("by").order_by()


def version_for_visitors(league: League, story: Story) -> str:
    """The version of all that a visitor sees of a story. A comment is no change of its league: one query tells them."""
    return f"{version_of(league)} {_first_comments(story.pk)!r}"


@Prepared
def _first_comments(story: int) -> QuerySet[Comment, Any]:
    """The first page of comments that everybody sees, each with the number of all."""
    rows = Comment.objects.filter(story=story, standing=Comment.Standing.SHOWN).annotate(all=Window(Count("pk")))
    columns = ("pk", "at", "text", "by", "by__display_name", "by__username", "by__deleted_at", "all")
    return rows.order_by("pk").values_list(*columns)[:PAGE_LENGTH]


def story_context(request: HttpRequest, league: League, found: Story, **more: Any) -> dict[str, Any]:
    """What the page of a story shows."""
    parts = Kept(
        (STORY,),
        version=version_of(league),
        args=("story", found.pk),
        gather=lambda: {"story": found, "html": html_of(found.text)},
    )
    runs = "commissioner" in request.league_roles
    return {"story": found, "parts": parts, "runs": runs, **talk(request, league, found), **more}


def comments_seen(request: HttpRequest, story: Story) -> QuerySet[Comment]:
    """The comments on a story that the reader sees, the oldest first; hidden ones for who wrote or decides them."""
    shown = Q(standing=Comment.Standing.SHOWN)
    hidden = Q(standing=Comment.Standing.HIDDEN)
    if "commissioner" in request.league_roles:
        shown |= hidden
    elif request.user.is_authenticated:
        shown |= hidden & Q(by=request.user)
    return Comment.objects.filter(shown, story=story).order_by("pk")


def talk(request: HttpRequest, league: League, story: Story) -> dict[str, Any]:
    """What was said about a story, and whether the reader can say something; three queries at most."""
    wanted = league.comments != League.Comments.NOBODY and not league.archived
    user, speaks = request.user, False
    if wanted and story.published and user.is_authenticated:
        speaks = "member" in request.league_roles or league.comments == League.Comments.USERS
    seen = Paginator(comments_seen(request, story).select_related("by"), PAGE_LENGTH)
    return {
        "wanted": wanted,
        "speaks": speaks,
        "reports": "member" in request.league_roles,
        "comment_form": CommentForm() if speaks else None,
        "page_obj": seen.get_page(request.GET.get("page")),
    }


def comment_for(request: HttpRequest, slug: str, pk: int) -> tuple[League, Comment]:
    """A league and a comment on a story of it that the reader can see. Raises what `league_for` raises, and Http404."""
    league = league_for(request, slug)
    rows = Comment.objects.filter(story__league=league, story__deleted_at__isnull=True, pk=pk)
    found = rows.select_related("story__league", "by").first()
    runs = "commissioner" in request.league_roles
    if found is None or (not runs and (not found.story.published or found.standing == Comment.Standing.DELETED)):
        raise Http404
    if found.standing == Comment.Standing.HIDDEN and not runs and found.by_id != request.user.pk:
        raise Http404
    return league, found
