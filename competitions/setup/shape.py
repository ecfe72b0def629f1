"""The shape of a competition: how its opponents are found, and what holds for its rounds. Settled by a commissioner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.utils.translation import gettext_lazy as _

from competitions.models import Competition


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """By the names of Competition's columns, which say what they mean."""

    scheduling: str = "round_robin"
    group_name: str = ""
    places: int | None = None
    by_lot: bool = False
    third_place: bool = False
    planned_rounds: int = 5
    pairs_itself: bool = True
    legs_across: int | None = None
    reach: int = 3
    challenges: bool = False
    when_lapsed: str = Competition.WhenLapsed.COMMISSIONER
    extension_days: int = 7
    remind_days: int = 3

    def as_columns(self) -> dict[str, Any]:
        """By column."""
        return asdict(self)


FIELDS = tuple(field.name for field in fields(Shape))
SETTLED_BY_THE_DRAW = ("scheduling", "legs_across", "by_lot", "third_place")
"""What a change of takes drawn fixtures back, and what stands fast once a competition has started."""

NAMES: Mapping[str, Any] = {
    "scheduling": _("how opponents are found"),
    "group_name": _("what it is part of"),
    "places": _("places"),
    "by_lot": _("pairings by lot"),
    "third_place": _("match for third place"),
    "planned_rounds": _("number of rounds"),
    "pairs_itself": _("who pairs the next round"),
    "legs_across": _("meetings of different conferences"),
    "reach": _("how far up a challenge reaches"),
    "challenges": _("written challenges"),
    "when_lapsed": _("what follows a lapsed deadline"),
    "extension_days": _("days of an extension"),
    "remind_days": _("when coaches are reminded"),
}
"""As the log of changed settings calls them."""


def shape_of(competition: Competition) -> Shape:
    """A competition's shape as it stands."""
    return Shape(**{name: getattr(competition, name) for name in FIELDS})
