"""New teams, roles, and what players learn (A1, A2, A5, A8): stars are rolled, points are spent on the same roll."""

from __future__ import annotations

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.book.growth import Learnable
from rules.journal import CharacteristicRaised, MarksChosen, PlayerRecovered, PointsEarned
from rules.match_day.player_results import dead
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Good, Pick
from rules.sequence.sequence import SIDES, Side
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.founding import hired
from rules.team.founding_run import FoundingRun
from rules.team.learning.spending import points_left
from rules.team.season_end import SeasonEndRun
from tests.editions.ancient.tables import StarRow, tables_of


def roll_stars(run: FoundingRun) -> None:
    """Some players of a new team are stars: for each a roll says what is better (A5, p5)."""
    table, source = tables_of(run.ruleset.book).stardom, run.source("improvement")
    everybody = tuple(str(line.player) for line in run.sheet.players)
    form = Pick(options=everybody, least=table.stars, most=table.stars)
    picked = run.asking.ask(run.side, "stars", form, args=(("count", table.stars),), **source)
    run.asking.each([line for line in run.sheet.players if str(line.player) in picked], lambda line: _star(run, line))


def _star(run: FoundingRun, line: PlayerSheet) -> None:
    table, args = tables_of(run.ruleset.book).stardom, (("player", line.player), ("number", line.number))
    source = run.source("improvement")
    dice = run.asking.roll(run.side, f"star.{line.player}", *table.dice, label="star", args=args, **source)
    run.record(_better(run.ruleset, line, table.row(sum(dice)), by_roll=False))


def _better(
    ruleset: Ruleset, line: PlayerSheet, row: StarRow, *, by_roll: bool = True, points: int = 0
) -> CharacteristicRaised:
    limits, now = ruleset.book.profile[row.characteristic], line.characteristic(row.characteristic)
    step = limits.within(limits.improved(now, row.steps)) - now
    return CharacteristicRaised(
        player=line.player, characteristic=row.characteristic, cost=0, change=step, by_roll=by_roll, points=points
    )


def choose_roles(state: PreMatch) -> None:
    """Before each match a coach may choose again who is a guard and who a kicker (A2, p3)."""
    state.asking.each(SIDES, lambda side: _roles(state, side))


def _roles(state: PreMatch, side: Side) -> None:
    marks, sheet = tuple(state.ruleset.book.marks), state.sheet(side)
    options = tuple(f"{line.player}.{mark}" for line in sheet.players for mark in marks)
    if not options:
        return
    form = Pick(options=options, most=len(options))
    picked = state.asking.ask(side, "roles", form, optional=True, **state.source("squad"))
    for line in sheet.players:
        chosen = tuple(mark for mark in marks if f"{line.player}.{mark}" in picked)
        if picked and chosen != line.marks:
            state.record(side, MarksChosen(player=line.player, marks=chosen))


def earn_points(run: Run) -> None:
    """All who played earn points, and more for what they did (A8, p8)."""
    deeds, table = run.ruleset.book.deeds, needed(run.ruleset.book.appearance)
    took_part = run.report.took_part
    for line in run.fielded.available:
        if took_part is None or line.player in took_part:
            did = run.report.line(line.player).deeds
            points = table.points + sum(count * deeds[key].points for key, count in did)
            run.record(PointsEarned(player=line.player, spp=points, deeds=did))


def spend_points(run: Run) -> None:
    """The coach says who rolls for something better now; others save their points (A8, p8)."""
    table, killed = tables_of(run.ruleset.book).stardom, dead(run)
    able = [line for line in run.sheet.players if line.player not in killed and points_left(line) >= table.points]
    if not able:
        return
    form = Pick(options=tuple(str(line.player) for line in able), most=len(able))
    picked = run.asking.ask(run.side, "learn", form, optional=True, **run.source("improvement"))
    run.asking.each([line for line in able if str(line.player) in picked], lambda line: _learn(run, line))


def _learn(run: Run, line: PlayerSheet) -> None:
    table, args = tables_of(run.ruleset.book).stardom, (("player", line.player), ("number", line.number))
    source = run.source("improvement")
    dice = run.asking.roll(run.side, f"learn.{line.player}", *table.dice, label="learn_dice", args=args, **source)
    run.record(_better(run.ruleset, line, table.row(sum(dice)), points=table.points))


def learnable(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[Learnable, ...]:
    """What the star roll makes better; without dice, all that it can (A8, p8)."""
    table = tables_of(ruleset.book).stardom
    rows = [table.row(sum(dice))] if dice else table.rows
    return tuple(Learnable(key=f"+{row.characteristic}", cost=0, price=table.points) for row in rows)


def replace_the_dead(run: Run) -> None:
    """For each player who died the coach may take a new one, for nothing (A1, p1)."""
    room = len(dead(run))
    if not room:
        return
    team_list = run.ruleset.team_list(run.fielded)
    goods = tuple(Good(key=position.name, price=0, most=room) for position in team_list.positions)
    form = Basket(goods=goods, purse=0, room=room)
    wanted = run.asking.ask(run.side, "replace", form, optional=True, **run.source("hiring"))
    for name, count in wanted:
        for nth in range(1, count + 1):
            player = run.asking.mint(run.side, f"replace.{name}.{nth}")
            (number,) = run.sheet.free_numbers(1)
            run.record(hired(team_list.position(name), player=player, number=number, price=0))


def rest(run: SeasonEndRun) -> None:
    """Between seasons everybody recovers (A9, p9)."""
    for line in run.sheet.players:
        if line.misses_next:
            run.record(PlayerRecovered(player=line.player))
