"""What templates of every room need from this one."""

import uuid

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues import log, navigation
from leagues.models import League, LogEntry

register = template.Library()


@register.simple_tag
def command_id() -> SafeString:
    """The hidden field with a new command id, for a form that is only a button."""
    return format_html('<input type="hidden" name="command_id" value="{}">', uuid.uuid4())


@register.filter
def front_page(league: League) -> str:
    """The address at which a league begins."""
    return navigation.front_page(league)


@register.filter
def log_words(entry: LogEntry) -> str:
    """A log entry as a sentence."""
    return log.words(entry)
