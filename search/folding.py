"""Texts as they are compared: without capitals, accents and apostrophes, by Python and by both databases alike."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from django.db.backends.signals import connection_created
from django.db.models import CharField, Func, IntegerField, Value
from django.db.models.functions import StrIndex

MARKS = "\u0300-\u036f'’"
"""What is left out: the accents that letters are taken apart into, and apostrophes."""
CAPITALS = "".join(letter for letter in map(chr, (*range(0x391, 0x3AA), *range(0x400, 0x430))) if letter.isalpha())
"""Greek and Cyrillic ones: in the locale C PostgreSQL knows no capitals beyond ASCII."""
LETTERS = (f"øØłŁđĐðÐıς-{CAPITALS}", f"oollddddiσ {CAPITALS.lower().replace('ς', 'σ')}")
"""Letters that are not taken apart, and the plain ones in their place; a hyphen begins a new word."""
PAIRS = (("æ", "ae"), ("Æ", "ae"), ("œ", "oe"), ("Œ", "oe"), ("ß", "ss"), ("ẞ", "ss"), ("þ", "th"), ("Þ", "th"))

FOLDED = "*[^ -&(-~]*"
"""A text with a letter beyond ASCII, an apostrophe or a sign that cannot be seen."""

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


class Where(Func):
    """Where a word, folded and without blanks, begins in a text as it is compared; 0 if it is not in it.

    SQLite folds only texts that may have it: others have nothing that folding changes, but for capitals and hyphens.
    """

    function = "strpos"
    arity = 2
    output_field = IntegerField()

    def __init__(self, text: Any, word: Any) -> None:
        super().__init__(text, Value(word) if isinstance(word, str) else word)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """By the function that PostgreSQL has."""
        text, word = self.get_source_expressions()
        return compiler.compile(StrIndex(Folded(text), word))

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """By what SQLite does itself, where that is enough."""
        text, own = compiler.compile(self.get_source_expressions()[0])
        word, value = compiler.compile(self.get_source_expressions()[1])
        may = f"instr(lower({text}), {word}) > 0 OR {text} GLOB '{FOLDED}'"
        sql = f"CASE WHEN {may} THEN instr({Folded.function}({text}), {word}) ELSE 0 END"
        return sql, (*own, *value, *own, *own, *value)


def _quoted(text: str) -> str:
    return text.replace("'", "''")


def _teach(connection: Any, **_signal: Any) -> None:
    """SQLite's own `lower` knows no letters beyond ASCII, and takes none apart."""
    if connection.vendor == "sqlite":
        connection.connection.create_function(Folded.function, 1, folded, deterministic=True)


connection_created.connect(_teach, dispatch_uid="search.folding")
