"""What players learn (S6-S12): points are spent on a random skill, a chosen one, or a better characteristic."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from rules.book.book import row_for
from rules.book.edition import Ruleset, cite
from rules.book.growth import Learnable
from rules.book.rows.teams import Skill
from rules.editions.bb2025.tables import WAYS, tables_of
from rules.journal import CharacteristicRaised, SkillGained
from rules.match_day.player_results import dead
from rules.match_day.run import Run
from rules.sequence.explanations import Args
from rules.sequence.forms import Pick
from rules.sequence.sequence import faces_of
from rules.sheet.sheet import PlayerSheet, TeamSheet, value_in
from rules.team.learning.levels import barred_by
from rules.team.learning.spending import points_left

TRAIT = "Trait"
"""The category of what nobody learns."""
MOST_ROLLS = 60
"""So often nobody rolls again in a game. It ends the rolls of a program that always rolls the same."""
SAVE = "save"
"""The way of a coach who spends no more points of a player now."""


def spend_points(run: Run) -> None:
    """Players who must learn do so, and the coach names others who spend points; all others save theirs (S6, S8)."""
    killed = dead(run)
    able = [line for line in run.sheet.players if line.player not in killed and ways(run.ruleset, run.sheet, line)]
    due = {line.player for line in able if must_spend(run.ruleset, line)}
    free = [line for line in able if line.player not in due]
    if free:
        form = Pick(options=tuple(str(line.player) for line in free), most=len(free))
        args = tuple((f"player.{line.player}", line.number) for line in free)
        picked = run.asking.ask(run.side, "advance", form, args=args, optional=True, **run.source("improvement"))
        due |= set(map(int, picked))
    run.asking.each([line for line in able if line.player in due], lambda line: _advance(run, line))


def ways(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> tuple[str, ...]:
    """The ways to learn that a player can pay, and in which there is something to learn for them."""
    left, position = points_left(line), ruleset.position(sheet, line)
    prices = {way: price_of(ruleset, line, way) for way in WAYS}
    paid = [way for way, price in prices.items() if price is not None and price <= left]
    if position is None or not paid:
        return ()
    categories = {"random": position.normal, "primary": position.normal, "secondary": position.double}
    return tuple(way for way in paid if way not in categories or _skills(ruleset, line, categories[way]))


def price_of(ruleset: Ruleset, line: PlayerSheet, way: str) -> int | None:
    """What a player's next advancement costs in this way, in star player points; None after the last one."""
    table = tables_of(ruleset.book).advancement
    prices = {
        "random": table.random,
        "primary": table.primary,
        "secondary": table.secondary,
        "characteristic": table.characteristic,
    }[way]
    return prices[line.improvements] if line.improvements < len(prices) else None


def must_spend(ruleset: Ruleset, line: PlayerSheet) -> bool:
    """Whether a player could pay a characteristic roll, and so must learn something (S8)."""
    price = price_of(ruleset, line, "characteristic")
    return price is not None and points_left(line) >= price


def _advance(run: Run, line: PlayerSheet) -> None:
    """One advancement after the other, until the points do not suffice or the coach saves them."""
    for nth in count(1):
        present = run.sheet.player(line.player)
        possible = ways(run.ruleset, run.sheet, present) if present is not None else ()
        if present is None or not possible:
            return
        again = nth > 1 and not must_spend(run.ruleset, present)
        way = _way(run, present, nth, ((SAVE, *possible) if again else possible), optional=again)
        if way == SAVE:
            return
        _learn(run, present, nth, way)


def _args(line: PlayerSheet) -> Args:
    return (("player", line.player), ("number", line.number))


def _way(run: Run, line: PlayerSheet, nth: int, options: tuple[str, ...], *, optional: bool) -> str:
    prices = ((way, price_of(run.ruleset, line, way) or 0) for way in WAYS)
    args: Args = (*_args(line), ("points", points_left(line)), *prices)
    return run.asking.choose(
        run.side, _key(line, nth, "way"), options, label="learn_way", args=args, optional=optional,
        **cite(run.ruleset, "S6"),
    )  # fmt: skip


def _key(line: PlayerSheet, nth: int, what: str) -> str:
    return f"advancement.{line.player}.{nth}.{what}"


def _learn(run: Run, line: PlayerSheet, nth: int, way: str) -> None:
    price = price_of(run.ruleset, line, way) or 0
    if way == "random":
        what = _at_random(run, line, nth)
    elif way == "characteristic":
        what = _by_die(run, line, nth)
    else:
        position = run.ruleset.position(run.sheet, line)
        assert position is not None, "only players of the list learn"
        categories = position.double if way == "secondary" else position.normal
        what = _chosen(run, line, nth, tuple(skill.name for skill in _skills(run.ruleset, line, categories)))
    cost = run.ruleset.learning_cost(run.sheet, line, what)
    if what.startswith("+"):
        step = run.ruleset.book.profile[what[1:]].step
        run.record(
            CharacteristicRaised(player=line.player, characteristic=what[1:], cost=cost, change=step, points=price)
        )
    else:
        run.record(SkillGained(player=line.player, skill=what, cost=cost, points=price))


