"""The new draft between seasons (L8, L9, L11): the budget, who stays, who joins, and what the team buys again."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2025.tables import tables_of
from rules.team import redraft
from rules.team.season_end import SeasonEndRun


def raise_funds(run: SeasonEndRun) -> None:
    """The budget: a fixed sum, the treasury, and more for what was played, won and drawn, up to a limit (L8, p106)."""
    if run.ruleset.house.flag("redraft"):
        table, cap = tables_of(run.ruleset.book).redraft, run.ruleset.house.integer("redraft_cap")
        redraft.raise_funds(run, table, cite(run.ruleset, "L8"), cap=cap)


def draft_again(run: SeasonEndRun) -> None:
    """Who stays, who is new, and then staff and re-rolls, all out of the budget (L9, D2, p106)."""
    if run.ruleset.house.flag("redraft"):
        table, source = tables_of(run.ruleset.book).redraft, cite(run.ruleset, "L9")
        redraft.keep_players(run, table, source, leave="retired")
        redraft.hire_players(run, source)
        redraft.buy_goods(run, source, fans_stay=run.ruleset.house.flag("redraft_fans"))
