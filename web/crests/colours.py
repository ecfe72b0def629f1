"""The sixteen colours of kits (``web.crests.kits``) as crests need them, and what emblems are drawn in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from web.crests import kits
from web.errors import Text

LIGHT, DARK = "#fbf8ee", "#1e1a14"
"""What emblems are drawn in: one of them, with a rim of the other."""
BLOOD = "#a01f1b"


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of a kit, and the colour of figures on it."""

    label: Text
    hex: str
    ink: str


COLOURS: dict[str, Colour] = {
    name: Colour(label, kits.PALETTE[name], kits.ink(kits.PALETTE[name])) for name, label in kits.COLOURS
}
"""By name, in the order of forms."""


@cache
def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours as #rrggbb, from 1 to 21."""
    return kits.contrast(one, other)


@cache
def fill_and_rim(grounds: tuple[str, ...]) -> tuple[str, str]:
    """The colours of an emblem on these grounds, as #rrggbb: what it is filled with, and its rim.

    It is filled with what can be seen best on the ground that is worst for it; the rim is what shows it on the other.
    """
    light, dark = (min(contrast(each, ground) for ground in grounds) for each in (LIGHT, DARK))
    return (DARK, LIGHT) if dark > light else (LIGHT, DARK)
