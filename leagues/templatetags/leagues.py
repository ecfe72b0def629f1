"""Template tags and filters about leagues."""

from __future__ import annotations

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from accounts.models import User
from leagues import citations, log
from leagues.members.linked_names import LinkedNames, coach_link, named
from leagues.models import League, LogEntry
from web import tabs

register = template.Library()
register.simple_tag(coach_link)


@register.simple_tag(takes_context=True)
def cite(context: Context, purpose: str) -> SafeString:
    """The source of a rule in the rulebook of the page: `` (L5, p. 40)`` with a link to the guide, or nothing."""
    return citations.source_for(context["request"], purpose)


@register.simple_tag(takes_context=True)
def cited_text(context: Context, text: str) -> SafeString:
    """A text in which citations of the rulebook of the page are links to the guide."""
    request = getattr(context, "request", None) or context.get("request")
    return citations.with_links(text, lambda: citations.book_of(request) if request is not None else None)


@register.filter
def front_page(league: League) -> str:
    """The address of a league's first page."""
    return tabs.front_page(league)


@register.filter
def log_words(entry: LogEntry, names: LinkedNames) -> str:
    """A log entry as a sentence, with linked names."""
    return log.words(entry, names.of)


@register.filter
def linked_in(person: User | None, league: League) -> SafeString:
    """The linked name of a person on a page that names few: one query for a league as it was read. Empty for nobody."""
    return named(league, person)


@register.filter
def linked(person: User | None, names: LinkedNames) -> SafeString:
    """The name of a person, linked to their page in the league if they have one."""
    return names.of(person)
