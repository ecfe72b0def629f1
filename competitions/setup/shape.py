"""The shape of a competition: its format and the format's options, its group, places, and what deadlines do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions.models import Competition
from competitions.models.formats import formats_by_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The shape by column of Competition.

    ``options`` are the format's options by name. Missing ones have their default; options of other formats are ignored.
    """

    scheduling: str = "round_robin"
    group_name: str = ""
    places: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    challenges: bool = False
    when_lapsed: str = Competition.WhenLapsed.COMMISSIONER
    extension_days: int = 7
    remind_days: int = 3

    def as_columns(self) -> dict[str, Any]:
        """The values by column. Raises ValidationError for an option that its format does not accept."""
        options = formats_by_key[self.scheduling].options_from(self.options)
        return {**{name: getattr(self, name) for name in FIELDS}, "format_options": options}


FIELDS = tuple(each.name for each in fields(Shape) if each.name != "options")

NAMES: Mapping[str, Any] = {
    "scheduling": _("how opponents are found"),
    "group_name": _("the group it belongs to"),
    "places": _("places"),
    "challenges": _("written challenges"),
    "when_lapsed": _("what happens after a deadline"),
    "extension_days": _("days of an extension"),
    "remind_days": _("when coaches are reminded"),
}
"""The names of the columns in the log of changed settings."""


def shape_of(competition: Competition) -> Shape:
    """A competition's current shape."""
    return Shape(options=vars(competition.options), **{name: getattr(competition, name) for name in FIELDS})
