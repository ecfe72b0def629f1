"""Journeymen (P4, H3) and Riotous Rookies (P8): free Linemen for a match, who can be hired after it."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.bb2020.tables import tables_of
from rules.match_day import journeymen
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run


@reads("journeymen")
def fill_up(state: PreMatch) -> None:
    """A side with fewer than eleven players who can play takes as many journeymen as it lacks (P4)."""
    journeymen.fill_up(state, cite(state.ruleset, "P4"))


@reads("journeymen")
def bring_rookies(state: PreMatch) -> None:
    """Riotous Rookies bring more journeymen, also above sixteen players (P8)."""
    table = tables_of(state.ruleset.book).rookies
    journeymen.bring_rookies(state, table.inducement, table.dice, table.more, cite(state.ruleset, "P8"))


@reads("journeymen")
def hire_or_send_away(run: Run) -> None:
    """Journeymen of the match stay for their fee and what they have learned is worth, or leave (H3)."""
    journeymen.hire_or_send_away(run, journeymen.with_growth, cite(run.ruleset, "H3"))
