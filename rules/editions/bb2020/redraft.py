"""The re-draft between seasons (L8, L9, L11): the funds, who stays, who joins, and what the team buys again."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.bb2020.tables import tables_of
from rules.team import redraft
from rules.team.season_end import SeasonEndRun


def raise_funds(run: SeasonEndRun) -> None:
    """A fixed sum, the treasury, and more for matches, friendlies included, wins and draws, up to the limit (L8)."""
    if run.ruleset.house.flag("redraft"):
        table, cap = tables_of(run.ruleset.book).redraft, run.ruleset.house.integer("redraft_cap")
        redraft.raise_funds(run, table, cite(run.ruleset, "L8"), cap=cap)


def keep_players(run: SeasonEndRun) -> None:
    """The coach pays for the players who stay: their value, and more for each season (L9). The others leave."""
    if run.ruleset.house.flag("redraft"):
        table, source = tables_of(run.ruleset.book).redraft, cite(run.ruleset, "L9")
        redraft.keep_players(run, table, source, leave="released")


def hire_players(run: SeasonEndRun) -> None:
    """New players, as many as a new team must have, as far as the gold goes (L9, D2)."""
    if run.ruleset.house.flag("redraft"):
        redraft.hire_players(run, cite(run.ruleset, "L9"))


def buy_goods(run: SeasonEndRun) -> None:
    """Re-rolls and staff are bought again, at their normal prices (L9); dedicated fans stay for nothing (L11)."""
    if run.ruleset.house.flag("redraft"):
        redraft.buy_goods(run, cite(run.ruleset, "L9"), fans_stay=True)
