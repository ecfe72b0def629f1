"""Filters and tags of the pages of ratings, opponents and coaches."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.template import Library
from django.template.defaultfilters import floatformat
from django.utils.html import format_html
from django.utils.safestring import SafeString

from stats.opponents.meetings import Record
from web.crests.shown import Shown
from web.drawing.zeros import ZERO, dotted

register = Library()
MINUS = "\u2212"


@register.simple_tag
def shield(badge: Shown, width: int = 22) -> SafeString:
    """The crest of a team, small unless another width in px is given."""
    return badge.html(width)


@register.simple_tag
def results_bar(record: Record) -> SafeString:
    """Matches won, drawn and lost as a bar, with the numbers; a reader who hears it gets the words."""
    parts, at = [], 0.0
    for css, count in record.parts:
        width = 100 * count / record.matches
        parts.append(
            f'<rect class="{css}" x="{at:.2f}%" width="{width:.2f}%" height="21"/>'
            f'<text class="{css}" x="{at + width / 2:.2f}%" y="16" text-anchor="middle">{count}</text>'
        )
        at += width
    drawn = SafeString(f'<svg class="wdl" height="21" aria-hidden="true" focusable="false">{"".join(parts)}</svg>')
    return format_html('<span class="visually-hidden">{}</span>{}', record.words, drawn)


@register.filter
def points(tenths: int) -> str:
    """Points that are given in tenths: 1516.0."""
    return f"{tenths / 10:.1f}"


@register.filter
def whole(tenths: int) -> str:
    """The same without the tenths."""
    return f"{tenths / 10:.0f}"


@register.filter
def change(tenths: int) -> SafeString:
    """A change in tenths with its sign; a dot for none."""
    if not tenths:
        return ZERO
    return format_html("{}{}", "+" if tenths > 0 else MINUS, f"{abs(tenths) / 10:.1f}")


@register.filter
def signed(number: int) -> str:
    """A whole number with its sign, 0 without one."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number < 0 else "0"


@register.filter
def spread(deviation: float) -> str:
    """Two deviations: how far a true rating is with 95 % at most."""
    return f"{2 * deviation:.0f}"


@register.filter
def with_page(address: str, number: int) -> str:
    """An address for another page of the same list."""
    return f"{address}{'&' if address else '?'}{urlencode({'page': number})}"


@register.filter
def share(percent: float) -> Any:
    """A share in a table, in per cent; a dot for none."""
    return dotted(f"{floatformat(percent)} %")
