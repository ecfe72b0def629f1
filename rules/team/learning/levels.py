"""Star player points as levels (G2-G5): an improvement roll for each new level, and what its dice open.

Editions whose points are levels name these functions; they need the tables ``levels`` and ``improvement``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.book.book import Book, needed
from rules.book.edition import Ruleset
from rules.book.growth import Learnable, Milestone, Objection, Standing
from rules.book.reads import reads
from rules.book.rows.after_match import Improvement
from rules.sheet.sheet import PlayerSheet, TeamSheet, value_in
from rules.team.learning.skill_access import categories
from rules.team.roster_places import roster_objections


@reads("levels")
def standing(ruleset: Ruleset, line: PlayerSheet) -> Standing:
    """A player's level, and the improvement rolls that they have earned but not used (G2, p33)."""
    levels = ruleset.book.levels
    return Standing(
        milestones=tuple(Milestone(title=level.title, points=level.minimum) for level in levels),
        reached=sum(level.minimum <= line.spp for level in levels),
        owed=rolls_owed(ruleset, line),
    )


def rolls_owed(ruleset: Ruleset, line: PlayerSheet) -> int:
    """How many improvement rolls a player has earned but not used; below 0 if they used more."""
    return ruleset.book.level_for(line.spp).rolls - line.improvements


@reads("improvement")
def learnable(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, dice: tuple[int, ...]) -> tuple[Learnable, ...]:
    """What a player can choose after a roll: ``+ST`` and the like first, then skills in the order of the book.

    Without dice it is all that there is, closed or not. Source: PBBL 1.10, G3-G5 (p33-34).
    """
    if not dice:
        return everything(ruleset, sheet, line)
    table, double = improvement(ruleset), is_double(dice)
    raises = (
        Learnable(key=f"+{name}", cost=value_in(table.characteristic_costs, name))
        for name in ruleset.book.improvement_for(sum(dice)).characteristics
        if can_rise(ruleset, line, name)
    )
    normal = categories(ruleset, sheet, line, double=False)
    possible = categories(ruleset, sheet, line, double=double)
    unwanted = (*line.skills, *barred_by(ruleset, line))
    skills = (one for one in _skills(ruleset.book, normal, possible) if one.key not in unwanted)
    return (*raises, *skills)


@cache
def _skills(book: Book, normal: tuple[str, ...], possible: tuple[str, ...]) -> tuple[Learnable, ...]:
    """The skills of these categories. Kept: rolls of an improvement ask for the same few lists again and again."""
    table = needed(book.improvement)
    return tuple(
        Learnable(
            key=skill.name,
            cost=table.skill_cost if skill.category in normal else table.double_cost,
            group=skill.category,
            rare=skill.category not in normal,
        )
        for skill in book.skills_in(possible)
    )


def barred_by(ruleset: Ruleset, line: PlayerSheet) -> frozenset[str]:
    """The skills that a player can never learn because of those that they have."""
    skills = ruleset.book.skills
    return frozenset(name for known in line.skills if known in skills for name in skills[known].bars)


def everything(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> tuple[Learnable, ...]:
    """All characteristics and skills, with what each adds to the player's cost (G5, p34)."""
    table = improvement(ruleset)
    normal = categories(ruleset, sheet, line, double=False)
    possible, barred = categories(ruleset, sheet, line, double=True), barred_by(ruleset, line)
    return (
        *(Learnable(key=f"+{name}", cost=cost) for name, cost in table.characteristic_costs),
        *(
            Learnable(
                key=skill.name,
                cost=table.skill_cost if skill.category in normal else table.double_cost,
                group=skill.category,
                rare=skill.category not in normal,
                closed=skill.category not in possible or skill.name in barred,
            )
            for skill in ruleset.book.skills.values()
        ),
    )


def improvement(ruleset: Ruleset) -> Improvement:
    """The improvement table, which every edition with levels has."""
    return needed(ruleset.book.improvement)


def is_double(dice: tuple[int, ...]) -> bool:
    """Whether all dice show the same number; false for a single die."""
    return len(dice) > 1 and len(set(dice)) == 1


def can_rise(ruleset: Ruleset, line: PlayerSheet, name: str) -> bool:
    """Whether a characteristic can rise (G4): there is a limit above its start, and a maximum."""
    characteristic, now = ruleset.book.profile[name], line.characteristic(name)
    better = characteristic.improved(now, 1)
    risen = characteristic.gain(better - line.starting_characteristic(name))
    within = characteristic.gain(characteristic.within(better) - better) >= 0
    return not characteristic.missing(now) and within and risen <= improvement(ruleset).maximum_rise


def findings(ruleset: Ruleset, before: TeamSheet, after: TeamSheet) -> Iterator[Objection]:
    """What a step of a journal breaks: an improvement that was not earned, a full roster or position."""
    for line in after.players:
        earlier = before.player(line.player)
        if earlier is not None and line.improvements > earlier.improvements and rolls_owed(ruleset, earlier) < 1:
            yield Objection(id="correction.not_earned", args=(("player", line.player), ("spp", earlier.spp)))
    yield from roster_objections(ruleset, before, after)
