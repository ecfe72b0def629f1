"""The words of a book for what tables count: what scores, the injuries that a player is credited with, and worth.

A text with ``%(score)s`` and the like is filled with them. ``counts`` of a figure says which of them it is about; a
figure about injuries does not exist in a book that credits nobody with any, and one about worth not in a book that
does not say what teams are worth.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rules.book.book import Book
from web.errors import Text

SCORE, INJURIES, WORTH = "score", "injuries", "worth"


def is_counted(counts: str, book: Book) -> bool:
    """Whether a book has what a figure is about."""
    if counts == WORTH:
        return book.worth is not None
    return counts != INJURIES or book.credited is not None


def filled(text: Text, book: Book, **more: object) -> str:
    """The text with the book's words in the places named by `_words`, and others."""
    return str(text) % {**_words(book), **more}


@lru_cache(maxsize=32)
def _words(book: Book) -> Mapping[str, str]:
    """``score``: touchdown, ``scores``: touchdowns, ``SCORES``: TOUCHDOWNS, ``short_score``: TD; so for injuries.

    ``worth``: team value, ``short_worth``: TV.
    """
    score, injury = book.scoring, book.credited
    one, many, short = (injury.one, injury.many, injury.short) if injury is not None else ("injury", "injuries", "Inj")
    return {
        "score": score.one,
        "scores": score.many,
        "SCORES": score.many.upper(),
        "short_score": score.short,
        "injury": one,
        "injuries": many,
        "INJURIES": many.upper(),
        "short_injury": short,
        "worth": book.worth.name.lower() if book.worth is not None else "",
        "short_worth": book.worth.short if book.worth is not None else "",
    }
