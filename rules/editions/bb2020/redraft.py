"""The re-draft between seasons (L8, L9, L11): what a team has, whom it keeps, and what it buys again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.book.rows.teams import Position
from rules.editions.bb2020.citing import cite
from rules.editions.bb2020.tables import tables_of
from rules.journal import GoldMoved, PlayerKept, PlayerLeft, RerollsBought, RerollsReleased, StaffHired, StaffReleased
from rules.sequence.explanations import Args, Term, summed
from rules.sequence.forms import Basket, Counted, Good
from rules.sheet.sheet import PlayerSheet
from rules.team.founding import hired, may_have
from rules.team.founding_run import most_rerolls
from rules.team.roster_places import places_taken
from rules.team.season_end import SeasonEndRun

REROLLS, OUTSIDE = "rerolls", "redraft"


def raise_funds(run: SeasonEndRun) -> None:
    """The budget: a fixed sum, the treasury, and more for matches played, won and drawn, up to the limit (L8)."""
    if not run.ruleset.house.flag("redraft"):
        return
    table, source, season = tables_of(run.ruleset.book).redraft, cite(run.ruleset, "L8"), run.season
    played, won, drawn = season.played + season.friendlies, season.won, season.drawn
    terms = [
        Term(id="redraft.budget", amount=table.budget_gold, **source),
        Term(id="redraft.played", amount=played * table.played_gold, args=_times(played, table.played_gold), **source),
        Term(id="redraft.won", amount=won * table.won_gold, args=_times(won, table.won_gold), **source),
        Term(id="redraft.drawn", amount=drawn * table.drawn_gold, args=_times(drawn, table.drawn_gold), **source),
    ]
    given = sum(term.amount for term in terms)
    terms.append(Term(id="redraft.treasury", amount=run.sheet.treasury, **source))
    run.record(GoldMoved(amount=given, source=OUTSIDE, target="treasury"))
    cap = run.ruleset.house.integer("redraft_cap")
    if cap and run.sheet.treasury > cap:
        over = run.sheet.treasury - cap
        terms.append(Term(id="redraft.over", amount=-over, args=(("cap", cap),), **source))
        run.record(GoldMoved(amount=over, source="treasury", target=OUTSIDE))
    run.explain(summed("redraft", tuple(terms), **source))


def _times(count: int, each: int) -> Args:
    """How often so much gold is given, for the words of a sum."""
    return (("count", count), ("each", each))


def keep_players(run: SeasonEndRun) -> None:
    """The coach pays for the players who stay: their value, and more for each season (L9). The others leave."""
    if not run.ruleset.house.flag("redraft"):
        return
    lines = run.sheet.players
    goods = tuple(Good(key=str(line.player), price=price_of(run, line)) for line in lines)
    form = Basket(goods=goods, purse=run.sheet.treasury, room=run.ruleset.book.most_players(run.sheet.team_list))
    args = (("treasury", run.sheet.treasury),)
    kept = run.asking.ask(run.side, "keep", form, args=args, **cite(run.ruleset, "L9"))
    staying = {int(player) for player, _one in kept}
    for line in lines:
        if line.player in staying:
            run.record(PlayerKept(player=line.player, price=price_of(run, line)))
        else:
            run.record(PlayerLeft(player=line.player, how="released"))


def price_of(run: SeasonEndRun, line: PlayerSheet) -> int:
    """What it costs to keep a player, in gp: their value, and a fee for each season that they have played (L9)."""
    return line.cost + (line.seasons + 1) * tables_of(run.ruleset.book).redraft.season_price


def keep_staff(run: SeasonEndRun) -> None:
    """Re-rolls and staff are bought again, at their normal prices (L9); dedicated fans stay for nothing (L11)."""
    if not run.ruleset.house.flag("redraft"):
        return
    book, sheet = run.ruleset.book, run.sheet
    team_list = run.ruleset.team_list(sheet)
    staff = [one for one in book.staff.values() if may_have(team_list, one)]
    goods = (
        Good(key=REROLLS, price=sheet.reroll_cost, most=most_rerolls(book, team_list)),
        *(Good(key=one.key, price=one.price, most=one.maximum or 0) for one in staff),
    )
    args = (("treasury", sheet.treasury),)
    form = Basket(goods=goods, purse=sheet.treasury)
    answer = run.asking.ask(run.side, "redraft_staff", form, args=args, **cite(run.ruleset, "L9"))
    wanted = Counter(dict(answer))
    if sheet.rerolls:
        run.record(RerollsReleased(count=sheet.rerolls))
    run.record(*(StaffReleased(staff=kind, count=count) for kind, count in sheet.staff if count))
    if wanted[REROLLS]:
        run.record(RerollsBought(count=wanted[REROLLS], price=wanted[REROLLS] * sheet.reroll_cost))
    bought = [one for one in staff if wanted[one.key]]
    run.record(*(StaffHired(staff=one.key, count=wanted[one.key], price=wanted[one.key] * one.price) for one in bought))


def hire_players(run: SeasonEndRun) -> None:
    """The coach hires new players with what is left: first big guys, if the list limits them, then others (L9)."""
    if not run.ruleset.house.flag("redraft"):
        return
    team_list, source = run.ruleset.team_list(run.sheet), cite(run.ruleset, "L9")
    limited = [name for limit in team_list.together for name in limit.positions]
    for nth, limit in enumerate(team_list.together, start=1):
        have = sum(places_taken(run.sheet, name) for name in limit.positions)
        positions = [each for each in team_list.positions if each.name in limit.positions]
        if (form := _offer(run, positions, max(0, limit.maximum - have))) is not None:
            key, args = f"redraft_limited.{nth}", _means(run, form)
            wanted = run.asking.ask(run.side, key, form, label="redraft_limited", args=args, optional=True, **source)
            _hire(run, key, positions, wanted)
    positions = [each for each in team_list.positions if each.name not in limited]
    if (form := _offer(run, positions, run.ruleset.book.most_players(team_list.name))) is not None:
        args = _means(run, form)
        wanted = run.asking.ask(run.side, "redraft_players", form, args=args, optional=True, **source)
        _hire(run, "redraft_players", positions, wanted)


def _means(run: SeasonEndRun, form: Basket) -> Args:
    """The gold and the places for new players."""
    return (("treasury", run.sheet.treasury), ("room", form.room))


def _offer(run: SeasonEndRun, positions: list[Position], most: int) -> Basket | None:
    """New players of these positions, ``most`` at most; None if there is no room or no gold for any."""
    room = min(most, run.ruleset.book.most_players(run.sheet.team_list) - places_taken(run.sheet))
    goods = tuple(_open(run, positions))
    if room <= 0 or all(good.price > run.sheet.treasury for good in goods):
        return None
    return Basket(goods=goods, purse=run.sheet.treasury, room=room)


def _hire(run: SeasonEndRun, key: str, positions: list[Position], wanted: Counted) -> None:
    for name, count in wanted:
        position = next(each for each in positions if each.name == name)
        for nth in range(1, count + 1):
            player = run.asking.mint(run.side, f"{key}.{name}.{nth}")
            run.record(hired(position, player=player, number=run.sheet.free_numbers(1)[0]))


def _open(run: SeasonEndRun, positions: list[Position]) -> Iterator[Good]:
    for position in positions:
        if (places := position.maximum - places_taken(run.sheet, position.name)) > 0:
            yield Good(key=position.name, price=position.price, most=places)
