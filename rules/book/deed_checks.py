"""Checks of the deeds that a book counts, and of the columns of its roster."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.rows.shape import NO_DEEDS, Deed

Found = Iterator[tuple[tuple[str, str], str, str]]
"""The place (table and row), the key, and what is wrong there."""


def deed_problems(book: Book) -> Found:
    """Deeds have keys of their own and are counted in one way; one of them makes the score, one at most is credited."""
    for deed in book.deeds.values():
        yield from _wrong_in(deed)
        if deed.follows and (deed.follows not in book.deeds or deed.follows == deed.key):
            yield ("deeds", deed.key), "follows", f'there is no other deed "{deed.follows}"'
    if sum(bool(deed.causes) for deed in book.deeds.values()) > 1:
        yield ("deeds", ""), "causes", "only one deed can be counted for injuries"
    if not any(deed.scores for deed in book.deeds.values()):
        yield ("deeds", ""), "scores", "at least one deed must count for the score"


def _wrong_in(deed: Deed) -> Found:
    place = ("deeds", deed.key)
    if deed.key in NO_DEEDS:
        yield place, "key", "is the name of another field; choose another key"
    if deed.points < 0:
        yield place, "points", "must not be negative"
    if deed.awarded and (deed.scores or deed.causes):
        yield place, "awarded", "is given after the match, so it neither scores nor has causes"


def roster_problems(book: Book) -> Found:
    """The columns of a roster tell the players apart, and each is there once."""
    for column in ("number", "name"):
        if column not in book.roster:
            yield ("roster", ""), "column", f'"{column}" is missing'
    if len(set(book.roster)) < len(book.roster):
        yield ("roster", ""), "column", "one is there twice"
