"""What a team is worth (V1-V3): in its next match, and in all."""

from __future__ import annotations

from rules.book.edition import Ruleset, cite
from rules.editions.bb2020.tables import tables_of
from rules.match_day.gold import work_out_value
from rules.match_day.run import Run
from rules.sequence.explanations import Figure
from rules.sheet.match import Facts
from rules.sheet.sheet import TeamSheet
from rules.team import current_value


def current_team_value(ruleset: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Figure:
    """The current team value in gp (V1-V3), which is the same in a match, whatever its ``facts``."""
    table = tables_of(ruleset.book).low_cost
    return current_value.current_team_value(ruleset, sheet, table, cite(ruleset, "V3"))


def work_out(run: Run) -> None:
    """The new team value, and the current one (O1)."""
    run.explain(current_value.full_team_value(run.ruleset, run.sheet, cite(run.ruleset, "V1")))
    work_out_value(run)
