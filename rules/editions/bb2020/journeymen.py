"""Journeymen (P4, H3): free Linemen who fill a team up, and can be hired after the match."""

from __future__ import annotations

from rules.book.reads import reads
from rules.editions.bb2020.citing import cite
from rules.match_day import journeymen
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run


@reads("journeymen")
def fill_up(state: PreMatch) -> None:
    """A side with fewer than eleven players who can play takes as many journeymen as it lacks (P4)."""
    journeymen.fill_up(state, cite(state.ruleset, "P4"))


@reads("journeymen")
def hire_or_send_away(run: Run) -> None:
    """Journeymen of the match stay for their fee and what they have learned is worth, or leave (H3)."""
    journeymen.hire_or_send_away(run, journeymen.with_growth, cite(run.ruleset, "H3"))
