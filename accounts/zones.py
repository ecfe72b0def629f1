"""Time zones by their IANA names: the list, the form field, and a `<select>` that is quick to draw."""

from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

OPTION = '<option value="{}">{}</option>'
AREAS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


@cache
def zone_names() -> tuple[str, ...]:
    """UTC, then every zone that is named after a place."""
    places = (name for name in available_timezones() if name.partition("/")[0] in AREAS)
    return ("UTC", *sorted(places))


def check_zone(name: str) -> None:
    """Raise ValidationError for a name that is not in `zone_names`."""
    if name not in zone_names():
        raise ValidationError(_("There is no time zone called “%(name)s”."), code="zone", params={"name": name})


def zone(name: str) -> ZoneInfo:
    """The zone with that name; UTC if this machine no longer knows it."""
    return ZoneInfo(name if name in zone_names() else "UTC")


def moment_in(name: str, moment: datetime) -> str:
    """A moment for a mail: its time in the zone with that name, followed by the name."""
    return f"{date_format(timezone.localtime(moment, zone(name)), 'l j F Y, H:i')} ({name})"


@cache
def zone_groups() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The names by area, for a list that is easy to use."""
    names = zone_names()
    return tuple((area, tuple(name for name in names if name.startswith(f"{area}/"))) for area in AREAS)


class ZoneSelect(forms.Select):
    """A `<select>` of zones by area. Django's own draws each of the 400 options with a template, 15 ms a page."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        attributes = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        flat = format_html_join("", ' {}="{}"', ((key, val) for key, val in attributes.items() if val is not False))
        return format_html("<select{}>{}</select>", flat, chosen(value))


@cache
def all_options() -> str:
    """`<option>` elements by area. Their text has no area, and spaces for underscores. None is chosen."""
    groups = (
        (area, format_html_join("", OPTION, ((name, name.partition("/")[2].replace("_", " ")) for name in names)))
        for area, names in zone_groups()
    )
    return format_html(OPTION, "UTC", "UTC") + format_html_join("", '<optgroup label="{}">{}</optgroup>', groups)


def chosen(value: Any) -> SafeString:
    """The options with the value chosen, or none if there is no such zone."""
    if value not in zone_names():
        return SafeString(all_options())
    mark = format_html('<option value="{}"', value)
    return SafeString(all_options().replace(mark, f"{mark} selected", 1))


class ZoneField(forms.CharField):
    """A zone's IANA name, chosen from `zone_names`."""

    widget = ZoneSelect
    default_validators = [check_zone]
