"""Prayers to Nuffle (P7): a die for each that was bought, and the points that some of them bring."""

from __future__ import annotations

from rules.book.book import row_for
from rules.book.edition import cite
from rules.editions.bb2025.tables import PrayerRow, tables_of
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact

PRAYER = "prayer"
MOST_ROLLS = 60
"""So often nobody rolls again in a game. It ends the rolls of a program that always rolls the same."""


def pray(state: PreMatch) -> None:
    """A side rolls for each of its prayers; one that it has already is rolled again (P7, p142).

    After very many rolls the next ones of the table are heard.
    """
    state.asking.each(SIDES, lambda side: _pray(state, side))


def _pray(state: PreMatch, side: Side) -> None:
    wanted = sum(item.count for item in state.bought.of(side) if item.kind == PRAYER)
    tables, source, heard = tables_of(state.ruleset.book), cite(state.ruleset, "P7"), list[str]()
    wanted = min(wanted, len(tables.prayers))
    for attempt in range(1, wanted + MOST_ROLLS + 1):
        if len(heard) == wanted:
            return
        args = (("nth", len(heard) + 1), ("count", wanted))
        dice = state.asking.roll(side, f"prayers.{attempt}", tables.praying.die, label="prayers", args=args, **source)
        row = row_for(tables.prayers, sum(dice), (tables.praying.die,))
        if row.key not in heard:
            heard.append(row.key)
            state.state(Fact(key=row.key, side=side, **source))
    for row in [row for row in tables.prayers if row.key not in heard][: wanted - len(heard)]:
        state.state(Fact(key=row.key, side=side, **source))


def prayers_of(run: Run, side: Side) -> dict[str, PrayerRow]:
    """The prayers of a side that were heard and bring points, by key."""
    rows = tables_of(run.ruleset.book).prayers
    return {row.key: row for row in rows if row.points and run.facts(row.key, side)}
