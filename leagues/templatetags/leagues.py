"""What templates of every room need from this one."""

import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from leagues import log, navigation
from leagues.models import League, LogEntry

register = template.Library()

Groups = Iterable[tuple[Any, Iterable[Mapping[str, Any]], int]]
"""A widget's choices: each group's name or None, its choices as Django makes them, its place."""


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


@register.simple_tag
def same_for_all(part: str) -> SafeString:
    """A part of every page that depends on nothing but the language: drawn once, and kept."""
    return render_to_string(part) if settings.DEBUG else _drawn(part, get_language())


@lru_cache(maxsize=64)
def _drawn(part: str, language: str | None) -> SafeString:
    return render_to_string(part)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon as `components/_icon.html` has it, drawn once."""
    return _drawn_icon(name, str(label))


@lru_cache(maxsize=256)
def _drawn_icon(name: str, label: str) -> SafeString:
    return render_to_string("components/_icon.html", {"name": name, "label": label})


@register.filter
def attributes(named: Mapping[str, Any]) -> SafeString:
    """An element's attributes in their order, as Django's widgets mean them: True stands bare, False is left out."""
    return SafeString(
        "".join(
            f" {escape(name)}" if value is True else f' {escape(name)}="{escape(str(value))}"'
            for name, value in named.items()
            if value is not False
        )
    )


@register.filter
def select_options(groups: Groups) -> SafeString:
    """What stands inside a <select>, out of its widget's groups."""
    return SafeString("".join(grouped(group, "".join(map(_option, rows))) for group, rows, _index in groups))


def grouped(group: Any, options: str) -> str:
    """Options under the name of their group; bare where it has none."""
    return f'<optgroup label="{text(group)}">{options}</optgroup>' if group else options


def _option(row: Mapping[str, Any]) -> str:
    return f'<option value="{text(row["value"])}"{attributes(row["attrs"])}>{text(row["label"])}</option>'


@register.filter
def answers(groups: Groups, mark: str = "") -> SafeString:
    """The answers to a question, each a row to press; `mark` is one more class of each, with a space before it."""
    return SafeString(
        "".join(
            f"{f'<strong>{text(group)}</strong>' if group else ''}{''.join(_answer(row, mark) for row in rows)}"
            for group, rows, _index in groups
        )
    )


def _answer(row: Mapping[str, Any], mark: str) -> str:
    own = row["attrs"]
    return (
        f'<div class="form-check"><input type="{row["type"]}" class="form-check-input{mark}" name="{text(row["name"])}"'
        f' value="{text(row["value"])}"{attributes(own)}>'
        f'<label for="{text(own.get("id", ""))}" class="form-check-label">{text(row["label"])}</label></div>\n  '
    )


def text(value: Any) -> str:
    """A value as it stands on a page: escaped, unless it says itself how it is drawn."""
    return str(value.__html__()) if hasattr(value, "__html__") else escape(str(value))


@register.filter
def front_page(league: League) -> str:
    """The address at which a league begins."""
    return navigation.front_page(league)


@register.filter
def log_words(entry: LogEntry) -> str:
    """A log entry as a sentence."""
    return log.words(entry)
