"""Journeymen (P4, H3) and riotous rookies (P8): free players for one match, whom the team can hire after it."""

from __future__ import annotations

from rules.book.reads import reads
from rules.editions.bb2025.citing import cite
from rules.editions.bb2025.tables import tables_of
from rules.match_day import journeymen
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.forms import Counted
from rules.sequence.sequence import SIDES, Side


@reads("journeymen")
def fill_up(state: PreMatch) -> None:
    """A side with fewer than eleven players who can play takes as many journeymen as it lacks (P4, p94)."""
    journeymen.fill_up(state, cite(state.ruleset, "P4"))


@reads("journeymen")
def bring_rookies(state: PreMatch) -> None:
    """Riotous rookies bring more journeymen, even above sixteen players (P8, p142)."""
    table = tables_of(state.ruleset.book).rookies
    hirers = [side for side in SIDES if any(item.kind == table.inducement for item in state.bought.of(side))]
    state.asking.each(hirers, lambda side: _bring(state, side))


def _bring(state: PreMatch, side: Side) -> None:
    table, source = tables_of(state.ruleset.book).rookies, cite(state.ruleset, "P8")
    count = sum(state.asking.roll(side, "rookies", *table.dice, **source)) + table.more
    chosen: Counted = ()
    if form := journeymen.several_positions(state, side, count):
        chosen = state.asking.ask(side, "rookie_positions", form, args=(("count", count),), optional=True, **source)
    journeymen.join(state, side, "rookie_positions", count, chosen)


@reads("journeymen")
def hire_or_send_away(run: Run) -> None:
    """Journeymen of the match stay for their fee and what they have learned, or leave (H3, p99)."""
    journeymen.hire_or_send_away(run, journeymen.with_growth, cite(run.ruleset, "H3"))
