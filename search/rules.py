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


def stars(query: Query, books: Sequence[Book], league: League | None) -> list[Hit]:
    """Star players by their names. Those that a league has entered are explained on the page of its house rules."""
    own = reverse("leagues:house_rules", args=[league.slug]) if league is not None else ""
    return _named(query, books, lambda book: book.stars, lambda book, name: of_star(book, name) or own)


def skills(query: Query, books: Sequence[Book]) -> list[Hit]:
    """Skills by their names."""
    return _named(query, books, lambda book: book.skills, of_skill)


def _named(
    query: Query,
    books: Sequence[Book],
    names: Callable[[Book], Iterable[str]],
    url: Callable[[Book, str], str],
) -> list[Hit]:
    found: dict[str, tuple[int, list[tuple[str, str]]]] = {}
    for book in books:
        for name in names(book):
            rank = query.rank(name)
            if rank is not None:
                found.setdefault(name, (rank, []))[1].append((book.name, url(book, name)))
    ranked = sorted(found.items(), key=lambda item: (item[1][0], item[0]))
    return [_hit(name, places, alone=len(books) == 1) for name, (_rank, places) in ranked]


def pages(query: Query, books: Sequence[Book]) -> list[Hit]:
    """Rows and pages of the guides, but for stars and skills: those that are called so first, each once."""
    found: dict[tuple[str, str], tuple[int, list[tuple[str, str]]]] = {}
    for book in books:
        guide = guide_to(editions.edition(book.key).book)
        for hit in guides.search(guide, query.typed):
            if hit.page.key not in ELSEWHERE:
                name, under = hit.row.title or hit.section.title, hit.page.title
                rank = query.rank(name)
                place = (book.name, address(guide.key, Target(hit.page.key, hit.row.anchor)))
                found.setdefault((name, under), (INSIDE + 1 if rank is None else rank, []))[1].append(place)
    ranked = sorted(found.items(), key=lambda item: item[1][0])
    return [
        _hit(name, places, under if under != name else "", alone=len(books) == 1)
        for (name, under), (_rank, places) in ranked
    ]


def _hit(name: str, places: list[tuple[str, str]], under: str = "", *, alone: bool) -> Hit:
    """A hit in one book or in several. Its own link leads to the first one that has it."""
    beside = tuple(filter(None, (under, places[0][0] if len(places) == 1 and not alone else "")))
    return Hit(name=name, url=places[0][1], beside=beside, places=places if len(places) > 1 else ())
