"""What a visitor searches for: the words of their query, and how well a name fits them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db import connection
from django.db.models import Q, QuerySet
from django.db.models.lookups import GreaterThan

from search.folding import Begins, Fit, Has, Where, beyond, pattern_of
from teams.models.folding import folded

MOST_TYPED = 80
"""The most characters of a query that are looked at."""
MOST_WORDS = 6
"""The most words of a query that are looked for."""
SHORTEST = 2
"""A query with fewer letters than this would find half of everything."""
EXACT, BEGINS, WORDS, INSIDE = range(4)
"""How well a name fits, best first: it is the query; begins with it; has words that begin so; has the words in it."""


@dataclass(frozen=True, slots=True)
class Sought:
    """The words of a query in all shapes in which the database compares names with them, for `web.prepared`."""

    words: Sequence[str]
    patterns: Sequence[str]
    """Only for SQLite (`search.folding.pattern_of`); elsewhere empty."""
    begun: Sequence[str]
    whole: str

    def matching(self, rows: QuerySet[Any], name: Any) -> QuerySet[Any]:
        """Those of the rows whose name (a column or an expression) has all words, with their ``rank``."""
        pairs = zip(self.words, self.patterns or self.words, strict=True)
        there = (Q(GreaterThan(Where(name, word, pattern), 0)) for word, pattern in pairs)
        return rows.filter(*there).annotate(rank=Fit(name, self.whole, self.begun, (EXACT, BEGINS, WORDS, INSIDE)))


def having(rows: QuerySet[Any], column: str, parts: Sequence[str]) -> QuerySet[Any]:
    """Those of the rows that have all parts in a column of stored names (`teams.models.folding.searched`)."""
    return rows.filter(*(Has(column, part) for part in parts))


def beginning(rows: QuerySet[Any], column: str, first: str, end: str) -> QuerySet[Any]:
    """Those of the rows whose stored name begins with the words of a query (`Query.first`), found by an index."""
    return rows.filter(Begins(column, first, end))


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What was ``typed``, without what cannot be seen, and its ``words`` as they are compared."""

    typed: str
    words: tuple[str, ...]

    @property
    def whole(self) -> str:
        """All words as one text."""
        return " ".join(self.words)

    @property
    def long_enough(self) -> bool:
        """Whether it is looked for. One wide character, as in Chinese, says as much as several letters."""
        return len(self.whole) >= SHORTEST or (self.whole != "" and unicodedata.east_asian_width(self.whole) == "W")

    def rank(self, name: str) -> int | None:
        """How well a name fits; None if a word is missing. The same as `Sought.matching` works out."""
        plain = _folded(name)
        for word in self.words:  # most names miss one
            if word not in plain:
                return None
        if plain == self.whole:
            return EXACT
        if plain.startswith(self.whole):
            return BEGINS
        return WORDS if all(f" {word}" in f" {plain}" for word in self.words) else INSIDE

    @property
    def begun(self) -> list[str]:
        """The words with a blank before each, as a name has those that begin so."""
        return [f" {word}" for word in self.words]

    @property
    def first(self) -> tuple[str, str]:
        """What a stored name that begins with the query begins with, and a text beyond all such names."""
        return f" {self.whole}", beyond(f" {self.whole}")

    @property
    def sought(self) -> Sought:
        """What the database compares names with; it ranks them as `rank` does."""
        patterns = [pattern_of(word) for word in self.words] if connection.vendor == "sqlite" else []
        return Sought(self.words, patterns, self.begun, self.whole)


_folded = lru_cache(maxsize=8192)(folded)
"""Names in the books are the same in each search."""


def query_of(typed: str) -> Query:
    """What a visitor typed, read as a query."""
    seen = "".join(each if unicodedata.category(each)[0] != "C" else " " for each in typed[:MOST_TYPED])
    text = " ".join(seen.split())
    return Query(typed=text, words=tuple(folded(text).split()[:MOST_WORDS]))
