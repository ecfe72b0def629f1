"""What a concession costs in players (N2): those with several advancements may leave. The dead leave first."""

from __future__ import annotations

from rules.editions.bb2025.points import lost
from rules.editions.bb2025.tables import tables_of
from rules.journal import PlayerLeft
from rules.match_day.roster import remove_dead
from rules.match_day.run import Run
from rules.sheet.sheet import PlayerSheet


def remove_departed(run: Run) -> None:
    """The dead leave the list (H2, p99), and players may leave a team that conceded (N2, p100)."""
    remove_dead(run)
    if lost(run):
        table = tables_of(run.ruleset.book).walking_out
        known = [line for line in run.sheet.players if line.improvements >= table.advancements]
        run.asking.each(known, lambda line: _roll(run, line))


def _roll(run: Run, line: PlayerSheet) -> None:
    table = tables_of(run.ruleset.book).walking_out
    args = (("player", line.player), ("number", line.number), ("advancements", line.improvements))
    (face,) = run.asking.roll(
        run.side, f"walk_out.{line.player}", table.die, label="walk_out", args=args, **run.source("conceding")
    )
    if face <= table.up_to:
        run.record(PlayerLeft(player=line.player, how="walked_out"))
