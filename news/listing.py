"""The news of a league in one list by date: what commissioners wrote, and what happened by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.zones import zone
from leagues.changes import version_of
from leagues.members.linked_names import named
from leagues.models import League
from news.happenings.dated import dated_rows
from news.happenings.headline import Headline
from news.happenings.headlines import headlines
from news.happenings.wording import Item, worded
from news.markdown import plain_of
from news.models import Story
from web.kept import Kept, numbered
from web.prepared import Prepared

PAGE_LENGTH, LATEST, AT_HOME, IN_FEED = 20, 5, 3, 30
"""How many are on a page, on the front page of a league, on the home page of a member, in a feed."""


LIST = "news/_list.html"


class Entry(NamedTuple):
    """A line of the list before it is worded: of a headline, or of the story with this id."""

    day: date
    at: datetime
    key: str
    headline: Headline | None
    story: int | None


def drafts(league: League) -> QuerySet[Story]:
    """The stories that only commissioners see, the latest first."""
    rows = Story.objects.filter(league=league, published_at__isnull=True, deleted_at__isnull=True)
    return rows.select_related("by").order_by("-changed_at", "-pk")


def page_of(league: League, page: str) -> dict[str, Any]:
    """A page of the list, for everybody. Five queries beside those for what is kept of matches."""
    shown = Paginator(_entries(league), PAGE_LENGTH).get_page(page)
    return {"league": league, "items": _items(league, shown.object_list), "page_obj": shown, **numbered(page, shown)}


def kept_list(league: League, page: str = "") -> Kept:
    """A page of the list as everybody sees it."""
    return Kept(
        (LIST,), version=version_of(league), args=("news", league.pk, page), gather=lambda: page_of(league, page)
    )


def latest(league: League, most: int = LATEST) -> list[Item]:
    """The latest of the list in short, for a page that must be drawn fast: stories without text and writer."""
    return _items(league, _entries(league, recent=most)[:most], short=True)


def for_feed(league: League) -> list[Item]:
    """The latest of the list as a feed has them."""
    return _items(league, _entries(league)[:IN_FEED])


@Prepared
def _of_member(user: int) -> QuerySet[Story]:
    rows = Story.objects.filter(
        league__memberships__user=user,
        league__memberships__left_at__isnull=True,
        league__archived_at__isnull=True,
        published_at__isnull=False,
        deleted_at__isnull=True,
    )
    return rows.select_related("league").order_by("-published_at", "-pk")[:AT_HOME]


def stories_at_home(user: User) -> list[dict[str, Any]]:
    """The latest stories of the leagues that a person is in, for their home page; one query."""
    return [
        {
            "title": story.title,
            "url": reverse("news:story", args=[story.league.slug, story.pk]),
            "league": story.league.name,
            "at": story.published_at,
        }
        for story in _of_member(user.pk)
    ]


def _entries(league: League, *, recent: int = 0) -> list[Entry]:
    """Headlines and stories, the latest first: all, or the latest ones for a list of so many ``recent``."""
    dated, of_place = dated_rows(league), zone(league.zone)
    stories = [Entry(at.astimezone(of_place).date(), at, f"story:{pk}", None, pk) for pk, at in dated.stories]
    lines = [Entry(each.day, each.at, each.key, each, None) for each in headlines(league, dated, recent=recent)]
    return sorted([*lines, *stories], key=lambda each: each[:3], reverse=True)


def _items(league: League, entries: Sequence[Entry], *, short: bool = False) -> list[Item]:
    """Entries in words, in their order; four queries at most."""
    ids = [entry.story for entry in entries if entry.story is not None]
    stories = _stories(ids) if ids else ()
    items = [*worded(league, [entry.headline for entry in entries if entry.headline is not None])]
    items += [_of_story(league, story) if short else _told(league, story) for story in stories]
    by_key = {item.key: item for item in items}
    return [by_key[entry.key] for entry in entries if entry.key in by_key]


@Prepared
def _stories(ids: Collection[int]) -> QuerySet[Story]:
    return Story.objects.filter(pk__in=ids).select_related("by")


def _of_story(league: League, story: Story) -> Item:
    url = reverse("news:story", args=[league.slug, story.pk])
    return Item(
        key=f"story:{story.pk}",
        day=story.published_at.astimezone(zone(league.zone)).date(),
        at=story.published_at,
        changed=story.changed_at,
        label=_("Story"),
        icon="journal-text",
        words=format_html('<a href="{}">{}</a>', url, story.title),
        url=url,
        story=True,
    )


def _told(league: League, story: Story) -> Item:
    """A story with how it begins, and its writer."""
    short = _of_story(league, story)
    return replace(short, below=plain_of(story.text), by=story.by.name, by_linked=named(league, story.by))
