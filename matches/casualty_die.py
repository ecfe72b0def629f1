"""The die of a book's casualty table: its name, its numbers, and how to roll it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.book.book import Book
from rules.sequence.sequence import D68, faces_of
from rules.words.words import notation


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyDie:
    """``how`` names the dice that make it up; empty for a single die."""

    name: str
    low: int
    high: int
    how: str


def casualty_die(book: Book) -> CasualtyDie:
    """The die that a book has for casualties."""
    faces = faces_of(book.casualty_die)
    how = gettext("D6 tens, D8 units") if book.casualty_die == D68 else ""
    return CasualtyDie(name=notation((book.casualty_die,), gettext), low=faces[0], high=faces[-1], how=how)
