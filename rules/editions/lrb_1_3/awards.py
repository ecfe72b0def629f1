"""Who is the most valuable player (LG1), touchdowns after a concession (LN3), and who leaves the team (LU2, LN5)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.lrb_1_3.gold import conceded_by
from rules.editions.lrb_1_3.retiring import retire_the_finished
from rules.journal import PointsEarned
from rules.match_day import player_results, roster
from rules.match_day.report_problem import Problem, SideChecked
from rules.match_day.run import Run

ANNOUNCERS = "bribed_announcers"


@reads("awarded")
def award_mvp(run: Run) -> None:
    """Draws the MVP; a team that bribed the announcers had its award before the match (LP11)."""
    due = player_results.mvps_due(run) - len(run.facts(ANNOUNCERS, run.side))
    player_results.award_mvps(run, due, _candidates(run))


def _candidates(run: Run) -> tuple[str, ...]:
    """Everyone who could play; in some leagues only those who took the field (LG1)."""
    everyone, took_part = player_results.mvp_candidates(run), run.report.took_part
    if took_part is None or not run.ruleset.house.flag("mvp_fielded_only"):
        return everyone
    return tuple(one for one in everyone if not one.isdecimal() or int(one) in took_part)


def fielded_are_named(checked: SideChecked) -> Iterator[Problem]:
    """In a league in which only those who took the field can be MVP, the report says who did."""
    if checked.report.took_part is None and checked.ruleset.house.flag("mvp_fielded_only"):
        yield checked.problem("took_part", "mvp", "report.took_part_wanted", hint_only=True)


def award_touchdowns(run: Run) -> None:
    """The winner of a conceded match gets as many touchdowns as it lacks, for players whom its coach names (LN3)."""
    if conceded_by(run) != run.opponent:
        return
    given = run.ruleset.counted_scores(run.match).of(run.side) - run.report.score
    run.asking.each(range(1, given + 1), lambda nth: _award_touchdown(run, nth, given))


def _award_touchdown(run: Run, nth: int, given: int) -> None:
    players = tuple(one for one in player_results.mvp_candidates(run) if one.isdecimal())
    if not players:
        return
    args, source = (("nth", nth), ("count", given)), cite(run.ruleset, "LN3")
    who = run.asking.choose(run.side, f"touchdowns.{nth}", players, label="touchdowns", args=args, **source)
    deed = run.ruleset.book.scoring
    run.record(PointsEarned(player=int(who), spp=deed.points, deeds=((deed.key, 1),)))


@reads(if_there=("conceding",))
def strike_off(run: Run) -> None:
    """The dead leave the roster, and in some leagues players with a characteristic of 0 retire, and experienced players
    walk out after a concession (LU2, LK3, LN5)."""
    roster.remove_dead(run)
    retire_the_finished(run)
    if conceded_by(run) == run.side and run.ruleset.house.flag("concession_walkouts"):
        roster.let_walk_out(run)
