"""Template tags and filters for the templates of all rooms."""

import uuid
from collections.abc import Hashable, Iterable
from dataclasses import is_dataclass
from datetime import datetime
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.conf import settings
from django.forms import BoundField
from django.template import Context
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import get_script_prefix
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from web import tabs
from web.addresses import address
from web.drawing import form_renderer, icons, waiting, widgets
from web.drawing.zeros import dotted
from web.extensions import search_pages
from web.kept import Kept, piece

register = template.Library()

SIMPLE = frozenset({str, int, bool, SafeString, type(None)})
"""Types of most of what lines say: nothing else is in them."""

register.filter(form_renderer.attributes)
register.filter(dotted)
register.simple_tag(tabs.row)
register.simple_tag(widgets.widget)


@register.simple_tag
def command_id() -> SafeString:
    """A hidden field with a new command id, for a form that is only a button."""
    return format_html('<input type="hidden" name="command_id" value="{}">', uuid.uuid4())


@register.simple_tag(takes_context=True)
def address_to_ask(context: Context, sign: str) -> str:
    """Where a page asks whether it still shows how things stand (`web.drawing.waiting`)."""
    return waiting.address_to_ask(context["request"], sign)


@register.simple_tag
def moment(at: datetime, words: str = "j M Y, H:i") -> SafeString:
    """A <time> element in the page's time zone; `words` is a format of the `date` filter."""
    local = timezone.localtime(at)
    return SafeString(
        f'<time datetime="{local.isoformat(timespec="seconds")}">{escape(format_date(local, words))}</time>'
    )


@register.simple_tag
def same_for_all(part: str) -> SafeString:
    """A part of every page that depends only on the language: drawn once and cached."""
    return render_to_string(part) if settings.DEBUG else _drawn(part, get_language(), get_script_prefix())


@register.simple_tag
def search_page(about: str, *args: object) -> str:
    """The address of the search of the whole ``"site"``, or of a ``"league"`` by its slug; empty if there is none."""
    page = search_pages.get(about)
    return address(page.route, *args) if page is not None else ""


@register.simple_tag
def kept(parts: Kept, template: str) -> SafeString:
    """A part of the page that is the same for everybody (`web.kept`)."""
    return parts.part(template)


@register.simple_block_tag(takes_context=True)
def own(context: Context, content: str, marks: str, now: bool = False) -> SafeString:
    """What readers with one of these marks see; in a part that is not kept, what this reader sees if ``now``."""
    if now:
        return SafeString(content)
    return piece(marks, content) if context.get("kept") else SafeString()


@register.simple_tag
def lines_of(items: Iterable[Hashable], template: str, **more: Hashable) -> SafeString:
    """Each of these by a template, which gets it as ``each``, what is ``more``, and nothing else.

    A line is drawn once for all that it says: a result changes few of them. It may show days, but no moments, which
    depend on the time zone; a time that is already in words is as good as any other text.
    """
    where = get_language(), get_script_prefix()
    return SafeString("".join([_line(template, each, where, _kinds(each), **more) for each in items]))


@lru_cache(maxsize=4096)
def _line(
    template: str, each: Hashable, _where: tuple[str | None, str], _types: Hashable, **more: Hashable
) -> SafeString:
    """The types are a part of the key because HTML equals the same characters that are to be escaped, and 1 True."""
    return render_to_string(template, {"each": each, **more})


def _kinds(said: object) -> type | tuple[Any, ...]:
    """The types of everything in a line."""
    kind = type(said)
    if kind in SIMPLE:
        return kind
    if isinstance(said, tuple):
        return tuple(map(_kinds, said))
    if is_dataclass(said):
        return tuple([_kinds(getattr(said, name)) for name in said.__dataclass_fields__])
    return kind


@lru_cache(maxsize=64)
def _drawn(part: str, language: str | None, path: str) -> SafeString:
    """A part in this language, with addresses of pages below this path of the site."""
    return render_to_string(part)


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon, as `components/_icon.html` draws it; drawn once and cached."""
    return _drawn_icon(name, str(label))


@register.simple_tag
def sprite(name: str) -> str:
    """The address of the sprite that has an icon."""
    return static(icons.sprite_of(name))


@lru_cache(maxsize=256)
def _drawn_icon(name: str, label: str) -> SafeString:
    return render_to_string("components/_icon.html", {"name": name, "label": label})


@register.simple_tag
def bare_field(field: BoundField, **attrs: object) -> SafeString:
    """A form's field with its errors and its help; the template has the label. ``attrs`` have ``_`` for ``-``."""
    return form_renderer.bare(field, {name.replace("_", "-"): value for name, value in attrs.items()})


@register.simple_tag(takes_context=True)
def drawn_field(context: Context) -> SafeString:
    """Draw the `field` of a template of crispy-forms."""
    errors = bool(context.get("form_show_errors"))
    return form_renderer.drawn(context["field"], wrapper=context.get("wrapper_class") or "", tells_errors=errors)
