"""Short names for the custom properties of our style sheets where they are sent: `--leather` is a letter there.

All sheets use the same names. Those that scripts, drawings or pages use too stay as they are (``KEPT``).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import chain, product
from pathlib import Path
from string import ascii_letters

from django.conf import settings

NAME = re.compile(r"(?<![\w-])--[a-zA-Z][\w-]*")
KEPT = ("--behind", "--columns", "--edge")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def with_short_names(css: str) -> str:
    """A part of a style sheet without strings, with the names under which it is sent."""
    names = _names(settings.BASE_DIR / "static" / "dugout")
    return NAME.sub(lambda found: names.get(found[0], found[0]), css)


@cache
def _names(folder: Path) -> dict[str, str]:
    """The short name of each property by its own, the shortest for those that are used most."""
    used: Counter[str] = Counter()
    for sheet in folder.rglob("*.css"):
        used.update(NAME.findall(COMMENT.sub("", sheet.read_text(encoding="utf-8"))))
    order = sorted(used.keys() - set(KEPT), key=lambda name: (-used[name], name))
    letters = chain(ascii_letters, map("".join, product(ascii_letters, repeat=2)))
    return {name: f"--{letter}" for name, letter in zip(order, letters, strict=False)}
