"""Points are spent (S6-S13): on a random skill, a chosen one, or a roll for a characteristic."""

from __future__ import annotations

from rules.book.book import row_for
from rules.book.edition import Ruleset, cite
from rules.book.growth import Learnable
from rules.book.rows.teams import Skill, without_value
from rules.editions.bb2020.tables import Learning, tables_of
from rules.journal import CharacteristicRaised, ImprovementLost, PointsSpent, SkillGained
from rules.match_day.run import Run
from rules.sequence.explanations import Args
from rules.sequence.forms import Pick
from rules.sheet.sheet import PlayerSheet, TeamSheet, value_in
from rules.team.learning.levels import barred_by
from rules.team.learning.spending import points_left

RANDOM, CHOSEN, PRIMARY, SECONDARY, CHARACTERISTIC = "random", "chosen", "primary", "secondary", "characteristic"
WAYS = ("random_primary", "chosen_primary", "random_secondary", "chosen_secondary", CHARACTERISTIC)
SKILL, SAVE = "skill", "save"
TRAIT = "Trait"
"""The category of what nobody learns."""
MOST_ROLLS = 60
"""So often nobody rolls again in a game. It ends the rolls of a program that always rolls the same."""


def spend_points(run: Run) -> None:
    """The coach names who advances now (S6). Others save, but for those whose points reach a characteristic (S8)."""
    able = [line for line in run.sheet.players if ways(run.ruleset, run.sheet, line)]
    if not able:
        return
    must = tuple(str(line.player) for line in able if must_spend(run.ruleset, run.sheet, line))
    form = Pick(options=tuple(str(line.player) for line in able), most=len(able), now=must)
    picked = run.asking.ask(
        run.side, "advance", form, args=(("must", len(must)),), optional=True, **run.source("improvement")
    )
    run.asking.each([line for line in able if str(line.player) in (*picked, *must)], lambda line: _advance(run, line))


