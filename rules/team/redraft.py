"""The new draft between seasons (2020 and 2025, L8, L9, L11): the budget, who stays, who joins, what is bought again.

Editions with this rule have their own row of `Redraft`, and say what to cite.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from rules.book.rows.doubt import Doubtful
from rules.book.statements import Source
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
from rules.sequence.explanations import RuleBroken, Term, summed
from rules.sequence.forms import Basket, Good, Together
from rules.sheet.sheet import PlayerSheet
from rules.team.founding import hired, may_have
from rules.team.founding_run import most_rerolls
from rules.team.roster_places import places_taken, too_many_alike
from rules.team.season_end import SeasonEndRun

OUTSIDE, REROLLS, FANS = "redraft", "rerolls", "fan_factor"


@dataclass(frozen=True, slots=True, kw_only=True)
class Redraft(Doubtful):
    """The budget of a new draft, what matches add to it, and what a player costs besides for each season, in gp."""

    budget: int
    for_match_gold: int
    for_win_gold: int
    for_draw_gold: int
    agent_fee: int
    page: int
    with_friendlies: bool = False


def raise_funds(run: SeasonEndRun, table: Redraft, source: Source, *, cap: int) -> None:
    """A fixed sum, the treasury, and more for what was played, won and drawn; at most ``cap`` gp, if it is not 0."""
    season = run.season
    played = season.played + (season.friendlies if table.with_friendlies else 0)
    terms = [
        Term(id="redraft.budget", amount=table.budget, **source),
        Term(id="redraft.treasury", amount=run.sheet.treasury, **source),
        Term(id="redraft.played", **_counted(played, table.for_match_gold), **source),
        Term(id="redraft.won", **_counted(season.won, table.for_win_gold), **source),
        Term(id="redraft.drawn", **_counted(season.drawn, table.for_draw_gold), **source),
    ]
    total = sum(term.amount for term in terms)
    if cap and total > cap:
        terms.append(Term(id="redraft.capped", amount=cap - total, args=(("cap", cap),), **source))
    figure = summed("redraft_budget", tuple(terms), **source)
    run.explain(figure)
    change = figure.amount - run.sheet.treasury
    if change > 0:
        run.record(GoldMoved(amount=change, source=OUTSIDE, target="treasury"))
    elif change < 0:
        run.record(GoldMoved(amount=-change, source="treasury", target=OUTSIDE))


def _counted(count: int, each: int) -> dict[str, Any]:
    """The gold for so many matches, as a term has it."""
    return {"amount": count * each, "args": (("count", count), ("each", each))}


def price_of(line: PlayerSheet, table: Redraft) -> int:
    """What it costs to keep a player, in gp: their value, and an agent's fee for each season that is over."""
    return line.cost + (line.seasons + 1) * table.agent_fee


def keep_players(run: SeasonEndRun, table: Redraft, source: Source, *, leave: str) -> None:
    """The coach pays for the players who stay. The others leave, in the way ``leave``."""
    lines, sheet = run.sheet.players, run.sheet
    goods = tuple(Good(key=str(line.player), price=price_of(line, table)) for line in lines)
    form = Basket(goods=goods, purse=sheet.treasury, room=run.ruleset.book.most_players(sheet.team_list))
    args = (("treasury", sheet.treasury), *((f"player.{line.player}", line.number) for line in lines))
    kept = run.asking.ask(run.side, "keep", form, args=args, **source)
    staying = {int(player) for player, _one in kept}
    for line in lines:
        if line.player in staying:
            run.record(PlayerKept(player=line.player, price=price_of(line, table)))
        else:
            run.record(PlayerLeft(player=line.player, how=leave))


