"""What a team is worth (V1-V3): in its next match, and in all."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.editions.bb2020.citing import cite
from rules.match_day.run import Run
from rules.sequence.explanations import Figure, Term, summed
from rules.sheet.match import Facts
from rules.sheet.sheet import PlayerSheet, TeamSheet, changed
from rules.team.special_rules import special_rules
from rules.team.value import team_terms

LOW_COST, LINEMAN = "Low Cost Linemen", "Lineman"


def current_team_value(ruleset: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Figure:
    """Players who can play the next match and journeymen, staff, re-rolls; no fans, no gold (V1, V2).

    The hiring fee of Low Cost Linemen does not count (V3).
    """
    terms = [term for term in team_terms(ruleset, sheet) if not term.id.startswith("value.fan")]
    if free := sum(fee(ruleset, sheet, line) for line in sheet.available):
        terms.append(Term(id="value.low_cost", amount=-free, **cite(ruleset, "V3")))
    return summed("team_value", tuple(terms), **cite(ruleset, "V2"))


def fee(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> int:
    """The hiring fee of a Low Cost Lineman in gp, which does not count; 0 for anybody else."""
    position = ruleset.position(sheet, line)
    if position is None or LINEMAN not in position.keywords or LOW_COST not in special_rules(ruleset, sheet):
        return 0
    return min(position.cost, line.cost)


def full_team_value(ruleset: Ruleset, sheet: TeamSheet) -> Figure:
    """All players at their current values, also those who cannot play, with staff and re-rolls (V1)."""
    there = changed(sheet, players=tuple(changed(line, misses=0) for line in sheet.players))
    terms = tuple(term for term in team_terms(ruleset, there) if not term.id.startswith("value.fan"))
    return summed("full_team_value", terms, **cite(ruleset, "V1"))


def work_out(run: Run) -> None:
    """The new team value, and the current one (O1)."""
    run.explain(full_team_value(run.ruleset, run.sheet))
    run.explain(current_team_value(run.ruleset, run.sheet))
