"""Texts as they are compared: by both databases as by Python (`teams.models.folding`)."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from django.db.backends.signals import connection_created
from django.db.models import BooleanField, CharField, Func, IntegerField

from teams.models.folding import LETTERS, MARKS, PAIRS, folded


class Folded(Func):
    """A column, or another expression of text, as it is compared. No index helps it: it is worked out for each row."""

    function = "dugout_folded"
    arity = 1
    output_field = CharField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """By the functions that PostgreSQL has: all of them only where a text needs it, since they take long."""
        folding = f"translate(lower(regexp_replace(normalize({TEXT}, NFKD), '[{_quoted(MARKS)}]', '', 'g')), "
        folding += f"'{LETTERS[0]}', '{LETTERS[1]}')"
        for letter, plain in PAIRS:
            folding = f"replace({folding}, '{letter}', '{plain}')"
        unusual = f"octet_length({TEXT}) <> length({TEXT}) OR strpos({TEXT}, '''') > 0"
        sql = f"CASE WHEN {unusual} THEN {folding} ELSE replace(lower({TEXT}), '-', ' ') END"
        return _filled(sql, compiler.compile(self.get_source_expressions()[0]), ())

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """By what SQLite does itself, where that is enough."""
        return _filled(FOLDED, compiler.compile(self.get_source_expressions()[0]), ())


TEXT = "\0"
"""Stands for a text within SQL."""
UNUSUAL = f"(length({TEXT}) <> length(CAST({TEXT} AS BLOB)) OR instr({TEXT}, '''') > 0)"
"""Whether a text has a letter beyond ASCII or an apostrophe: SQLite itself cannot fold it."""
FOLDED = f"CASE WHEN {UNUSUAL} THEN {Folded.function}({TEXT}) ELSE replace(lower({TEXT}), '-', ' ') END"


def _filled(sql: str, text: tuple[str, Sequence[Any]], said: Sequence[Any]) -> tuple[str, tuple[Any, ...]]:
    """SQL with the text in its places, and all values in their order; those for the other places are ``said``."""
    values, rest = list[Any](), iter(said)
    for place in re.findall(f"{TEXT}|%s", sql):
        values += text[1] if place == TEXT else [next(rest)]
    return sql.replace(TEXT, text[0]), tuple(values)


class _Compared(Func, ABC):
    """A number that is worked out from a text as it is compared, written as one piece of SQL.

    Put together of Django's expressions, such as `Case` and `StrIndex`, it takes longer to write than to work out.
    """

    arity = 1
    output_field = IntegerField()

    @abstractmethod
    def written(self, plain: str, find: str) -> tuple[str, Sequence[Any]]:
        """SQL with a ``plain`` text and the function that finds one text in another, and its values."""

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """With SQLite's functions."""
        sql, said = self.written(FOLDED, "instr")
        return _filled(sql, compiler.compile(self.get_source_expressions()[0]), said)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """With those of PostgreSQL."""
        sql, said = self.written(TEXT, "strpos")
        return _filled(sql, compiler.compile(Folded(self.get_source_expressions()[0])), said)


class Where(_Compared):
    """Where a word, folded and without blanks, begins in a text as it is compared; 0 if it is not in it.

    ``pattern`` finds texts with the word on SQLite (`pattern_of`).
    """

    def __init__(self, text: Any, word: str, pattern: str) -> None:
        super().__init__(text)
        self.word, self.pattern = word, pattern

    def written(self, plain: str, find: str) -> tuple[str, Sequence[Any]]:
        """One search."""
        return f"{find}({plain}, %s)", [self.word]

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """SQLite folds only texts that may have it: in others, folding changes nothing but capitals and hyphens."""
        sql = f"CASE WHEN {TEXT} LIKE %s ESCAPE '\\' OR {UNUSUAL} THEN instr({FOLDED}, %s) ELSE 0 END"
        return _filled(sql, compiler.compile(self.get_source_expressions()[0]), [self.pattern, self.word])


def pattern_of(word: str) -> str:
    """What `LIKE` finds a word by: with signs that mean something to it, they mean themselves."""
    like = re.sub(r"([\\%_])", r"\\\1", word)
    return f"%{like}%"


class Fit(_Compared):
    """How well a text that has all words fits: one of four ``ranks``, the best first.

    ``whole`` has all words, ``begun`` are the words with a blank before each.
    """

    def __init__(self, text: Any, whole: str, begun: Sequence[str], ranks: tuple[int, int, int, int]) -> None:
        super().__init__(text)
        self.whole, self.begun, self.ranks = whole, tuple(begun), ranks

    def written(self, plain: str, find: str) -> tuple[str, Sequence[Any]]:
        """It is the words; begins with them; has words that begin so; has them in it."""
        exact, begins, words, inside = self.ranks
        begun = " AND ".join(f"{find}(' ' || {plain}, %s) > 0" for _word in self.begun)
        sql = (
            f"CASE WHEN {plain} = %s THEN {exact} WHEN {find}({plain}, %s) = 1 THEN {begins} WHEN {begun} THEN {words}"
        )
        return f"{sql} ELSE {inside} END", [self.whole, self.whole, *self.begun]


class Has(Func):
    """Whether a text that is stored folded has another one in it."""

    arity = 1
    output_field = BooleanField()

    def __init__(self, column: Any, part: str) -> None:
        super().__init__(column)
        self.part = part

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Read from an index that has the column."""
        return _filled(f"instr({TEXT}, %s) > 0", compiler.compile(self.get_source_expressions()[0]), [self.part])

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """The same."""
        return _filled(f"strpos({TEXT}, %s) > 0", compiler.compile(self.get_source_expressions()[0]), [self.part])


class Begins(Func):
    """Whether a text that is stored folded begins with another one: the index of the column finds it.

    ``beyond`` is greater than all texts that begin so (`beyond`).
    """

    arity = 1
    output_field = BooleanField()

    def __init__(self, column: Any, first: str, beyond: str) -> None:
        super().__init__(column)
        self.first, self.beyond = first, beyond

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """SQLite compares the letters' numbers."""
        sql = f"({TEXT} >= %s AND {TEXT} < %s)"
        return _filled(sql, compiler.compile(self.get_source_expressions()[0]), [self.first, self.beyond])

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """PostgreSQL does so by operators of their own: its usual ones go by the order of a language."""
        sql = f"({TEXT} ~>=~ %s AND {TEXT} ~<~ %s)"
        return _filled(sql, compiler.compile(self.get_source_expressions()[0]), [self.first, self.beyond])


def beyond(first: str) -> str:
    """A text that is greater than all that begin with ``first``."""
    return f"{first}\U0010ffff"


def _quoted(text: str) -> str:
    return text.replace("'", "''")


def _teach(connection: Any, **_signal: Any) -> None:
    """SQLite's own `lower` knows no letters beyond ASCII, and takes none apart."""
    if connection.vendor == "sqlite":
        connection.connection.create_function(Folded.function, 1, folded, deterministic=True)


connection_created.connect(_teach, dispatch_uid="search.folding")
