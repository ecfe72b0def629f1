"""Points are spent (§30-§33): on a random skill, a chosen one, or a better characteristic."""

from __future__ import annotations

from rules.book.book import row_for
from rules.book.edition import Ruleset
from rules.book.growth import Learnable
from rules.journal import CharacteristicRaised, PointsSpent, SkillGained
from rules.match_day.player_results import dead
from rules.match_day.run import Run
from rules.sequence.forms import Pick
from rules.sheet.sheet import PlayerSheet, TeamSheet, value_in
from rules.team.learning.spending import points_left
from tests.editions.modern.tables import tables_of

WAYS = ("random", "primary", "secondary", "characteristic")


def spend_points(run: Run) -> None:
    """The coach names who learns something now; others save their points (§30, p20)."""
    killed = dead(run)
    able = [line for line in run.sheet.players if line.player not in killed and ways(run.ruleset, run.sheet, line)]
    if not able:
        return
    form = Pick(options=tuple(str(line.player) for line in able), most=len(able))
    picked = run.asking.ask(run.side, "advance", form, optional=True, **run.source("improvement"))
    run.asking.each([line for line in able if str(line.player) in picked], lambda line: _advance(run, line))


def ways(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> tuple[str, ...]:
    """The ways to learn that a player can pay; none after the last improvement, or for a player nobody knows."""
    position = ruleset.position(sheet, line)
    if position is None:
        return ()
    open_ones = [way for way in WAYS if way != "secondary" or position.double]
    prices = {way: price_of(ruleset, line, way) for way in open_ones}
    return tuple(way for way, price in prices.items() if price is not None and price <= points_left(line))


def price_of(ruleset: Ruleset, line: PlayerSheet, way: str) -> int | None:
    """What the next improvement of a player costs in this way; None after the last one."""
    prices = getattr(tables_of(ruleset.book).prices, way)
    return prices[line.improvements] if line.improvements < len(prices) else None


def _advance(run: Run, line: PlayerSheet) -> None:
    args = (("player", line.player), ("number", line.number), ("points", points_left(line)))
    key, source = f"advancement.{line.player}", run.source("improvement")
    way = run.asking.choose(
        run.side, f"{key}.way", ways(run.ruleset, run.sheet, line), label="learn_way", args=args, **source
    )
    price = price_of(run.ruleset, line, way) or 0
    if way == "random":
        _learn_random(run, line, price)
    elif way == "characteristic":
        _learn_characteristic(run, line, price)
    else:
        options = _skills(run.ruleset, run.sheet, line, rare=way == "secondary")
        skill = run.asking.choose(run.side, f"{key}.skill", options, label="learn_skill", args=args, **source)
        _gain(run, line, skill, price)


def _learn_random(run: Run, line: PlayerSheet, price: int) -> None:
    """Two dice on the table of a primary category; the coach keeps one. A skill known already teaches nothing."""
    position = run.ruleset.position(run.sheet, line)
    assert position is not None, "only players of the list learn"
    args = (("player", line.player), ("number", line.number))
    key, source, die = (
        f"advancement.{line.player}",
        run.source("improvement"),
        tables_of(run.ruleset.book).skill_values.skill_die,
    )
    category = run.asking.choose(
        run.side, f"{key}.category", position.normal, label="learn_category", args=args, **source
    )
    dice = run.asking.roll(run.side, f"{key}.dice", die, die, label="learn_dice", args=args, **source)
    rows = run.ruleset.book.skills_in([category])
    found = (rows[face - 1].as_learned for face in dice)
    new = tuple(dict.fromkeys(name for name in found if name not in line.skills))
    if not new:
        run.record(PointsSpent(player=line.player, points=price))
        return
    _gain(run, line, run.asking.choose(run.side, f"{key}.kept", new, label="learn_skill", args=args, **source), price)


def _learn_characteristic(run: Run, line: PlayerSheet, price: int) -> None:
    args = (("player", line.player), ("number", line.number))
    key, source, table = (
        f"advancement.{line.player}",
        run.source("improvement"),
        tables_of(run.ruleset.book).characteristic_roll,
    )
    dice = run.asking.roll(run.side, f"{key}.die", table.die, label="learn_die", args=args, **source)
    open_ones = tuple(one.key for one in learnable(run.ruleset, run.sheet, line, dice))
    choice = run.asking.choose(run.side, f"{key}.better", open_ones, label="learn_better", args=args, **source)
    _gain(run, line, choice, price)


def _gain(run: Run, line: PlayerSheet, what: str, price: int) -> None:
    cost = run.ruleset.learning_cost(run.sheet, line, what)
    if what.startswith("+"):
        step = run.ruleset.book.profile[what[1:]].step
        better = CharacteristicRaised(player=line.player, characteristic=what[1:], cost=cost, change=step, points=price)
        run.record(better)
    else:
        run.record(SkillGained(player=line.player, skill=what, cost=cost, points=price))


def learnable(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[Learnable, ...]:
    """What a characteristic roll opens (§33, p21): a better characteristic, or any skill instead. Without dice: all."""
    table = tables_of(ruleset.book).characteristic_roll
    names = row_for(table.rows, sum(dice), (table.die,)).characteristics if dice else ruleset.book.characteristics
    better = (
        Learnable(key=f"+{name}", cost=value_in(table.costs, name))
        for name in names
        if not dice or can_improve(ruleset, line, name)
    )
    known = line.skills if dice else ()
    skills = (one for one in _all_skills(ruleset, sheet, line) if not (dice and (one.closed or one.key in known)))
    return (*better, *skills)


def can_improve(ruleset: Ruleset, line: PlayerSheet, name: str) -> bool:
    """Whether a characteristic can become better: the player has it, and it is neither the best nor improved enough."""
    each, now = ruleset.book.profile[name], line.characteristic(name)
    better = each.improved(now, 1)
    gained = each.gain(better - line.starting_characteristic(name))
    return (
        not each.missing(now)
        and each.within(better) == better
        and gained <= tables_of(ruleset.book).characteristic_roll.most
    )


def _all_skills(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> list[Learnable]:
    values, position = tables_of(ruleset.book).skill_values, ruleset.position(sheet, line)
    primary, secondary = (position.normal, position.double) if position else ((), ())
    return [
        Learnable(
            key=skill.as_learned,
            cost=values.primary_cost if skill.category in primary else values.secondary_cost,
            group=skill.category,
            rare=skill.category not in primary,
            closed=skill.category not in (*primary, *secondary),
        )
        for skill in ruleset.book.skills.values()
    ]


def _skills(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, *, rare: bool) -> tuple[str, ...]:
    found = (one for one in _all_skills(ruleset, sheet, line) if one.rare == rare and not one.closed)
    return tuple(one.key for one in found if one.key not in line.skills)
