"""The book as a league plays it: its own numbers where there is one source alone."""

from __future__ import annotations

from dataclasses import replace

from rules.book.book import Book
from rules.book.house_rules import HouseRules
from rules.editions.bb2025.tables import tables_of


def as_played(book: Book, house: HouseRules) -> Book:
    """The tables with the league's numbers (K8, V3)."""
    own = tables_of(book)
    low_cost = own.low_cost if house.flag("low_cost_linemen") else replace(own.low_cost, special_rule="")
    risen = replace(own.risen, strongest=house.integer("raised_strength"))
    return replace(book, own=replace(own, low_cost=low_cost, risen=risen))