def must_spend(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> bool:
    """Whether a player's points reach the price of a characteristic, so that some must be spent (S8)."""
    return CHARACTERISTIC in ways(ruleset, sheet, line)


def ways(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> tuple[str, ...]:
    """The ways to advance that a player can pay; none after the last advancement, or in a position off the list."""
    position, prices = ruleset.position(sheet, line), tables_of(ruleset.book).prices
    if position is None:
        return ()
    priced = {way: prices.of(way, line.improvements + 1) for way in WAYS if _teaches(ruleset, sheet, line, way)}
    return tuple(way for way, price in priced.items() if price is not None and price <= points_left(line))


def _teaches(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, way: str) -> bool:
    """Whether there is something left to learn in a way."""
    if way == CHARACTERISTIC:
        return True
    return bool(new_skills(ruleset, line, categories(ruleset, sheet, line, way.split("_")[1])))


def _advance(run: Run, line: PlayerSheet) -> None:
    """One advancement after the other, until the points do not suffice or the coach saves them (S6, S8)."""
    now: PlayerSheet | None = line
    options = ways(run.ruleset, run.sheet, line)
    while now is not None and options and _advance_once(run, now, options):
        now = run.sheet.player(line.player)
        options = ways(run.ruleset, run.sheet, now) if now is not None else ()
        if CHARACTERISTIC not in options:
            options = (SAVE, *options) if options else ()


def _advance_once(run: Run, line: PlayerSheet, options: tuple[str, ...]) -> bool:
    """One advancement in one of these ways; false if the coach saves the points."""
    nth, source = line.improvements + 1, run.source("improvement")
    prices = ((way, tables_of(run.ruleset.book).prices.of(way, nth) or 0) for way in WAYS)
    args: Args = (
        ("player", line.player), ("number", line.number), ("points", points_left(line)), ("nth", nth), *prices
    )  # fmt: skip
    key = f"advancement.{line.player}.{nth}"
    way = run.asking.choose(
        run.side, f"{key}.way", options, label="advance_way", args=args, optional=SAVE in options, **source
    )
    if way == SAVE:
        return False
    price = tables_of(run.ruleset.book).prices.of(way, nth) or 0
    if way == CHARACTERISTIC:
        _roll_characteristic(run, line, key, args, price)
        return True
    how, which = way.split("_")
    pick = _random_skill if how == RANDOM else _chosen_skill
    skill = pick(run, line, key, args, which)
    cost = tables_of(run.ruleset.book).learning_values.cost(way)
    run.record(SkillGained(player=line.player, skill=skill, cost=cost, points=price))
    return True


def _chosen_skill(run: Run, line: PlayerSheet, key: str, args: Args, which: str) -> str:
    options = new_skills(run.ruleset, line, categories(run.ruleset, run.sheet, line, which))
    return run.asking.choose(
        run.side, f"{key}.skill", options, label="advance_skill", args=args, **run.source("improvement")
    )


def _random_skill(run: Run, line: PlayerSheet, key: str, args: Args, which: str) -> str:
    """The coach names a category, then the dice are rolled until they show a skill that the player can have (S9)."""
    book, table, source = run.ruleset.book, tables_of(run.ruleset.book).learning_values, cite(run.ruleset, "S9")
    open_ones = [
        one for one in categories(run.ruleset, run.sheet, line, which) if new_skills(run.ruleset, line, (one,))
    ]
    category = run.asking.choose(
        run.side, f"{key}.category", tuple(open_ones), label="advance_category", args=args, **source
    )
    rows, new = book.skills_in([category]), new_skills(run.ruleset, line, (category,))
    for again in range(MOST_ROLLS):
        dice_key = f"{key}.again{again}" if again else f"{key}.dice"
        dice = run.asking.roll(run.side, dice_key, *table.skill_dice, label="advance_dice", args=args, **source)
        skill = rows[table.place(dice)].as_learned
        if skill in new:
            return skill
    return new[0]


def _roll_characteristic(run: Run, line: PlayerSheet, key: str, args: Args, price: int) -> None:
    """A D16 says what may become better; the coach chooses, or takes a Secondary skill instead (S10)."""
    source, tables = cite(run.ruleset, "S10"), tables_of(run.ruleset.book)
    dice = run.asking.roll(
        run.side, f"{key}.die", tables.characteristic_roll.die, label="advance_die", args=args, **source
    )
    better = tuple(f"+{name}" for name in _opened(run.ruleset, line, dice))
    options = (*better, SKILL) if _teaches(run.ruleset, run.sheet, line, f"{CHOSEN}_{SECONDARY}") else better
    if not options:
        run.record(PointsSpent(player=line.player, points=price), ImprovementLost(player=line.player))
        return
    choice = run.asking.choose(run.side, f"{key}.better", options, label="advance_better", args=args, **source)
    if choice != SKILL:
        name, now = choice[1:], line.characteristic(choice[1:])
        what, cost = run.ruleset.book.profile[name], value_in(tables.characteristic_roll.costs, name)
        raised = CharacteristicRaised(
            player=line.player, characteristic=name, cost=cost, change=what.bettered(now) - now, points=price,
            gained=what.missing(now),
        )  # fmt: skip
        run.record(raised)
        return
    skill = _chosen_skill(run, line, key, args, SECONDARY)
    cost = tables.learning_values.cost("chosen_secondary")
    run.record(SkillGained(player=line.player, skill=skill, cost=cost, points=price))


def _opened(ruleset: Ruleset, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[str, ...]:
    """The characteristics that a roll lets become better."""
    table = tables_of(ruleset.book).characteristic_roll
    names = row_for(table.rows, sum(dice), (table.die,)).characteristics
    return tuple(name for name in names if can_improve(ruleset, line, name))


def can_improve(ruleset: Ruleset, line: PlayerSheet, name: str) -> bool:
    """Whether a characteristic can become better: it is not the best, nor improved enough (S11).

    A player who cannot pass can learn it: then they have a PA of 6+.
    """
    improved = sum(key == f"+{name}" and cost > 0 for key, cost in line.history)
    enough = improved >= tables_of(ruleset.book).characteristic_roll.most
    return ruleset.book.profile[name].may_be_bettered(line.characteristic(name)) and not enough


def categories(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, which: str) -> tuple[str, ...]:
    """The Primary or the Secondary skill categories of a player."""
    position = ruleset.position(sheet, line)
    if position is None:
        return ()
    return position.normal if which == PRIMARY else position.double


def new_skills(ruleset: Ruleset, line: PlayerSheet, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The skills of some categories that a player can learn: none that they know, with whatever value, or may not."""
    known = {without_value(skill) for skill in line.skills} | barred_by(ruleset, line)
    return tuple(skill.as_learned for skill in ruleset.book.skills_in(wanted) if skill.name not in known)


def learnable(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[Learnable, ...]:
    """What a characteristic roll opens (S10); without dice all that there is, with what it adds to the value (S12)."""
    costs, learning = tables_of(ruleset.book).characteristic_roll.costs, tables_of(ruleset.book).learning_values
    names = _opened(ruleset, line, dice) if dice else ruleset.book.characteristics
    better = (Learnable(key=f"+{name}", cost=value_in(costs, name)) for name in names)
    position = ruleset.position(sheet, line)
    primary, secondary = (position.normal, position.double) if position else ((), ())
    open_ones = new_skills(ruleset, line, secondary)
    skills = (
        Learnable(
            key=skill.as_learned,
            cost=_added(learning, skill, primary),
            group=skill.category,
            rare=skill.category not in primary,
            closed=skill.category not in (*primary, *secondary) or skill.name in barred_by(ruleset, line),
        )
        for skill in ruleset.book.skills.values()
    )
    return (*better, *(one for one in skills if not dice or one.key in open_ones))


def _added(learning: Learning, skill: Skill, primary: tuple[str, ...]) -> int:
    """What a chosen skill adds to the value, in gp; nothing for a trait, which nobody learns."""
    if skill.category == TRAIT:
        return 0
    return learning.chosen_primary_cost if skill.category in primary else learning.chosen_secondary_cost
