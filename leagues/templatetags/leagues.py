"""Template tags and filters about leagues."""

from django import template
from django.template import Context

from leagues import citations, log
from leagues.models import League, LogEntry
from web import tabs

register = template.Library()


@register.simple_tag(takes_context=True)
def cite(context: Context, purpose: str) -> str:
    """The source of a rule in the rulebook of the page's league: `` (L5, p. 40)``, or nothing."""
    return citations.cited_in(getattr(context["request"], "league", None), purpose)


@register.filter
def front_page(league: League) -> str:
    """The address of a league's first page."""
    return tabs.front_page(league)


@register.filter
def log_words(entry: LogEntry) -> str:
    """A log entry as a sentence."""
    return log.words(entry)