def hire_players(run: SeasonEndRun, source: Source) -> None:
    """New players within the limits of the list: as many as a new team must have, as far as the gold goes."""
    book, sheet, team_list = run.ruleset.book, run.sheet, run.ruleset.team_list(run.sheet)
    room = book.most_players(team_list.name) - len(sheet.players)
    goods = tuple(
        Good(key=each.name, price=each.price, most=most)
        for each in team_list.positions
        if (most := each.maximum - places_taken(sheet, each.name)) > 0
    )
    limited = {skill.name for skill in book.skills.values() if skill.at_most_half}
    alike = {each.name for each in team_list.positions if limited & set(each.skills)}
    spare = sum(-1 if limited & set(line.skills) else 1 for line in sheet.players)
    missing = max(0, book.fewest_players(team_list.name) - len(sheet.players))
    least = min(missing, hireable(goods, sheet.treasury, alike, spare))
    form = Basket(goods=goods, purse=sheet.treasury, room=room, least=least, together=tuple(_together(run)))
    args = (("treasury", sheet.treasury), ("room", room), ("least", least))
    wanted = run.asking.ask(run.side, "new_players", form, args=args, optional=least == 0, **source)
    joining = [team_list.position(name) for name, count in wanted for _nth in range(count)]
    squad = [*(line.skills for line in sheet.players), *(position.skills for position in joining)]
    wrong = tuple(too_many_alike(run.ruleset, squad)) if joining else ()
    others = [good for good in goods if good.key not in alike]
    can_match = hireable(others, sheet.treasury, (), 0) >= -spare
    if wrong and (can_match or any(position.name in alike for position in joining)):
        raise RuleBroken("new_players", *wrong)
    for name, count in wanted:
        for nth in range(1, count + 1):
            player = run.asking.mint(run.side, f"new_players.{name}.{nth}")
            run.record(hired(team_list.position(name), player=player, number=run.sheet.free_numbers(1)[0]))


def hireable(goods: Sequence[Good], gold: int, alike: Collection[str], spare: int) -> int:
    """The most players that the gold pays, where those called ``alike`` may be ``spare`` more than the others."""
    prices: tuple[list[int], list[int]] = ([], [])
    for good in sorted(goods, key=lambda good: good.price):
        prices[good.key in alike].extend([good.price] * good.most)
    others, limited = prices
    found = 0
    for count, cost in enumerate(accumulate(others, initial=0)):
        if cost <= gold:
            sums = accumulate(limited[: max(0, spare + count)])
            found = max(found, count + sum(each <= gold - cost for each in sums))
    return found


def _together(run: SeasonEndRun) -> Iterator[Together]:
    for limit in run.ruleset.team_list(run.sheet).together:
        have = sum(places_taken(run.sheet, name) for name in limit.positions)
        yield Together(keys=limit.positions, most=max(0, limit.maximum - have))


def buy_goods(run: SeasonEndRun, source: Source, *, fans_stay: bool) -> None:
    """Staff and re-rolls of before cost what they always cost, or go.

    If dedicated fans do not stay, the team can buy some again.
    """
    book, sheet = run.ruleset.book, run.sheet
    if not fans_stay and (gone := sheet.fan_factor - book.creation.fan_factor_start):
        run.record(FanFactorChanged(change=-gone))
    form = Basket(goods=tuple(_goods(run, fans_stay)), purse=sheet.treasury)
    args = (("treasury", sheet.treasury),)
    chosen = run.asking.ask(run.side, "new_goods", form, args=args, optional=True, **source)
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
        run.record(FanFactorChanged(change=count, price=count * book.creation.fan_factor_price))


def _goods(run: SeasonEndRun, fans_stay: bool) -> Iterator[Good]:
    book, sheet, team_list = run.ruleset.book, run.sheet, run.ruleset.team_list(run.sheet)
    yield Good(key=REROLLS, price=sheet.reroll_cost, most=most_rerolls(book, team_list))
    for staff in book.staff.values():
        if may_have(team_list, staff):
            yield Good(key=staff.key, price=staff.price, most=staff.maximum or 0)
    if not fans_stay:
        yield Good(key=FANS, price=book.creation.fan_factor_price, most=book.creation.fan_factor_maximum)
