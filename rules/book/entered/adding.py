"""The book of a league that has stars of its own: they stand beside the printed ones, and on their lists."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rules.book.book import Book
from rules.book.entered.stars import entered_stars
from rules.book.house_rules import HouseRules


def with_own_stars(book: Book, house: HouseRules) -> Book:
    """The book with the stars that the league has entered; the same book if there are none."""
    added = entered_stars(book, dict(house.values))
    if not added:
        return book
    lists = {
        name: replace(each, stars=(*each.stars, *(star.name for star in added if name in star.lists)))
        for name, each in book.lists.items()
    }
    stars = {**book.stars, **{star.name: star for star in added}}
    return replace(book, stars=MappingProxyType(stars), lists=MappingProxyType(lists))
