"""Texts without characters that nobody sees."""

from __future__ import annotations

import unicodedata

KEPT = "\n\t\u200c\u200d"
"""Ends of lines, tabs, and what joins or parts letters in some scripts."""
UNSEEN = ("Cc", "Cf", "Cs", "Co")


def readable(text: str) -> str:
    """A text of several lines without characters that cannot be seen, or that reverse what follows."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(each for each in lines if each in KEPT or unicodedata.category(each) not in UNSEEN)
