"""After a match: experience, and the star rolls that it buys, or that the necromancer has (FX1 to FX10)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.editions.first_1986 import growth
from rules.editions.first_1986.citing import cite
from rules.editions.first_1986.stars import StarRoll
from rules.editions.first_1986.tables import tables_of
from rules.journal import PointsEarned
from rules.match_day.player_results import dead
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Good, Pick
from rules.sheet.match import SideReport
from rules.sheet.sheet import PlayerSheet
from rules.team.founding import hired
from rules.team.learning.spending import points_left

NEW, NOBODY = "new", "nobody"
TOGETHER = "one together"


def earn_points(run: Run) -> None:
    """Points for having played and for deeds (FX1 to FX5); who cannot learn keeps only their deeds (FX7)."""
    ruleset, played = run.ruleset, _played(run.ruleset, run.fielded.available, run.report)
    for line in run.fielded.available:
        did = run.report.line(line.player).deeds
        points = sum(count * ruleset.book.deeds[key].points for key, count in did)
        points += needed(ruleset.book.appearance).points if line.player in played else 0
        points *= growth.learns(ruleset, run.fielded, line) and not line.endless
        if points or did:
            run.record(PointsEarned(player=line.player, spp=points, deeds=did))


def _played(ruleset: Ruleset, players: Sequence[PlayerSheet], report: SideReport) -> frozenset[int]:
    """Who gets the point for having played (FX2): also those with a deed or a wound, no matter who else is named."""
    everybody = frozenset(line.player for line in players)
    if report.took_part is None or ruleset.house.choice("points_for") == "whole_squad":
        return everybody
    named = {line.player for line in report.lines if line.deeds} | {injury.player for injury in report.injuries}
    return everybody & (named | set(report.took_part))


def trade_points(run: Run) -> None:
    """Ten experience points buy a star roll, as often as a player has ten (FX6, FX9). The dead learn nothing (FL7)."""
    price, killed = tables_of(run.ruleset.book).star_chart.experience, dead(run)
    able = [
        line
        for line in run.sheet.players
        if line.player not in killed and points_left(line) >= price and _may_learn(run, line)
    ]
    limited = [line for line in able if _limit(run, line) == TOGETHER]
    chosen: dict[int, int] = {}
    run.asking.each(
        [ask for ask, lines in ((_many, [line for line in able if line not in limited]), (_one, limited)) if lines],
        lambda ask: chosen.update(ask(run, limited if ask is _one else [line for line in able if line not in limited])),
    )
    run.asking.each([line for line in able if chosen.get(line.player)], lambda line: _trade(run, line, chosen))


def _may_learn(run: Run, line: PlayerSheet) -> bool:
    learns = growth.learns(run.ruleset, run.sheet, line)
    return learns and growth.may_roll(run.ruleset, run.sheet, line, by_experience=True)


def _limit(run: Run, line: PlayerSheet) -> str:
    """How many star rolls the race can have, where the limits hold for experience too (FX9)."""
    race = growth.race_of(run.ruleset, line)
    covered = run.ruleset.house.flag("limits_cover_experience")
    return race.stars if race is not None and covered else "any"


def _many(run: Run, able: Sequence[PlayerSheet]) -> dict[int, int]:
    """Who trades, and how often."""
    price = tables_of(run.ruleset.book).star_chart.experience
    goods = tuple(
        Good(key=str(line.player), price=0, most=1 if _limit(run, line) == "one" else points_left(line) // price)
        for line in able
    )
    form, args = Basket(goods=goods, purse=0, room=sum(good.most for good in goods)), (("points", price),)
    picked = run.asking.ask(
        run.side, "trades", form, label="trades", args=args, optional=True, **cite(run.ruleset, "FX6")
    )
    return {int(player): count for player, count in picked}


def _one(run: Run, able: Sequence[PlayerSheet]) -> dict[int, int]:
    """Which one of a race that has one star roll together trades."""
    form = Pick(options=tuple(str(line.player) for line in able), most=1)
    args = (("points", tables_of(run.ruleset.book).star_chart.experience),)
    key = "trades.together"
    picked = run.asking.ask(run.side, key, form, label="together", args=args, optional=True, **cite(run.ruleset, "FX9"))
    return {int(player): 1 for player in picked}


def _trade(run: Run, line: PlayerSheet, chosen: dict[int, int]) -> None:
    price = tables_of(run.ruleset.book).star_chart.experience
    for nth in range(1, chosen[line.player] + 1):
        present = run.sheet.player(line.player)
        if present is None or not _may_learn(run, present):
            return  # an earlier roll took the last thing that was open: the points stay
        key = f"trades.{line.player}.{nth}"
        StarRoll(run=run, player=line.player, key=key, price=price, bought=True).make()


def teach_a_skeleton(run: Run) -> None:
    """The necromancer has one star roll after each match: for a star, or for a nameless Skeleton, who gets a line of
    the roster with that (FX8)."""
    ruleset, squad = run.ruleset, tables_of(run.ruleset.book).squads.get(run.fielded.team_list)
    if squad is None or not squad.necromancer:
        return
    if squad.second_team and not ruleset.house.flag("second_team_necromancer"):
        return
    race, killed = ruleset.team_list(run.fielded).endless[0], dead(run)
    able = tuple(
        str(line.player)
        for line in run.sheet.players
        if line.position == race and line.player not in killed and growth.may_roll(ruleset, run.sheet, line)
    )
    source = cite(ruleset, "FX8")
    who = run.asking.choose(
        run.side, "necromancer.player", (NOBODY, NEW, *able), label="necromancer", optional=True, **source
    )
    if who == NOBODY:
        return
    player = _rises(run, race) if who == NEW else int(who)
    StarRoll(run=run, player=player, key="necromancer").make()


def _rises(run: Run, race: str) -> int:
    player = run.asking.mint(run.side, "necromancer.new")
    position = run.ruleset.team_list(run.fielded).position(race)
    (number,) = run.sheet.free_numbers(1)
    run.record(hired(position, player=player, number=number, price=0, joined="raised"))
    return player
