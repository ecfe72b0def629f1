"""Finding a text: an edition's own words first, then those that all editions share (`rules.words.catalogue`).

Without a book, the shared texts come first, then those of any edition: an id that only one edition has is found.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules import editions
from rules.book.book import Book
from rules.book.edition import Edition
from rules.words import catalogue

Texts = Mapping[str, Mapping[str, Any]]
Pair = tuple[str, str]

SHARED: Texts = {
    "questions": catalogue.QUESTIONS,
    "violations": catalogue.VIOLATIONS,
    "things": catalogue.THINGS,
    "options": catalogue.OPTIONS,
    "figures": catalogue.FIGURES,
    "notes": catalogue.NOTES,
    "terms": catalogue.TERMS,
    "entries": catalogue.ENTRIES,
    "impossible": catalogue.IMPOSSIBLE,
    "findings": catalogue.FINDINGS,
}


def texts_for(book: Book | None) -> Texts:
    """All texts by sort and id, as `book` says them; without a book as any edition does."""
    return _texts_in(book) if book is not None else _texts_anywhere(editions.EDITIONS)


@lru_cache(maxsize=64)
def _texts_in(book: Book) -> Texts:
    own = _own(book)
    return {sort: {**shared, **_names(book, sort), **own[sort]} for sort, shared in SHARED.items()}


@lru_cache(maxsize=16)
def _texts_anywhere(known: tuple[Edition, ...]) -> Texts:
    found: dict[str, dict[str, Any]] = {}
    for sort, shared in SHARED.items():
        found[sort] = {}
        for edition in reversed(known):
            found[sort] |= {**_names(edition.book, sort), **_own(edition.book)[sort]}
        found[sort] |= shared
    return found


def _own(book: Book) -> Texts:
    words = book.words
    return {
        "questions": {
            each.key: (each.title, each.help, each.won, each.lost, each.drawn) for each in words.questions.values()
        },
        "violations": {each.key: (each.wrong, each.remedy) for each in words.violations.values()},
        "things": {each.key: (each.one, each.many) for each in words.things.values()},
        "options": words.options,
        "figures": words.figures,
        "notes": words.notes,
        "terms": words.terms,
        "entries": words.entries,
        "impossible": words.impossible,
        "findings": words.findings,
    }


def _names(book: Book, sort: str) -> Mapping[str, Pair]:
    """The names of the rows of a book's tables that are stored by a key."""
    if sort != "things":
        return {}
    return {
        **{staff.key: (staff.name, staff.plural) for staff in book.staff.values()},
        **{inducement.key: (inducement.name, inducement.name) for inducement in book.inducements.values()},
        **{trophy.key: (trophy.name, trophy.name) for trophy in book.trophies.values()},
        **{deed.key: (deed.one, deed.many) for deed in book.deeds.values()},
        **{condition.key: (condition.one, condition.many) for condition in book.conditions.values()},
        **{mark.key: (mark.name, mark.name) for mark in book.marks.values()},
    }
