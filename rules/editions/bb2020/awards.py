"""The MVP (S4, N2, N3), touchdowns after a concession (N1), and who leaves the roster after a match (O2, N2)."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.bb2020.tables import tables_of
from rules.journal import PlayerLeft, PointsEarned
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


def award_touchdowns(run: Run) -> None:
    """The winner of a conceded match has more touchdowns: its coach says whose they are, and they earn points (N1)."""
    if run.match.result.conceded_by != run.opponent or waived(run):
        return
    given = run.ruleset.counted_scores(run.match).of(run.side) - run.report.score
    players = tuple(one for one in mvp_candidates(run) if one.isdecimal())
    if players:
        run.asking.each(range(1, given + 1), lambda nth: _award_touchdown(run, nth, given, players))


def _award_touchdown(run: Run, nth: int, given: int, players: tuple[str, ...]) -> None:
    args, source = (("nth", nth), ("count", given)), cite(run.ruleset, "N1")
    who = run.asking.choose(run.side, f"touchdowns.{nth}", players, label="touchdowns", args=args, **source)
    deed = run.ruleset.book.scoring
    run.record(PointsEarned(player=int(who), spp=deed.points, deeds=((deed.key, 1),)))


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
