"""What a crest is: a shape, what divides it, an emblem and two colours; and the shirt in the same colours.

It is stored as JSON with these keys. What is not known, or missing, reads as the crest that has nothing special.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

from web.crests.colours import COLOURS, fill_and_rim
from web.crests.fields import PATTERNS, SHAPES
from web.crests.free_emblems import FREE_EMBLEMS
from web.crests.race_emblems import RACE_EMBLEMS, Emblem
from web.crests.shirts import SHIRT_PATTERNS

EMBLEMS: dict[str, Emblem] = RACE_EMBLEMS | FREE_EMBLEMS


@dataclass(frozen=True, kw_only=True, repr=False)
class Crest:
    """A crest. Each part is a key: of ``SHAPES``, ``PATTERNS``, ``EMBLEMS``, ``COLOURS`` twice, ``SHIRT_PATTERNS``."""

    shape: str = "heater"
    pattern: str = "plain"
    emblem: str = "ball"
    first: str = "turf"
    second: str = "bone"
    shirt: str = "plain"

    @cached_property
    def id(self) -> str:
        """Names its drawing in a page: equal drawings have equal ids, which say all that is drawn."""
        return f"crest-{self.shape}-{self.pattern}-{self.emblem}-{self.first}-{self.second}"

    def __repr__(self) -> str:
        """All its parts: signs of what is kept say many crests (`web.kept.kept_html`)."""
        return self._told

    @cached_property
    def _told(self) -> str:
        return f"Crest({self.as_json()})"

    @property
    def grounds(self) -> tuple[str, ...]:
        """The colours under its emblem, as #rrggbb."""
        second = (COLOURS[self.second].hex,) if PATTERNS[self.pattern].covers else ()
        return (COLOURS[self.first].hex, *second)

    @property
    def inks(self) -> tuple[str, str]:
        """The colours of its emblem, as #rrggbb: filled with, and rim."""
        return fill_and_rim(self.grounds)

    def as_json(self) -> dict[str, str]:
        """As it is stored."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


PARTS: dict[str, Mapping[str, Any]] = {
    "shape": SHAPES,
    "pattern": PATTERNS,
    "emblem": EMBLEMS,
    "first": COLOURS,
    "second": COLOURS,
    "shirt": SHIRT_PATTERNS,
}
"""What each part of a crest can be."""


def crest_in(stored: object) -> Crest:
    """The crest in stored JSON. Parts that are missing or unknown are those of a crest with nothing special."""
    if not isinstance(stored, Mapping):
        return Crest()
    return _crest(tuple(stored.get(part) if isinstance(stored.get(part), str) else None for part in PARTS))


@lru_cache(maxsize=4096)
def _crest(values: tuple[str | None, ...]) -> Crest:
    known = {part: value for (part, found), value in zip(PARTS.items(), values, strict=True) if value in found}
    return Crest(**{part: value for part, value in known.items() if value})


def crest_of_id(drawing: str) -> Crest | None:
    """The crest whose drawing has this id; None if there is no such crest."""
    word, *values = drawing.split("-")
    if word != "crest" or len(values) != len(PARTS) - 1:
        return None
    given = dict(zip(PARTS, values, strict=False))
    return Crest(**given) if all(value in PARTS[part] for part, value in given.items()) else None
