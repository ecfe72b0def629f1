"""Journeymen (P4, H3) and riotous rookies (P8): free players for one match, whom the team can hire after it."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.bb2025.tables import tables_of
from rules.match_day import journeymen
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run


@reads("journeymen")
def fill_up(state: PreMatch) -> None:
    """A side with fewer than eleven players who can play takes as many journeymen as it lacks (P4, p94)."""
    journeymen.fill_up(state, cite(state.ruleset, "P4"))


@reads("journeymen")
def bring_rookies(state: PreMatch) -> None:
    """Riotous rookies bring more journeymen, even above sixteen players (P8, p142)."""
    table = tables_of(state.ruleset.book).rookies
    journeymen.bring_rookies(state, table.inducement, table.dice, table.more, cite(state.ruleset, "P8"))


@reads("journeymen")
def hire_or_send_away(run: Run) -> None:
    """Journeymen of the match stay for their fee and what they have learned, or leave (H3, p99)."""
    journeymen.hire_or_send_away(run, journeymen.with_growth, cite(run.ruleset, "H3"))
