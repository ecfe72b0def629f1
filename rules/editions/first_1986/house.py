"""The book as a league plays it: the numbers that its options change."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from rules.book.book import Book
from rules.book.house_rules import HouseRules
from rules.sheet.match import WIPED_OUT

ARM_AND_LEG, CATCHES, DEFENSIVE = "arm_and_leg_broken", "catches", "defensive"
AS_THROWER, LOSES = "as_thrower", "loses"


def as_played(book: Book, house: HouseRules) -> Book:
    """The tables with the league's numbers (FM1, FM2, FM3, FI4, FX4, FP3, FP6)."""
    won_at = 0 if house.flag("draws") else house.integer("touchdowns_to_win")
    loses = house.choice("wiped_out") == LOSES
    stopped = tuple(way for way in book.result.stopped if loses or way != WIPED_OUT)
    result = replace(book.result, won_at=won_at, draw=house.flag("draws"), stopped=stopped)
    ceiling = house.integer("characteristic_maximum")
    profile = {key: replace(each, ceiling=min(each.ceiling, ceiling)) for key, each in book.profile.items()}
    marks = dict(book.marks)
    if house.flag("dwarf_defensive_penalty"):
        marks[DEFENSIVE] = replace(marks[DEFENSIVE], spares=())
    deeds = dict(book.deeds)
    if (points := house.choice("catch_points")) != AS_THROWER:
        deeds[CATCHES] = replace(deeds[CATCHES], points=int(points), how="of any ball", confidence="high", doubt="")
    table = book.casualty_table
    misses = house.integer("arm_and_leg_misses")
    rows = tuple(replace(row, misses=misses) if row.key == ARM_AND_LEG else row for row in table.rows)
    return replace(
        book,
        result=result,
        profile=MappingProxyType(profile),
        marks=MappingProxyType(marks),
        deeds=MappingProxyType(deeds),
        casualty_tables=MappingProxyType({**book.casualty_tables, table.key: replace(table, rows=rows)}),
    )
