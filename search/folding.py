"""Texts as they are compared: without capitals, accents and apostrophes, by Python and by both databases alike."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.db.backends.signals import connection_created
from django.db.models import CharField, Func

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
    """A text as it is compared. The same as `Folded` of a column."""
    if not text:
        return ""
    if text.isascii():
        return text.lower().replace("'", "").replace("-", " ")
    return _MARKS.sub("", unicodedata.normalize("NFKD", text)).lower().translate(_LETTERS)


class Folded(Func):
    """A column, or another expression of text, as it is compared. No index helps it: it is worked out for each row."""

    function = "dugout_folded"
    arity = 1
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """By the functions that PostgreSQL has."""
        folding = f"translate(lower(regexp_replace(normalize(%(expressions)s, NFKD), '[{_quoted(MARKS)}]', '', 'g')), "
        folding += f"'{LETTERS[0]}', '{LETTERS[1]}')"
        for letter, plain in PAIRS:
            folding = f"replace({folding}, '{letter}', '{plain}')"
        return self.as_sql(compiler, connection, template=folding, **context)


def _quoted(text: str) -> str:
    return text.replace("'", "''")


def _teach(connection: Any, **_signal: Any) -> None:
    """SQLite's own `lower` knows no letters beyond ASCII, and takes none apart."""
    if connection.vendor == "sqlite":
        connection.connection.create_function(Folded.function, 1, folded, deterministic=True)


connection_created.connect(_teach, dispatch_uid="search.folding")
