"""The outlines of crests and what divides them, in a box of 40 by 48. Patterns cover the whole box and are clipped."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from web.crests.paths import circle
from web.errors import Text

WIDTH, HEIGHT = 40, 48


@dataclass(frozen=True, slots=True)
class Shape:
    """An outline. The emblem stands around ``x``, ``y``, ``scale`` times as large as it is drawn."""

    label: Text
    outline: str
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Pattern:
    """What the second colour covers; nothing for a crest of one colour."""

    label: Text
    covers: str = ""


SHAPES: dict[str, Shape] = {
    "heater": Shape(_("shield"), "M2 2H38V25C38 36 30 42.5 20 46.5C10 42.5 2 36 2 25Z", 20, 21, 1.2),
    "round": Shape(_("disc"), circle(20, 24, 18.6), 20, 24, 1.08),
    "hexagon": Shape(_("hexagon"), "M20 1.5L38 11.5V36.5L20 46.5L2 36.5V11.5Z", 20, 24, 1.14),
    "diamond": Shape(
        _("diamond"), "M20 1.5C27 8 35 15 38.7 24C35 33 27 40 20 46.5C13 40 5 33 1.3 24C5 15 13 8 20 1.5Z", 20, 24, 0.98
    ),
    "pennon": Shape(_("pennon"), "M2 2H38V45.5L20 36.5L2 45.5Z", 20, 19, 1.2),
    "banner": Shape(_("banner"), "M2 3H38V39.5C30 39.5 26 42 20 46.5C14 42 10 39.5 2 39.5Z", 20, 21.5, 1.24),
}

PATTERNS: dict[str, Pattern] = {
    "plain": Pattern(_("plain")),
    "halves": Pattern(_("halves"), "M20 0H40V48H20Z"),
    "pale": Pattern(_("middle stripe"), "M12.5 0H27.5V48H12.5Z"),
    "fess": Pattern(_("belt"), "M0 14H40V30H0Z"),
    "chief": Pattern(_("top"), "M0 0H40V12.5H0Z"),
    "base": Pattern(_("foot"), "M0 30H40V48H0Z"),
    "quarter": Pattern(_("quarters"), "M20 0H40V23H20ZM0 23H20V48H0Z"),
    "chevron": Pattern(_("chevron"), "M20 20L40 36V48H37L20 33L3 48H0V36Z"),
    "bend": Pattern(_("sash"), "M0 0H10L40 34V48H31L0 14Z"),
    "bars": Pattern(_("hoops"), "M0 8H40V15H0ZM0 22H40V29H0ZM0 36H40V43H0Z"),
    "saltire": Pattern(_("cross"), "M0 0H7L20 17L33 0H40V6L25.5 24L40 42V48H33L20 31L7 48H0V42L14.5 24L0 6Z"),
    "stripes": Pattern(_("stripes"), "M7 0H13V48H7ZM20 0H26V48H20ZM33 0H40V48H33Z"),
}
