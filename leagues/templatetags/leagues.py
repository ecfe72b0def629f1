"""What templates of every room need from this one."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from leagues import log, navigation
from leagues.models import League, LogEntry

register = template.Library()


@register.simple_tag
def command_id() -> SafeString:
    """The hidden field with a new command id, for a form that is only a button."""
    return format_html('<input type="hidden" name="command_id" value="{}">', uuid.uuid4())


@register.simple_tag
def moment(at: datetime, words: str = "j M Y, H:i") -> SafeString:
    """A time in the page's zone, for people and machines; `words` as for the `date` filter."""
    local = timezone.localtime(at)
    return SafeString(
        f'<time datetime="{local.isoformat(timespec="seconds")}">{escape(format_date(local, words))}</time>'
    )


@register.filter
def attributes(named: Mapping[str, Any]) -> SafeString:
    """An element's attributes in their order, as Django's widgets mean them: True stands bare, False is left out."""
    return SafeString(
        "".join(
            f" {escape(name)}" if value is True else f' {escape(name)}="{escape(value)}"'
            for name, value in named.items()
            if value is not False
        )
    )


@register.filter
def front_page(league: League) -> str:
    """The address at which a league begins."""
    return navigation.front_page(league)


@register.filter
def log_words(entry: LogEntry) -> str:
    """A log entry as a sentence."""
    return log.words(entry)