def _chosen(run: Run, line: PlayerSheet, nth: int, skills: tuple[str, ...]) -> str:
    return run.asking.choose(
        run.side, _key(line, nth, "skill"), skills, label="learn_skill", args=_args(line), **cite(run.ruleset, "S6")
    )


def _at_random(run: Run, line: PlayerSheet, nth: int) -> str:
    """Two rolled skills of a Primary category, of which the coach keeps one (S9)."""
    position, source = run.ruleset.position(run.sheet, line), cite(run.ruleset, "S9")
    assert position is not None, "only players of the list learn"
    category = run.asking.choose(
        run.side, _key(line, nth, "category"), random_categories(run.ruleset, line, position.normal),
        label="learn_category", args=_args(line), **source,
    )  # fmt: skip
    table = tables_of(run.ruleset.book).random_skills
    rolled = [_rolled(run, line, nth, category, place) for place in range(1, table.skills + 1)]
    different = tuple(dict.fromkeys(rolled))
    if len(different) == 1:
        return different[0]
    return run.asking.choose(
        run.side, _key(line, nth, "kept"), different, label="learn_kept", args=_args(line), **source
    )


def _rolled(run: Run, line: PlayerSheet, nth: int, category: str, place: int) -> str:
    """A random skill of a category; one that the player has, or cannot have, is rolled again (S9).

    After very many rolls it is the first one of the category that the player can have.
    """
    table, rows = tables_of(run.ruleset.book).random_skills, run.ruleset.book.skills_in([category])
    fit = {skill.name for skill in _skills(run.ruleset, line, [category])}
    first, second = (faces_of(faces) for faces in table.dice)
    args = (*_args(line), ("place", place), ("category", category))
    for attempt in range(1, MOST_ROLLS + 1):
        half, face = run.asking.roll(
            run.side, _key(line, nth, f"rolled.{place}.{attempt}"), *table.dice, label="learn_dice", args=args,
            **cite(run.ruleset, "S9"),
        )  # fmt: skip
        upper = len(second) if 2 * half > len(first) else 0
        if (name := rows[upper + face - 1].name) in fit:
            return name
    return next(row.name for row in rows if row.name in fit)


def _by_die(run: Run, line: PlayerSheet, nth: int) -> str:
    """A characteristic that the die allows, or a skill in place of it (S10)."""
    table, source = tables_of(run.ruleset.book).characteristic_roll, cite(run.ruleset, "S10")
    dice = run.asking.roll(run.side, _key(line, nth, "die"), table.die, label="learn_die", args=_args(line), **source)
    options = tuple(one.key for one in learnable(run.ruleset, run.sheet, line, dice))
    return run.asking.choose(
        run.side, _key(line, nth, "better"), options, label="learn_better", args=_args(line), **source
    )


def learnable(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[Learnable, ...]:
    """What a characteristic roll opens (S10, p97): a better characteristic, or a skill instead. Without dice: all."""
    table = tables_of(ruleset.book).characteristic_roll
    names = row_for(table.rows, sum(dice), (table.die,)).characteristics if dice else ruleset.book.characteristics
    better = (
        Learnable(key=f"+{name}", cost=value_in(table.costs, name))
        for name in names
        if not dice or can_improve(ruleset, line, name)
    )
    fit = {skill.name for skill in _skills(ruleset, line, _open_categories(ruleset, sheet, line))}
    return (*better, *(one for one in _all_skills(ruleset, sheet, line, fit) if not (dice and one.closed)))


def can_improve(ruleset: Ruleset, line: PlayerSheet, name: str) -> bool:
    """Whether a characteristic can become better (S11): neither the best nor improved twice, and not missing."""
    gains = sum(what == f"+{name}" for what, _cost in line.history)
    able = ruleset.book.profile[name].may_be_bettered(line.characteristic(name))
    return able and gains < tables_of(ruleset.book).characteristic_roll.most


def _open_categories(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> tuple[str, ...]:
    position = ruleset.position(sheet, line)
    return (*position.normal, *position.double) if position is not None else ()


def _all_skills(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, fit: set[str]) -> Iterable[Learnable]:
    values, position = tables_of(ruleset.book).learning_values, ruleset.position(sheet, line)
    primary = position.normal if position is not None else ()
    for skill in ruleset.book.skills.values():
        cost = values.primary_cost if skill.category in primary else values.secondary_cost
        cost = 0 if skill.category == TRAIT else cost
        yield Learnable(
            key=skill.name,
            cost=cost + (values.elite_cost if skill.name in values.elite else 0),
            group=skill.category,
            rare=skill.category not in primary,
            closed=skill.name not in fit,
        )


def random_categories(ruleset: Ruleset, line: PlayerSheet, categories: Iterable[str]) -> tuple[str, ...]:
    """The categories in which a player can still learn something."""
    return tuple(category for category in categories if _skills(ruleset, line, [category]))


def _skills(ruleset: Ruleset, line: PlayerSheet, categories: Iterable[str]) -> tuple[Skill, ...]:
    """The skills of these categories that a player can have: not known, not barred, with all that they need."""
    known, barred = set(line.skills), barred_by(ruleset, line)
    return tuple(
        skill
        for skill in ruleset.book.skills_in(categories)
        if skill.name not in known
        and skill.name not in barred
        and (not skill.needs or not known.isdisjoint(skill.needs))
    )
