"""Star players, skills and rows of the guides to the books that fit a query. All of it is read from memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from django.urls import reverse

from guide.addresses import address, of_skill, of_star
from leagues.books import rulesets_of
from leagues.models import League
from rules import editions
from rules.book.book import Book
from rules.guide import search as guides
from rules.guide.document import Target
from rules.guide.pages import guide_to
from search.asked import INSIDE, Query
from search.results import Hit

ELSEWHERE = ("skills", "stars")
"""Pages of the guides whose rows are kinds of hits of their own."""


def books(league: League | None) -> list[Book]:
    """The books of a league, with what it has entered itself; all books for none. One query at most."""
    if league is None:
        return [edition.book for edition in editions.EDITIONS]
    return [ruleset.rules().book for ruleset in rulesets_of(league)]


def stars(query: Query, books: Sequence[Book], league: League | None, most: int) -> list[Hit]:
    """Star players by their names. Those that a league has entered are explained on the page of its house rules.

    This and the others give at most one hit more than ``most``.
    """
    own = reverse("leagues:house_rules", args=[league.slug]) if league is not None else ""
    return _named(query, books, lambda book: book.stars, lambda book, name: of_star(book, name) or own, most)


def skills(query: Query, books: Sequence[Book], most: int) -> list[Hit]:
    """Skills by their names."""
    return _named(query, books, lambda book: book.skills, of_skill, most)


def _named(
    query: Query,
    books: Sequence[Book],
    names: Callable[[Book], Iterable[str]],
    url: Callable[[Book, str], str],
    most: int,
) -> list[Hit]:
    found: dict[str, list[Book]] = {}
    for book in books:
        for name in names(book):
            found.setdefault(name, []).append(book)
    ranks = {name: rank for name in found if (rank := query.rank(name)) is not None}
    best = sorted(ranks, key=lambda name: (ranks[name], name))[: most + 1]
    return [_hit(name, [(book.name, url(book, name)) for book in found[name]], alone=len(books) == 1) for name in best]


def pages(query: Query, books: Sequence[Book], most: int) -> list[Hit]:
    """Rows and pages of the guides, but for stars and skills: those that are called so first, each once."""
    found: dict[tuple[str, str], list[tuple[Book, guides.Found]]] = {}
    for book in books:
        for hit in guides.search(guide_to(editions.edition(book.key).book), query.typed):
            if hit.page.key not in ELSEWHERE:
                found.setdefault((hit.row.title or hit.section.title, hit.page.title), []).append((book, hit))
    ranks = {place: query.rank(place[0]) for place in found}
    best = sorted(found, key=lambda place: INSIDE + 1 if (rank := ranks[place]) is None else rank)[: most + 1]
    return [
        _hit(
            name, [_place(*each) for each in found[name, under]], under if under != name else "", alone=len(books) == 1
        )
        for name, under in best
    ]


def _place(book: Book, hit: guides.Found) -> tuple[str, str]:
    return book.name, address(book.key, Target(hit.page.key, hit.row.anchor))


def _hit(name: str, places: list[tuple[str, str]], under: str = "", *, alone: bool) -> Hit:
    """A hit in one book or in several. Its own link leads to the first one that has it."""
    beside = tuple(filter(None, (under, places[0][0] if len(places) == 1 and not alone else "")))
    return Hit(name=name, url=places[0][1], beside=beside, places=places if len(places) > 1 else ())
