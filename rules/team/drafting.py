"""Random new teams that are legal and sensible, for the demo league and for tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from rules.book.edition import Ruleset
from rules.book.rows.teams import Position, TeamList
from rules.sequence.chance import Chance, happens, pick, pick_weighted
from rules.team.beginning import begin
from rules.team.founding import judge
from rules.team.founding_run import Choice, most_rerolls
from rules.team.roster_places import full_together

BIG_STRENGTH = 5
EXPENSIVE_LINEMAN = 55_000
ENOUGH_SPARE = 2
GOLD_TO_KEEP = 130_000


def draft(chance: Chance, ruleset: Ruleset, team_list: str) -> Choice:
    """A legal choice for a new team: enough players, the best positions first, some re-rolls.

    Raises ``ValueError`` if the house rules give too little gold for the minimum number of players.
    """
    if ruleset.edition.squad_of is not None:
        return Choice(team_list=team_list, players=ruleset.edition.squad_of(chance, ruleset, team_list))
    chosen = ruleset.book.lists[team_list]
    lineman = min(chosen.journeyman_positions, key=lambda position: position.cost)
    gold = ruleset.starting_gold(team_list)
    if gold < ruleset.book.fewest_players(team_list) * lineman.cost:
        raise ValueError(f"{gold} gp are too few for a {team_list} team")
    goods = _goods(chance, ruleset, chosen, lineman)
    players = _squad(chance, ruleset, chosen, lineman, gold - judge(ruleset, goods).cost.amount)
    return _spend_the_rest(chance, ruleset, replace(goods, players=players))


def _goods(chance: Chance, ruleset: Ruleset, team_list: TeamList, lineman: Position) -> Choice:
    """Two to four re-rolls and perhaps an apothecary, fewer if the players are expensive."""
    expensive = lineman.cost > EXPENSIVE_LINEMAN
    rerolls = pick_weighted(chance, (2, 3, 4), (6, 3, 0) if expensive else (3, 5, 2))
    rerolls = min(rerolls, most_rerolls(ruleset.book, team_list))
    treats = [staff.key for staff in ruleset.book.treating_staff if team_list.apothecary]
    hired = treats[:1] if treats and happens(chance, 0.2 if expensive else 0.7) else []
    goods = Choice(
        team_list=team_list.name,
        rerolls=rerolls,
        fan_factor=ruleset.book.creation.fan_factor_minimum,
        staff=tuple((kind, 1) for kind in hired),
    )
    most = ruleset.starting_gold(team_list.name) - ruleset.book.fewest_players(team_list.name) * lineman.cost
    while judge(ruleset, goods).cost.amount > most:
        goods = replace(goods, staff=()) if goods.staff else replace(goods, rerolls=goods.rerolls - 1)
    return goods


def _squad(chance: Chance, ruleset: Ruleset, team_list: TeamList, lineman: Position, gold: int) -> tuple[str, ...]:
    """A squad of linemen; as many as the gold allows are replaced by specialists."""
    least, most = ruleset.book.fewest_players(team_list.name), ruleset.book.most_players(team_list.name)
    size = min(least + pick(chance, (0, 0, 1, 1, 2)), most)
    while size > least and size * lineman.cost > gold * 0.8:
        size -= 1
    left = gold - size * lineman.cost
    squad: Counter[str] = Counter()
    for position in _wanted(chance, team_list, lineman):
        extra = position.cost - lineman.cost
        more = Counter({position.name: 1})
        if (
            extra <= left
            and squad.total() < size
            and not any(full_together(ruleset, team_list, (squad + more).elements()))
        ):
            squad += more
            left -= extra
    squad[lineman.name] += size - squad.total()
    while left >= lineman.cost and squad.total() < most:
        if squad.total() >= least + ENOUGH_SPARE and left < GOLD_TO_KEEP:
            break
        squad[lineman.name] += 1
        left -= lineman.cost
    return tuple(position.name for position in reversed(team_list.positions) for _ in range(squad[position.name]))


def _wanted(chance: Chance, team_list: TeamList, lineman: Position) -> list[Position]:
    """The specialists of a list, the most wanted first: mostly the expensive ones, with some randomness."""
    wanted: list[tuple[float, Position]] = []
    for position in team_list.positions:
        if position in team_list.journeyman_positions or position.cost < lineman.cost:
            continue
        big = dict(position.profile).get("ST", 0) >= BIG_STRENGTH and position.maximum == 1
        liking = position.cost / 100_000 + position.maximum / 8 + 0.6 * chance.random() - (0.6 if big else 0)
        for nth in range(min(position.maximum, 6)):
            wanted.append((liking - 0.15 * nth, position))
    return [position for _, position in sorted(wanted, key=lambda pair: -pair[0])]


def _spend_the_rest(chance: Chance, ruleset: Ruleset, choice: Choice) -> Choice:
    """Buys fans, and staff of which a team can have any number, with the remaining gold, until it randomly stops."""
    free_fans = ruleset.house.flag("free_fan_factor")
    helpers = [staff.key for staff in ruleset.book.staff.values() if staff.maximum is None][::-1]
    things, weights = ("fan", *helpers, "keep"), (0 if free_fans else 6, *(1 for _ in helpers), 2)
    for _ in range(ruleset.book.creation.fan_factor_maximum):
        thing = pick_weighted(chance, things, weights)
        if thing == "keep":
            break
        if thing == "fan":
            more = replace(choice, fan_factor=choice.fan_factor + 1)
        else:
            more = replace(choice, staff=(*choice.staff, (thing, 1)))
        if begin(ruleset, more).refused is not None:  # as far as the first question: it breaks no rule
            break
        choice = more
    return replace(choice, staff=choice.staff_counts)
