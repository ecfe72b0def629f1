"""Shirts: an outline for each build of player, what the second colour covers, and marks for the hurt and the dead.

Everything is drawn in a box of 40 by 47. The number stands on the first colour, on a patch where a pattern runs there.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from web.crests.paths import circle
from web.errors import Text

SHIRT_WIDTH, SHIRT_HEIGHT = 40, 47


@dataclass(frozen=True, slots=True)
class Cut:
    """The outline of a shirt, its collar, and the lines that are drawn on it."""

    label: Text
    outline: str
    collar: str = "M14 3C17 7.5 23 7.5 26 3"
    lines: str = ""


@dataclass(frozen=True, slots=True)
class ShirtPattern:
    """What the second colour covers; ``patch`` if it runs where the number stands."""

    label: Text
    covers: str = ""
    patch: bool = False


CUTS: dict[str, Cut] = {
    "plain": Cut(_("shirt"), "M13 3H27L30 5L39 9L36 21L30 20V44H10V20L4 21L1 9L10 5Z"),
    "vest": Cut(
        _("vest"),
        "M11 3H16C16.5 9 23.5 9 24 3H29C29 9 30 13 33 15V44H7V15C10 13 11 9 11 3Z",
        "M16 3C16.5 9 23.5 9 24 3",
    ),
    "long": Cut(
        _("shirt with long sleeves"),
        "M13 3H27L31 5C36 8 38 20 39.3 33L33 34.5L30 20V44H10V20L7 34.5L.7 33C2 20 4 8 9 5Z",
        lines="M1.2 29.5L8.2 31M38.8 29.5L31.8 31",
    ),
    "pads": Cut(
        _("shoulder pads"),
        "M14 4H26C31 1.5 38.5 4 39.5 11L39 18L32 19.5L30.5 44H9.5L8 19.5L1 18L.5 11C1.5 4 9 1.5 14 4Z",
        "M14 4C17 8 23 8 26 4",
        "M.8 14.5L9.5 13.5M39.2 14.5L30.5 13.5",
    ),
    "giant": Cut(
        _("torn shirt of a big player"),
        "M13 1.5H27C33 2 39.5 5 39.8 12L38.5 24L35.5 21.5L33 25.5L34 45.5L29.5 42L25 46L20 42L15 46L10.5 42L6 45.5L7 25.5"
        "L4.5 21.5L1.5 24L.2 12C.5 5 7 2 13 1.5Z",
        "M13 1.5C17 8 23 8 27 1.5",
    ),
    "small": Cut(
        _("shirt of a small player"),
        "M15 13H25L28 14.5L36 18L33.5 27L28.5 26V44H11.5V26L6.5 27L4 18L12 14.5Z",
        "M15.5 13C18 16.5 22 16.5 24.5 13",
    ),
}

SHIRT_PATTERNS: dict[str, ShirtPattern] = {
    "plain": ShirtPattern(_("plain")),
    "yoke": ShirtPattern(_("yoke"), "M0 0H40V12H0Z"),
    "hoops": ShirtPattern(_("hoops"), "M0 10H40V15.5H0ZM0 36H40V41.5H0Z"),
    "sash": ShirtPattern(_("sash"), "M6 0H15L34 38V48H28L6 10Z", True),
    "halves": ShirtPattern(_("halves"), "M20 0H40V48H20Z", True),
    "sleeves": ShirtPattern(_("sleeves"), "M0 0H10.5V48H0ZM29.5 0H40V48H29.5Z"),
    "stripes": ShirtPattern(_("stripes"), "M12 0H16V48H12ZM24 0H28V48H24ZM4 0H8V48H4ZM32 0H36V48H32Z", True),
}

PATCH, SMALL_PATCH = "M11.5 18H28.5V36H11.5Z", "M12.5 24H27.5V40H12.5Z"
"""What is in the first colour under a number, if a pattern runs there."""

BANDAGE = (
    "M14.2 38.2L36.1 28.4L38.7 29.4L40.8 34.2L39.8 36.8L17.9 46.6L15.3 45.6L13.2 40.8Z",
    "M21.3 35L29 31.6L32.7 40L25 43.4Z",
    "M23.4 36L24.9 35.4L25.5 36.9L24 37.5ZM26.9 34.5L28.3 33.8L29 35.3L27.5 36ZM25 39.7L26.5 39L27.1 40.5L25.7 41.2ZM28.5 38.1L30 37.5L30.6 39L29.1 39.6Z",
)
"""A plaster on the shirt of a player who misses the next match: its band, its pad, and the holes in it."""

SKULL = (
    "M20 15.5C28 15.5 32.5 20.5 32.5 26.5C32.5 30.7 30.3 33.5 27.5 35V42H12.5V35C9.7 33.5 7.5 30.7 7.5 26.5"
    "C7.5 20.5 12 15.5 20 15.5Z",
    circle(14.6, 27, 3.6)
    + circle(25.4, 27, 3.6)
    + "M20 30L22.4 34.3H17.6ZM16.6 37H18.1V42H16.6ZM21.9 37H23.4V42H21.9Z",
)
"""A skull in the place of the number of a player who is dead: the bone, and what is cut out of it."""


def patch_of(cut: str) -> str:
    """What is in the first colour under the number of such a shirt. That of a small player stands lower."""
    return SMALL_PATCH if cut == "small" else PATCH


def number_at(cut: str, number: str) -> tuple[int, int]:
    """How large a number is on such a shirt, and the y of its feet."""
    size, y = (14, 37) if cut == "small" else (17, 33)
    return size - 2 * (len(number) > 1), y
