"""The book as a league plays it: its own numbers where the sources disagree, or where there is one alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rules.book.book import Book
from rules.book.entered.own_figures import extra_time, with_bounds
from rules.book.house_rules import HouseRules
from rules.book.rows.match_day import Inducement, KickOffRow
from rules.editions.bb2025.captain import CAPTAIN
from rules.editions.bb2025.tables import tables_of

STAR, CHEERING_FANS = "star", "Cheering Fans"


def as_played(book: Book, house: HouseRules) -> Book:
    """The tables with the league's numbers (D10, K5, K8, M3, P7, P8, P9, V3)."""
    own = tables_of(book)
    low_cost = own.low_cost if house.flag("low_cost_linemen") else replace(own.low_cost, special_rule="")
    risen = replace(own.risen, strongest=house.integer("raised_strength"))
    captain = replace(book.marks[CAPTAIN], kept=house.flag("captain_stays"))
    worst = {
        "MA": house.integer("least_movement"),
        "ST": house.integer("least_strength"),
        "AG": house.integer("worst_agility"),
        "PA": house.integer("worst_passing"),
        "AV": house.integer("least_armour"),
    }
    more = house.integer("extra_time_turns"), house.integer("extra_time_duels")
    return replace(
        book,
        profile=with_bounds(book, worst),
        field=replace(book.field, overtime=extra_time(book, *more)),
        kick_off=tuple(_cheered(row, house) for row in book.kick_off),
        marks=MappingProxyType({**book.marks, CAPTAIN: captain}),
        inducements=_sold(book, house),
        own=replace(own, low_cost=low_cost, risen=risen),
    )


def _cheered(row: KickOffRow, house: HouseRules) -> KickOffRow:
    """A kick-off result; Cheering Fans with a prayer, where a league has it so (P7)."""
    if row.name != CHEERING_FANS or house.choice("cheering_fans") != "prayer":
        return row
    effect = (
        "Each side adds D6 and its cheerleaders. The higher total rolls one prayer to Nuffle; nobody does if equal."
    )
    return replace(row, effect=effect)


def _sold(book: Book, house: HouseRules) -> Mapping[str, Inducement]:
    """The inducements: what magazines sell at the league's price (P8), and stars for both sides or for neither (P9)."""
    inducements = dict(book.inducements)
    prices = {
        "canopic_jar": house.integer("canopic_jar_price"),
        "bretonnian_pastries": house.integer("bretonnian_pastries_price"),
        "bretonnian_damsel": house.integer("bretonnian_damsel_price"),
    }
    inducements |= {key: replace(inducements[key], price=price) for key, price in prices.items()}
    inducements[STAR] = replace(inducements[STAR], for_both=house.choice("hired_by_both") == "both")
    return MappingProxyType(inducements)
