"""Trophies drawn in brass, for runners-up in silver: a shape by what kind of trophy it is.

Everything is drawn in a box of 64 by 80, with the foot on its lower edge. The name and the winner stand on a plate
beside the drawing, never in it.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache

from django.utils.safestring import SafeString

from web.crests.paths import circle

CUP_WIDTH, CUP_HEIGHT = 64, 80
BRASS, SILVER = "brass", "silver"
TONES: dict[str, tuple[str, str, str]] = {
    BRASS: ("#f4dc9a", "#c9962b", "#86601a"),
    SILVER: ("#f2f4f5", "#aeb6bc", "#6d767d"),
}
"""The light, the body and the shadow of each metal."""
LINE = "var(--edge,#111)"
FOOT = "M19 62H45L48 69H16Z"
PLINTH = "M12 69H52V79H12Z"
WOOD = "#7a4a26"


@dataclass(frozen=True, slots=True)
class Cup:
    """A shape: its ``body`` in metal, what is ``lit`` and in ``shade`` on it, and its ``handles`` as lines."""

    body: str
    lit: str
    shade: str
    handles: str = ""


CUPS: dict[str, Cup] = {
    "cup": Cup(
        "M14 10H50C50 32 44 44 35 46V54L38 62H26L29 54V46C20 44 14 32 14 10Z",
        "M19 14H25C25 28 27 36 31 42C23 39 19 27 19 14Z",
        "M45 14H48C48 28 43 40 36 43C42 35 45 26 45 14ZM29 50H35V53H29Z",
        "M15 15C3 14 4 34 19 36M49 15C61 14 60 34 45 36",
    ),
    "goblet": Cup(
        "M18 8H46C47 24 42 34 34.5 36L34 50L39 62H25L30 50L29.5 36C22 34 17 24 18 8Z",
        "M22 12H27C27 22 28 28 31 33C24 30 22 22 22 12Z",
        "M42 12H44C44 22 41 29 36 33C40 27 42 20 42 12ZM30 41H34V44H30Z",
    ),
    "tankard": Cup(
        "M15 14H43V62H15ZM13 8H45V14H13Z",
        "M19 18H24V58H19Z",
        "M38 18H41V58H38ZM15 24H43V28H15ZM15 48H43V52H15Z",
        "M43 22H51C57 22 57 46 51 46H43",
    ),
    "grand": Cup(
        "M14 22H50C50 38 44 47 35 49V55L39 62H25L29 55V49C20 47 14 38 14 22ZM12 21C14 12 23 9 32 9S50 12 52 21Z"
        + circle(32, 5, 4),
        "M19 25H25C25 34 27 40 31 45C23 42 19 34 19 25ZM18 18C20 14 25 12 30 12C26 14 24 16 23 18Z",
        "M45 25H48C48 35 43 43 36 46C42 40 45 33 45 25ZM12 19H52V22H12Z",
        "M15 26C1 20 2 44 20 42M49 26C63 20 62 44 44 42",
    ),
    "bowl": Cup(
        "M4 20H60C60 38 48 47 36 49V55L40 62H24L28 55V49C16 47 4 38 4 20ZM2 15H62V20H2Z",
        "M11 24H19C19 33 23 40 28 44C17 41 11 33 11 24Z",
        "M53 24H57C56 35 46 43 37 46C47 39 53 33 53 24ZM28 51H36V54H28Z",
    ),
    "spire": Cup(
        "M32 1L37 16H46C46 34 42 45 35 48V55L39 62H25L29 55V48C22 45 18 34 18 16H27Z",
        "M30 9L31 16H30ZM22 20H27C27 32 28 39 31 44C24 40 22 31 22 20Z",
        "M42 20H44C44 33 40 42 36 45C40 38 42 30 42 20ZM18 16H46V18H18Z",
        "M19 22C6 26 8 44 22 40M45 22C58 26 56 44 42 40",
    ),
    "ball": Cup(
        "M29 44H35V54L39 62H25L29 54ZM32 6C44 6 54 15 56 26C54 37 44 46 32 46S10 37 8 26C10 15 20 6 32 6Z",
        "M15 22C19 14 26 10 33 10C27 13 22 17 19 24Z",
        "M22 25H42V28H22ZM25 21H28V32H25ZM31 21H34V32H31ZM37 21H40V32H37ZM50 32C46 39 39 43 32 43C40 41 46 37 50 32Z",
    ),
    "star": Cup(
        "M32 3L39.5 19L57 21L44 33L47.5 50L35 42V54L39 62H25L29 54V42L16.5 50L20 33L7 21L24.5 19Z",
        "M32 9L36 21L32 24L28 21.5Z",
        "M44 33L47.5 50L38 44L40 36ZM29 54H35V57H29Z",
    ),
}
MAJORS, OWN, PLAYERS = ("grand", "bowl", "spire"), ("cup", "goblet", "tankard"), ("ball",)
FAME = "star"
"""Stands for a place in a hall of fame."""


def shape_of(address: str, *, major: bool, for_players: bool) -> str:
    """The shape of a trophy: of a book's great ones, of a league's own, or of an award to a player.

    Within a kind the ``address`` decides, so it is always the same.
    """
    kinds = PLAYERS if for_players else MAJORS if major else OWN
    return kinds[zlib.crc32(address.encode()) % len(kinds)]


@lru_cache(maxsize=128)
def drawn_cup(shape: str, width: int, tone: str = BRASS) -> SafeString:
    """A trophy of this width in px, 1.25 times as high. Its name stands beside it."""
    cup, (light, metal, dark) = CUPS[shape], TONES[tone]
    handles = (
        f'<path d="{cup.handles}" fill="none" stroke="{LINE}" stroke-width="6"/>'
        f'<path d="{cup.handles}" fill="none" stroke="{metal}" stroke-width="3.4"/>'
        if cup.handles
        else ""
    )
    return SafeString(
        f'<svg class="cup" viewBox="0 0 {CUP_WIDTH} {CUP_HEIGHT}" width="{width}" height="{round(width * 1.25)}"'
        f' focusable="false" aria-hidden="true">{handles}'
        f'<path d="{cup.body}{FOOT}" fill="{metal}" stroke="{LINE}" stroke-width="2.4" stroke-linejoin="round"'
        f' paint-order="stroke"/><path d="{cup.shade}M16 67H48L48.5 69H15.5Z" fill="{dark}"/>'
        f'<path d="{cup.lit}" fill="{light}"/>'
        f'<path d="{PLINTH}" fill="{WOOD}" stroke="{LINE}" stroke-width="1.6"/></svg>'
    )
