"""A few letters for each of several competitions, by which a chart tells their rounds apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

MOST_NAMED = 4
"""With more competitions their rounds have none: nobody learns so many initials."""


def initials_of(names: Sequence[str]) -> dict[str, str]:
    """The letters by name, each its own: initials and numbers, other letters where these are taken."""
    found: dict[str, str] = {}
    for name in names:
        words = re.findall(r"\w+", name) or ["?"]
        letters = "".join(word if word.isdecimal() else word[:1].upper() for word in words[:5])
        tries = (letters, *(words[0][:length] for length in range(2, len(words[0]) + 1)), name)
        found[name] = next((each for each in tries if each not in found.values()), name)
    return found


def told(initials: Mapping[str, str]) -> str:
    """What the letters of `initials_of` stand for, to be read below a chart; empty for none."""
    return "; ".join(f"{letters}: {name}" for name, letters in initials.items())
