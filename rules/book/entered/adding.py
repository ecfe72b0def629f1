"""The book of a league that has team lists, stars or tiers of its own: beside the printed ones, or in their place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from rules.book.book import Book
from rules.book.entered.lists import OwnList, entered_lists
from rules.book.entered.packs import pack_in
from rules.book.entered.stars import entered_stars
from rules.book.entered.tiers import entered_tiers, with_tiers
from rules.book.rows.match_day import Inducement
from rules.book.rows.options import Value
from rules.book.rows.teams import Pairs, Star


def with_own_rows(book: Book, values: Mapping[str, Value]) -> Book:
    """The book with what a league has entered, by the values of its checked house rules; the same book for nothing."""
    book = with_own_lists(book, entered_lists(book, values))
    book = with_own_stars(with_tiers(book, entered_tiers(book, values)), values)
    pack = pack_in(book, values)
    return with_tiers(book, dict(pack.tier_of)) if pack is not None else book


def with_own_stars(book: Book, values: Mapping[str, Value]) -> Book:
    """The book with the stars that a league has entered; the same book for none."""
    added = {star.name: _in_place(book, star) for star in entered_stars(book, values)}
    if not added:
        return book
    lists = {
        name: replace(
            each,
            stars=(
                *(star for star in each.stars if star not in added),
                *(star.name for star in added.values() if name in star.lists),
            ),
        )
        for name, each in book.lists.items()
    }
    return replace(book, stars=MappingProxyType({**book.stars, **added}), lists=MappingProxyType(lists))


def _in_place(book: Book, star: Star) -> Star:
    """A star that the league has entered, with what a line cannot say if it is one of the book.

    Whether a team needs a special rule to hire such a star is as printed only for the printed team lists.
    """
    if (printed := book.stars.get(star.name)) is None:
        return star
    needed = printed.plays_for if set(star.lists) == set(printed.lists) else ()
    keywords, rule = star.keywords or printed.keywords, printed.special_rule
    return replace(star, pair=printed.pair, keywords=keywords, plays_for=needed, special_rule=rule)


def with_own_lists(book: Book, added: Sequence[OwnList]) -> Book:
    """The book with these team lists, their rows in the edition's own tables, and their stars; the same for none."""
    if not added:
        return book
    lists = {**book.lists, **{each.row.name: each.row for each in added}}
    stars = {
        name: replace(star, lists=(*star.lists, *playing)) if (playing := _lists_with(added, name)) else star
        for name, star in book.stars.items()
    }
    more: dict[str, dict[str, Any]] = defaultdict(dict)
    for table, row in (pair for each in added for pair in each.more):
        more[table].setdefault(row.name, row)
    tables = {table: MappingProxyType({**getattr(book.own, table), **rows}) for table, rows in more.items()}
    own = replace(book.own, **tables) if tables else book.own
    sold = MappingProxyType({key: _for_lists(row, added) for key, row in book.inducements.items()})
    return replace(book, lists=MappingProxyType(lists), stars=MappingProxyType(stars), inducements=sold, own=own)


def _for_lists(row: Inducement, added: Sequence[OwnList]) -> Inducement:
    """An inducement with its price and its limit for those of the new lists that have the special rule for them."""
    names = [each.row.name for each in added if row.cheaper_with and row.cheaper_with in each.row.special_rules]
    if not names:
        return row
    return replace(
        row,
        prices_by_list=_with_more(row.prices_by_list, names),
        maximum_by_list=_with_more(row.maximum_by_list, names),
    )


def _with_more(pairs: Pairs, names: Sequence[str]) -> Pairs:
    """The figures by list with more lists, which have the first of them; none if there are none."""
    return (*pairs, *((name, pairs[0][1]) for name in names)) if pairs else ()


def _lists_with(added: Sequence[OwnList], star: str) -> tuple[str, ...]:
    return tuple(each.row.name for each in added if star in each.row.stars)
