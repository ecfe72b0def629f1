"""The book as a league plays it: its own numbers where the sources disagree, or where there is one alone."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rules.book.book import Book
from rules.book.house_rules import HouseRules
from rules.editions.bb2020.tables import Blessing, tables_of

ASSISTANTS, CHEERLEADERS = "assistant_coach", "cheerleader"
VIOLENCE = "necessary_violence"


def as_played(book: Book, house: HouseRules) -> Book:
    """The tables with the league's numbers (D5, D7, K8, P7, V3, X2)."""
    creation = replace(
        book.creation, fan_factor_maximum=house.integer("new_team_fans") - book.creation.fan_factor_start
    )
    most = {ASSISTANTS: house.integer("most_assistant_coaches"), CHEERLEADERS: house.integer("most_cheerleaders")}
    staff = {key: replace(row, maximum=most.get(key, row.maximum)) for key, row in book.staff.items()}
    strongest = house.integer("raised_strength")
    raised = {key: replace(row, strongest=strongest) for key, row in book.raised.items()}
    own, points = tables_of(book), house.integer("necessary_violence")
    low_cost = own.low_cost if house.flag("low_cost_linemen") else replace(own.low_cost, special_rule="")
    own = replace(
        own,
        low_cost=low_cost,
        mistakes=replace(own.mistakes, lost_rounded=house.choice("major_mistake") == "lost"),
        blessings=tuple(one for each in own.blessings if (one := _paying(book, each, points)).more),
        prayers=tuple(
            replace(each, effect=each.effect.replace("3 points", f"{points} points")) if each.key == VIOLENCE else each
            for each in own.prayers
        ),
    )
    return replace(book, creation=creation, staff=MappingProxyType(staff), raised=MappingProxyType(raised), own=own)


def _paying(book: Book, blessing: Blessing, points: int) -> Blessing:
    """What a prayer pays, with the league's points for the one that is in doubt."""
    if blessing.prayer != VIOLENCE:
        return blessing
    return replace(blessing, more=points - book.deeds[blessing.deed].points)
