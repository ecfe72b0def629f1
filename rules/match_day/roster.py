"""The update of the roster after a match: deaths, defections, releases and purchases (U1, U6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.book.book import needed
from rules.book.reads import reads
from rules.book.rows.teams import Position
from rules.journal import (
    PlayerKilled,
    PlayerLeft,
    RerollsBought,
    RerollsReleased,
    StaffHired,
    StaffReleased,
)
from rules.match_day.player_results import dead
from rules.match_day.run import Run
from rules.sequence.explanations import Args, RuleBroken
from rules.sheet.sheet import PlayerSheet
from rules.team.founding import hired, staff_violations
from rules.team.founding_run import later_reroll_price, most_rerolls
from rules.team.roster_places import full_together, places_taken, too_many_together

MOST_ITEMS = 64
HIGHEST_NUMBER = 99


@reads(if_there=("conceding",))
def remove_departed(run: Run) -> None:
    """The dead leave the roster, and experienced players may walk out on a team that conceded (U1, N2, p38)."""
    remove_dead(run)
    result = run.match.result
    if run.ruleset.book.conceding and result.conceded_by == run.side and not result.conceded_before_kick_off:
        let_walk_out(run)


def remove_dead(run: Run) -> None:
    """The dead leave the roster."""
    killed = dead(run)
    for line in run.fielded.players:
        if line.player in killed:
            run.record(PlayerKilled(player=line.player))


def let_walk_out(run: Run) -> None:
    """Each experienced player of a team that conceded may walk out, by a die."""
    table = needed(run.ruleset.book.conceding)
    experienced = [line for line in run.sheet.players if line.spp >= table.leaving_spp]
    run.asking.each(experienced, lambda line: _defect(run, line))


def _defect(run: Run, line: PlayerSheet) -> None:
    label = f"defections.{line.player}"
    args = (("player", line.player), ("number", line.number), ("spp", line.spp))
    table = needed(run.ruleset.book.conceding)
    (die,) = run.asking.roll(run.side, label, table.leaving_die, **run.source("conceding"), args=args)
    if die <= table.leaving_up_to:
        run.record(PlayerLeft(player=line.player, how="walked_out"))


def release(run: Run) -> None:
    """Releases players, staff and re-rolls, without refund (U6, p38).

    The answer is a list of ``{"player": id}``, ``{"staff": kind}``, ``{"reroll": count}``.
    """
    answer = run.asking.decide(run.side, "release", **run.source("hiring"), args=_releasable(run))
    for kind, value, _ in _items(run, "release", answer):
        if kind == "player":
            line = run.sheet.player(value)
            if line is None:
                raise run.broken("release", "hiring", "release.not_on_roster")
            if line.loan:
                raise run.broken("release", "trades", "release.on_loan")
            if _is_kept(run, line):
                raise run.broken("release", "hiring", "release.kept", number=line.number)
            _enough_stay(run, line)
            run.record(PlayerLeft(player=value, how="released"))
        elif kind == "staff":
            if run.sheet.staff_count(value) < 1:
                raise run.broken("release", "hiring", "release.no_such_staff", staff=str(value)[:40])
            run.record(StaffReleased(staff=value, count=1))
        else:
            have = _rerolls_to_release(run)
            if not 1 <= value <= have:
                raise run.broken("release", "hiring", "release.rerolls", count=value, have=have)
            run.record(RerollsReleased(count=value))


def _enough_stay(run: Run, line: PlayerSheet) -> None:
    """Refuses to release a player without whom too few could play the next match, in books that forbid it."""
    if not _may_go(run, line):
        least = run.ruleset.book.creation.kept_players
        raise run.broken("release", "hiring", "release.too_few_left", least=least)


def _is_kept(run: Run, line: PlayerSheet) -> bool:
    """Whether a mark keeps a player on the roster: until an injury makes a characteristic worse."""
    marks = [run.ruleset.book.marks[key] for key in line.marks if key in run.ruleset.book.marks]
    hurt = any(key.startswith("-") for key, _cost in line.history)
    return any(mark.kept for mark in marks) and not hurt


def _may_go(run: Run, line: PlayerSheet) -> bool:
    if _is_kept(run, line):
        return False
    least = run.ruleset.book.creation.kept_players
    staying = sum(not each.on_trial for each in run.sheet.available)
    return not least or bool(line.misses_next) or line.on_trial or staying > least


def _rerolls_to_release(run: Run) -> int:
    return 0 if run.ruleset.book.creation.rerolls_stay else run.sheet.rerolls


def buy(run: Run) -> None:
    """Buys players, staff and re-rolls with the treasury's gold (U6, C2, C3, C5, C6, p17-18, 38).

    The answer is a list of ``{"player": position}`` (with ``"number"`` if the coach picks one), ``{"staff": kind}``,
    ``{"reroll": count}``.
    """
    answer = run.asking.decide(run.side, "buy", **run.source("hiring"), args=_purchasable(run), told=_prices(run))
    purchases: dict[str, Callable[[Run, Any, int, Mapping[str, Any]], None]] = {
        "player": _buy_player,
        "staff": _buy_staff,
        "reroll": _buy_rerolls,
    }
    for index, (kind, value, item) in enumerate(_items(run, "buy", answer), start=1):
        purchases[kind](run, value, index, item)


def _buy_player(run: Run, name: Any, index: int, item: Mapping[str, Any]) -> None:
    team_list = run.ruleset.team_list(run.sheet)
    position = next((known for known in team_list.positions if known.name == name), None)
    if position is None:
        raise run.broken("buy", "squad", "buy.no_such_position", position=str(name)[:40], team_list=team_list.name)
    if not places_left(run):
        maximum = run.ruleset.book.most_players(run.sheet.team_list)
        raise run.broken("buy", "squad", "buy.squad_full", maximum=maximum)
    if places_taken(run.sheet, position.name) >= position.maximum:
        raise run.broken("buy", "squad", "buy.position_full", position=position.name, maximum=position.maximum)
    if full := list(full_together(run.ruleset, team_list, (*_positions(run), position.name))):
        raise RuleBroken("buy", *map(too_many_together, full))
    afford(run, position.price)
    number = item["number"] if "number" in item else run.sheet.free_numbers(1)[0]
    _number_is_free(run, number)
    run.record(hired(position, player=run.asking.mint(run.side, f"buy.{index}"), number=number))


def _positions(run: Run) -> tuple[str, ...]:
    return tuple(line.position for line in run.sheet.players)


def _open(run: Run, position: Position) -> int:
    """How many more players of a position the team can have."""
    team_list = run.ruleset.team_list(run.sheet)
    if next(full_together(run.ruleset, team_list, (*_positions(run), position.name)), None):
        return 0
    return max(0, position.maximum - places_taken(run.sheet, position.name))


def _number_is_free(run: Run, number: Any) -> None:
    if type(number) is not int or not 1 <= number <= HIGHEST_NUMBER:
        raise run.broken("buy", "hiring", "buy.number", number=str(number)[:20], highest=HIGHEST_NUMBER)
    if wearer := run.sheet.numbered(number):
        args: dict[str, int | str] = {"shirt": number, "player": wearer.player, "position": wearer.position}
        raise run.broken("buy", "hiring", "buy.number_worn", **args, highest=HIGHEST_NUMBER)


def places_left(run: Run) -> int:
    """How many more players can join; players who miss the next match or are out on loan take a place (U6, C8)."""
    return max(0, run.ruleset.book.most_players(run.sheet.team_list) - places_taken(run.sheet))


def _buy_staff(run: Run, kind: Any, index: int, item: Mapping[str, Any]) -> None:
    team_list = run.ruleset.team_list(run.sheet)
    count = run.sheet.staff_count(kind) + 1
    problems = staff_violations(run.ruleset, team_list, kind, count)
    if problems:
        raise RuleBroken("buy", *problems)
    price = run.ruleset.book.staff[kind].price
    afford(run, price)
    run.record(StaffHired(staff=kind, count=1, price=price))


def _buy_rerolls(run: Run, count: Any, index: int, item: Mapping[str, Any]) -> None:
    maximum = run.sheet.rerolls + rerolls_left(run)
    if type(count) is not int or not 1 <= count <= maximum - run.sheet.rerolls:
        raise run.broken("buy", "rerolls", "buy.rerolls", have=run.sheet.rerolls, maximum=maximum)
    price = count * later_reroll_price(run.ruleset.book, run.ruleset.team_list(run.sheet))
    afford(run, price)
    run.record(RerollsBought(count=count, price=price))


def rerolls_left(run: Run) -> int:
    """How many more re-rolls the team can have; where the book has no limit, as many as anybody could pay for."""
    return max(0, most_rerolls(run.ruleset.book, run.ruleset.team_list(run.sheet)) - run.sheet.rerolls)


def afford(run: Run, price: int, label: str = "buy") -> None:
    """Raises ``RuleBroken`` for the question ``label`` if the treasury cannot pay a price, in gp."""
    if price > run.sheet.treasury:
        raise run.broken(label, "hiring", "buy.too_dear", price=price, treasury=run.sheet.treasury)


def _releasable(run: Run) -> Args:
    """Arguments of the release question: the players by id, with their numbers, the staff by kind, and the re-rolls."""
    return (
        *((f"player.{line.player}", line.number) for line in run.sheet.players if not line.loan and _may_go(run, line)),
        *((f"staff.{kind}", count) for kind, count in run.sheet.staff if count),
        ("rerolls", _rerolls_to_release(run)),
    )


def _purchasable(run: Run) -> Args:
    """Arguments of the purchase question: the gold, and how many more of each kind the rules allow."""
    team_list = run.ruleset.team_list(run.sheet)
    staff = run.ruleset.book.staff.values()
    return (
        ("team_list", team_list.name),
        ("treasury", run.sheet.treasury),
        ("room", places_left(run)),
        ("rerolls", rerolls_left(run)),
        *((f"player.{one.name}", _open(run, one)) for one in team_list.positions),
        *(
            (f"staff.{one.key}", 1)
            for one in staff
            if not staff_violations(run.ruleset, team_list, one.key, run.sheet.staff_count(one.key) + 1)
        ),
    )


def _prices(run: Run) -> Args:
    """What the purchase question tells of prices that stand in no table: that of a re-roll, in gp."""
    if "rerolls" not in run.ruleset.book.goods:
        return ()
    return (("reroll_price", later_reroll_price(run.ruleset.book, run.ruleset.team_list(run.sheet))),)


def _items(run: Run, label: str, answer: Any) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    """Each item of a release or purchase as kind, value and the whole item. Raises ``RuleBroken`` for a bad item."""
    if answer is None:
        return
    if not isinstance(answer, (list, tuple)) or len(answer) > MOST_ITEMS:
        raise run.broken(label, "hiring", "roster.not_a_list", maximum=MOST_ITEMS)
    types = {"player": str if label == "buy" else int, "staff": str, "reroll": int}
    for item in answer:
        kinds = item.keys() & types.keys() if isinstance(item, Mapping) else ()
        extra = {"number"} if label == "buy" and "player" in kinds else set()
        if len(kinds) != 1 or item.keys() - kinds - extra:
            raise run.broken(label, "hiring", "roster.unknown_item", found=str(item)[:60])
        (kind,) = kinds
        if type(item[kind]) is not types[kind]:
            raise run.broken(label, "hiring", "roster.unknown_item", found=str(item)[:60])
        yield kind, item[kind], item
