"""What a star roll can do for a player (FS2 to FS9): which results are open, and what each becomes for the race.

Nobody takes one result twice, nor two bonuses to one characteristic, in a whole career (FS4). So a player's line keeps
the results and the gains.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import Ruleset
from rules.book.growth import Learnable
from rules.editions.first_1986.tables import Race, StarRow, tables_of
from rules.sequence.sequence import totals_of
from rules.sheet.sheet import PlayerSheet, TeamSheet

MOST_STEPS = 2
"""What results add up to at most, where a league lets them."""


def race_of(ruleset: Ruleset, line: PlayerSheet) -> Race | None:
    """What is particular about a player's race; None for one that the book does not have."""
    return tables_of(ruleset.book).races.get(line.position)


def gained(line: PlayerSheet, name: str) -> int:
    """How many steps of a characteristic the player has gained, whatever was lost since."""
    return sum(key == f"+{name}" for key, _ in line.history)


def items_of(ruleset: Ruleset, line: PlayerSheet) -> tuple[str, ...]:
    """The player's magic items."""
    known = {row.item for row in tables_of(ruleset.book).magic.rows}
    return tuple(skill for skill in line.skills if skill in known)


def bonus(name: str, steps: int) -> str:
    """A bonus as coaches write it: ``+CS``, ``+2 CS``."""
    return f"+{name}" if steps == 1 else f"+{steps} {name}"


def bonuses(ruleset: Ruleset, line: PlayerSheet, row: StarRow) -> tuple[tuple[str, int], ...]:
    """The characteristics that a result can better for the player now, each with its steps (FS4, FS7)."""
    adds_up = ruleset.house.choice("repeat_bonus") == "up_to_2"
    if not row.characteristic or (not adds_up and str(row.low) in line.results):
        return ()
    race = race_of(ruleset, line)
    elsewhere = race is not None and row.characteristic in race.instead_of
    names = race.become if race is not None and elsewhere else (row.characteristic,)
    found = []
    for name in names:
        had = gained(line, name)
        steps = max(0, min(row.steps, MOST_STEPS - had)) if adds_up else row.steps * (not had)
        steps = min(steps, room_below_maximum(ruleset, line, name))
        if steps:
            found.append((name, steps))
    return tuple(found)


def room_below_maximum(ruleset: Ruleset, line: PlayerSheet, name: str) -> int:
    """By how many steps the characteristic can still rise within the scale of the league (FP6)."""
    return max(0, ruleset.book.profile[name].ceiling - line.characteristic(name))


def can_take_item(ruleset: Ruleset, line: PlayerSheet) -> bool:
    """Whether a 12 gives the player an item (FS6)."""
    allowed, items = ruleset.house.choice("magic_items"), items_of(ruleset, line)
    if allowed == "several":
        return len(items) < len(tables_of(ruleset.book).magic.rows)
    return allowed == "one" and not items


def can_take(ruleset: Ruleset, line: PlayerSheet, row: StarRow) -> bool:
    """Whether a result does anything for the player now. Where results add up, any can be rolled, and may be lost."""
    if row.magic:
        return can_take_item(ruleset, line)
    if row.rolls:
        return any(can_take(ruleset, line, one) for one in plain_rows(ruleset))
    return bool(bonuses(ruleset, line, row))


def plain_rows(ruleset: Ruleset) -> Iterator[StarRow]:
    """All results but that of two rolls."""
    return (row for row in tables_of(ruleset.book).star_chart.rows if not row.rolls)


def rerolled(ruleset: Ruleset, line: PlayerSheet, row: StarRow) -> bool:
    """Whether a roll does not stand for the player: then it is rolled again (FS4, FS6)."""
    off = row.magic and ruleset.house.choice("magic_items") == "off"
    adds_up = ruleset.house.choice("repeat_bonus") == "up_to_2"
    return off or (not adds_up and not can_take(ruleset, line, row))


def abilities(ruleset: Ruleset, line: PlayerSheet) -> tuple[str, ...]:
    """What a coach can choose instead of two rolls: any bonus of the chart that the player can take, no item (FS5)."""
    rows = (row for row in plain_rows(ruleset) if not row.magic)
    found = (bonus(name, steps) for row in rows for name, steps in bonuses(ruleset, line, row))
    return tuple(dict.fromkeys(found))


def row_of_ability(ruleset: Ruleset, line: PlayerSheet, ability: str) -> StarRow:
    """The result of the chart that gives the player this bonus."""
    return next(
        row
        for row in plain_rows(ruleset)
        for name, steps in bonuses(ruleset, line, row)
        if bonus(name, steps) == ability
    )


def may_roll(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, *, by_experience: bool = False) -> bool:
    """Whether a star roll can be given to the player (FS8, FS9), by a star point or for experience (FX9)."""
    race = race_of(ruleset, line)
    if race is None or race.stars == "none" or line.endless:
        return False
    if not any(can_take(ruleset, line, row) for row in plain_rows(ruleset)):
        return False
    if by_experience and not ruleset.house.flag("limits_cover_experience"):
        return True
    if race.stars == "one together":
        return not any(
            is_star(each) for each in (*sheet.players, *(gone.line for gone in sheet.departed)) if _same(each, line)
        )
    return race.stars == "any" or not is_star(line)


def _same(one: PlayerSheet, other: PlayerSheet) -> bool:
    return one.position == other.position


def is_star(line: PlayerSheet) -> bool:
    """Whether a player has had a star roll: everything that players of this book gain is from one."""
    return bool(line.results) or any(not name.startswith("-") for name, _ in line.history)


def learns(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> bool:
    """Whether the player earns experience (FX7): none who cannot be a star, and nobody of the Champions of Death."""
    race, squad = race_of(ruleset, line), tables_of(ruleset.book).squads.get(sheet.team_list)
    return race is not None and race.stars != "none" and not (squad is not None and squad.necromancer)


def learnable(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[Learnable, ...]:
    """What a star roll gives; without dice, all that the chart and the magic table have (FS2, FS6, FX6)."""
    chart, magic = tables_of(ruleset.book).star_chart, tables_of(ruleset.book).magic
    items = tuple(Learnable(key=row.item, cost=0, price=chart.experience, group="Magic item") for row in magic.rows)
    if not dice:
        better = (Learnable(key=f"+{name}", cost=0, price=chart.experience) for name in ruleset.book.characteristics)
        return (*better, *items)
    row = chart.row(sum(dice))
    if row.magic:
        return items if can_take_item(ruleset, line) else ()
    if row.rolls:
        return tuple(Learnable(key=ability, cost=0, price=chart.experience) for ability in abilities(ruleset, line))
    found = bonuses(ruleset, line, row)
    return tuple(Learnable(key=bonus(name, steps), cost=0, price=chart.experience) for name, steps in found)


def possible_totals(ruleset: Ruleset) -> frozenset[int]:
    """Every total that the dice of the chart can show."""
    return totals_of(tables_of(ruleset.book).star_chart.dice)
