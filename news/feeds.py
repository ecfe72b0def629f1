"""The news of a league as an Atom feed."""

from __future__ import annotations

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _

from leagues.access import league_for
from leagues.models import League
from news.characters import readable
from news.happenings.wording import Item
from news.listing import for_feed


class NewsFeed(Feed):
    """The latest news. Programs that read feeds do not sign in: only a public league's feed is of use to them."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, slug: str) -> League:
        """The league, if the reader may see it."""
        return league_for(request, slug)

    def title(self, league: League) -> str:
        """What the feed is called."""
        return _("News of %(league)s") % {"league": readable(league.name)}

    def link(self, league: League) -> str:
        """The page with the same."""
        return reverse("news:list", args=[league.slug])

    def feed_url(self, league: League) -> str:
        """The address of the feed."""
        return reverse("news:feed", args=[league.slug])

    def items(self, league: League) -> list[Item]:
        """The latest news."""
        return for_feed(league)

    def item_title(self, item: Item) -> str:
        """The sentence, or the title of a story."""
        return readable(item.plain)

    def item_description(self, item: Item) -> str:
        """How a story begins, or further facts; Atom takes it for HTML."""
        return escape(readable(item.below))

    def item_link(self, item: Item) -> str:
        """The page to read on."""
        return item.url

    def item_guid(self, item: Item) -> str:
        """Tells items apart for ever, without an address."""
        return f"urn:dugout:news:{item.key}"

    def item_pubdate(self, item: Item) -> datetime:
        """When it happened."""
        return item.at

    def item_updateddate(self, item: Item) -> datetime:
        """When it happened, or when a story was changed last."""
        return item.changed or item.at

    def item_author_name(self, item: Item) -> str | None:
        """Who wrote a story."""
        return readable(item.by) or None

    def item_categories(self, item: Item) -> tuple[str, ...]:
        """What kind of news it is."""
        return (item.label,)
