"""The new draft between seasons (L8, L9, L11): the budget, who stays, who joins, and what the team buys again."""

from __future__ import annotations

from collections.abc import Iterator

from rules.editions.bb2025.citing import cite
from rules.editions.bb2025.tables import tables_of
from rules.journal import (
    FanFactorChanged,
    GoldMoved,
    PlayerKept,
    PlayerLeft,
    RerollsBought,
    RerollsReleased,
    StaffHired,
    StaffReleased,
)
from rules.sequence.explanations import Term, summed
from rules.sequence.forms import Basket, Good, Together
from rules.sheet.sheet import PlayerSheet
from rules.team.founding import hired, may_have
from rules.team.roster_places import places_taken
from rules.team.season_end import SeasonEndRun

OUTSIDE, REROLLS, FANS = "redraft", "rerolls", "fan_factor"


def raise_funds(run: SeasonEndRun) -> None:
    """The budget: a fixed sum, the treasury, and more for what was played, won and drawn, up to a limit (L8, p106)."""
    if not run.ruleset.house.flag("redraft"):
        return
    table, source, season = tables_of(run.ruleset.book).redraft, cite(run.ruleset, "L8"), run.season
    played, won, drawn = (
        (("count", count), ("each", each))
        for count, each in (
            (season.played, table.for_match_gold),
            (season.won, table.for_win_gold),
            (season.drawn, table.for_draw_gold),
        )
    )
    terms = [
        Term(id="redraft.budget", amount=table.budget, **source),
        Term(id="redraft.treasury", amount=run.sheet.treasury, **source),
        Term(id="redraft.played", amount=season.played * table.for_match_gold, args=played, **source),
        Term(id="redraft.won", amount=season.won * table.for_win_gold, args=won, **source),
        Term(id="redraft.drawn", amount=season.drawn * table.for_draw_gold, args=drawn, **source),
    ]
    cap, total = run.ruleset.house.integer("redraft_cap"), sum(term.amount for term in terms)
    if cap and total > cap:
        terms.append(Term(id="redraft.capped", amount=cap - total, args=(("cap", cap),), **source))
    figure = summed("redraft_budget", tuple(terms), **source)
    run.explain(figure)
    change = figure.amount - run.sheet.treasury
    if change > 0:
        run.record(GoldMoved(amount=change, source=OUTSIDE, target="treasury"))
    elif change < 0:
        run.record(GoldMoved(amount=-change, source="treasury", target=OUTSIDE))


def draft_again(run: SeasonEndRun) -> None:
    """Who stays, who is new, and then staff and re-rolls, all out of the budget (L9, p106)."""
    if run.ruleset.house.flag("redraft"):
        _keep(run)
        _hire(run)
        _buy(run)


def price_of(run: SeasonEndRun, line: PlayerSheet) -> int:
    """What it costs to keep a player, in gp: their value, and an agent's fee for each season that is over (L9)."""
    return line.cost + (line.seasons + 1) * tables_of(run.ruleset.book).redraft.agent_fee


def _keep(run: SeasonEndRun) -> None:
    lines, sheet = run.sheet.players, run.sheet
    goods = tuple(Good(key=str(line.player), price=price_of(run, line)) for line in lines)
    form = Basket(goods=goods, purse=sheet.treasury, room=run.ruleset.book.most_players(sheet.team_list))
    args = (("treasury", sheet.treasury), *((f"player.{line.player}", line.number) for line in lines))
    kept = run.asking.ask(run.side, "keep", form, args=args, optional=True, **cite(run.ruleset, "L9"))
    staying = {int(player) for player, _one in kept}
    for line in lines:
        if line.player in staying:
            run.record(PlayerKept(player=line.player, price=price_of(run, line)))
        else:
            run.record(PlayerLeft(player=line.player, how="retired"))


def _hire(run: SeasonEndRun) -> None:
    """New players within the limits of the list: as many as a new team must have, as far as the gold goes."""
    book, sheet, team_list = run.ruleset.book, run.sheet, run.ruleset.team_list(run.sheet)
    room = book.most_players(team_list.name) - len(sheet.players)
    goods = tuple(
        Good(key=each.name, price=each.price, most=most)
        for each in team_list.positions
        if (most := each.maximum - places_taken(sheet, each.name)) > 0
    )
    together = tuple(
        Together(
            keys=limit.positions,
            most=max(0, limit.maximum - sum(places_taken(sheet, name) for name in limit.positions)),
        )
        for limit in team_list.together
    )
    cheapest = min(goods, key=lambda good: good.price)
    affordable = min(cheapest.most, sheet.treasury // cheapest.price)
    least = min(max(0, book.fewest_players(team_list.name) - len(sheet.players)), affordable)
    form = Basket(goods=goods, purse=sheet.treasury, room=room, least=least, together=together)
    args = (("treasury", sheet.treasury), ("room", room), ("least", least))
    wanted = run.asking.ask(run.side, "new_players", form, args=args, optional=least == 0, **cite(run.ruleset, "L9"))
    for name, count in wanted:
        for nth in range(1, count + 1):
            player = run.asking.mint(run.side, f"new_players.{name}.{nth}")
            run.record(hired(team_list.position(name), player=player, number=run.sheet.free_numbers(1)[0]))


def _buy(run: SeasonEndRun) -> None:
    """Staff and re-rolls of before cost what they always cost, or go; a team without its fans can buy some again."""
    book, sheet, creation = run.ruleset.book, run.sheet, run.ruleset.book.creation
    if not run.ruleset.house.flag("redraft_fans") and (gone := sheet.fan_factor - creation.fan_factor_start):
        run.record(FanFactorChanged(change=-gone))
    form = Basket(goods=tuple(_goods(run)), purse=sheet.treasury)
    args = (("treasury", sheet.treasury),)
    chosen = run.asking.ask(run.side, "new_goods", form, args=args, optional=True, **cite(run.ruleset, "L9"))
    wanted = dict(chosen)
    run.record(*(StaffReleased(staff=kind, count=count) for kind, count in sheet.staff if count))
    if sheet.rerolls:
        run.record(RerollsReleased(count=sheet.rerolls))
    for staff in book.staff.values():
        if count := wanted.get(staff.key, 0):
            run.record(StaffHired(staff=staff.key, count=count, price=count * staff.price))
    if count := wanted.get(REROLLS, 0):
        run.record(RerollsBought(count=count, price=count * sheet.reroll_cost))
    if count := wanted.get(FANS, 0):
        run.record(FanFactorChanged(change=count, price=count * creation.fan_factor_price))


def _goods(run: SeasonEndRun) -> Iterator[Good]:
    book, sheet, team_list = run.ruleset.book, run.sheet, run.ruleset.team_list(run.sheet)
    yield Good(key=REROLLS, price=sheet.reroll_cost, most=team_list.reroll_maximum or 0)
    for staff in book.staff.values():
        if may_have(team_list, staff):
            yield Good(key=staff.key, price=staff.price, most=staff.maximum or 0)
    creation = book.creation
    if not run.ruleset.house.flag("redraft_fans"):
        yield Good(key=FANS, price=creation.fan_factor_price, most=creation.fan_factor_maximum)
