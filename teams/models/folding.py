"""Texts as they are compared in a search: without capitals, accents and apostrophes."""

from __future__ import annotations

import re
import unicodedata

MARKS = "\u0300-\u036f'’"
"""What is left out: the accents that letters are taken apart into, and apostrophes."""
CAPITALS = "".join(letter for letter in map(chr, (*range(0x391, 0x3AA), *range(0x400, 0x430))) if letter.isalpha())
"""Greek and Cyrillic ones: in the locale C PostgreSQL knows no capitals beyond ASCII."""
LETTERS = (f"øØłŁđĐðÐıς-{CAPITALS}", f"oollddddiσ {CAPITALS.lower().replace('ς', 'σ')}")
"""Letters that are not taken apart, and the plain ones in their place; a hyphen begins a new word."""
PAIRS = (("æ", "ae"), ("Æ", "ae"), ("œ", "oe"), ("Œ", "oe"), ("ß", "ss"), ("ẞ", "ss"), ("þ", "th"), ("Þ", "th"))

_MARKS = re.compile(f"[{MARKS}]")
_LETTERS = str.maketrans(dict(zip(*LETTERS, strict=True)) | dict(PAIRS))


def folded(text: str | None) -> str:
    """A text as it is compared. The same as `search.folding.Folded` of a column."""
    if not text:
        return ""
    if text.isascii():
        return text.lower().replace("'", "").replace("-", " ")
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower().translate(_LETTERS)


LONGEST = 200
"""The most of a folded name that is stored. Only names of unusual signs, which stand for several letters, are cut."""


def searched(name: str) -> str:
    """A name as it is stored for searches: folded, with a blank before it, so that one stands before each word.

    Empty for no name.
    """
    plain = folded(name)
    return f" {plain}"[:LONGEST] if plain else ""
