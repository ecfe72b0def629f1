"""What imagined coaches and random matches do, in sentences for people. Each stands beside the function that does it.

The numbers in a sentence are those that the function uses, so that the sentence stays true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.book.book import Book

F = TypeVar("F", bound=Callable[..., Any])
NEW_TEAMS, BEFORE, IN_MATCH, AFTER = "New teams", "Before a match", "In a match", "After a match"
ANYTHING_ELSE = "Anything else"
TITLES = (NEW_TEAMS, BEFORE, IN_MATCH, AFTER, ANYTHING_ELSE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """A sentence about what the function ``does``; ``needed`` says whether it can happen by a book."""

    title: str
    sentence: str
    does: Callable[..., Any]
    needed: Callable[[Book], object]


HABITS: list[Habit] = []


def habit(title: str, sentence: str, *, needed: Callable[[Book], object] = lambda _book: True) -> Callable[[F], F]:
    """Says in a sentence what the decorated function does."""

    def register(does: F) -> F:
        HABITS.append(Habit(title=title, sentence=sentence, does=does, needed=needed))
        return does

    return register


def share(probability: float) -> str:
    """A probability as people read it: 35%."""
    return f"{probability:.0%}"


def habits_of(*books: Book) -> list[tuple[str, list[str]]]:
    """The sentences for these books, by title, in the order of play."""
    found = [
        (title, [one.sentence for one in HABITS if one.title == title and any(one.needed(book) for book in books)])
        for title in TITLES
    ]
    return [(title, sentences) for title, sentences in found if sentences]
