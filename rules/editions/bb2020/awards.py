"""The MVP (S4, N2, N3), and who leaves the roster after a match (O2, N2)."""

from __future__ import annotations

from rules.book.reads import reads
from rules.editions.bb2020.citing import cite
from rules.editions.bb2020.tables import tables_of
from rules.journal import PlayerLeft
from rules.match_day.player_results import award_mvps, mvp_candidates, waived
from rules.match_day.roster import remove_dead
from rules.match_day.run import Run
from rules.sheet.sheet import PlayerSheet


@reads("awarded")
def award_mvp(run: Run) -> None:
    """One MVP for each team (S4); none for a team that conceded, and in some leagues two for its opponent (N2, N3)."""
    conceded = None if waived(run) else run.match.result.conceded_by
    due = 0 if conceded == run.side else 2 if conceded and run.ruleset.house.flag("second_mvp") else 1
    award_mvps(run, due, mvp_candidates(run))


@reads("casualty_tables")
def strike_off(run: Run) -> None:
    """The dead leave the roster first (O2); from a team that conceded, experienced players may leave (N2)."""
    remove_dead(run)
    if run.match.result.conceded_by == run.side and not waived(run):
        wanted = tables_of(run.ruleset.book).leaving.advancements
        experienced = [line for line in run.sheet.players if line.improvements >= wanted]
        run.asking.each(experienced, lambda line: _may_leave(run, line))


def _may_leave(run: Run, line: PlayerSheet) -> None:
    table, source = tables_of(run.ruleset.book).leaving, cite(run.ruleset, "N2")
    args = (("player", line.player), ("number", line.number), ("advancements", line.improvements))
    key, faces = f"walk_out.{line.player}", table.leaving_die
    (die,) = run.asking.roll(run.side, key, faces, label="walk_out", args=args, **source)
    if die <= table.leaving_up_to:
        run.record(PlayerLeft(player=line.player, how="walked_out"))
