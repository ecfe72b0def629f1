"""Wounds (FI1 to FI15): the roll on the Wound Table, and the races that do not roll, or get up again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.book.edition import InjuryRules, Ruleset
from rules.book.rows.injuries import CasualtyRow
from rules.editions.first_1986.citing import violation
from rules.editions.first_1986.growth import race_of
from rules.editions.first_1986.tables import tables_of
from rules.match_day.casualties import Case, as_reported, bad_roll, rolled
from rules.match_day.report_problem import Problem, SideChecked
from rules.sequence.explanations import Violation
from rules.sequence.sequence import face_exists
from rules.sheet.match import Injury
from rules.sheet.sheet import PlayerSheet

DIE, POISONED, REMOVED = "regeneration", "poisoned", "removed"
ROLLS, REGENERATES, MENDED, TAKEN_OFF = "rolls", "regenerates", "mended", "removed"
"""How the races of the book are wounded."""
CONCUSSED = "concussed"
NEVER_BACK = ("arm_broken", "leg_broken", "arm_and_leg_broken", "skull_fractured", "dead")
"""Results after which a player is out for the rest of the match, unless they regenerate."""


def way_of(ruleset: Ruleset, line: PlayerSheet | None) -> str:
    """How a player is wounded, by race."""
    race = race_of(ruleset, line) if line is not None else None
    return race.wounded if race is not None else ROLLS


def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """What lasts of a wound: nothing for a troll that gets up after the match (FI11), for a Mummy (FI12), and for a
    Skeleton or Zombie (FI13), unless a league loses wounded star Skeletons. A second skull fracture adds only matches
    that are missed (FI5). Poison and what is over by the next match leave nothing (FI7, FI15)."""
    way = way_of(ruleset, line)
    if way == TAKEN_OFF:
        lost = line is not None and not line.endless and ruleset.house.choice("star_skeleton_wounded") == "lost"
        return (_dead(ruleset),) if lost else ()
    if way == MENDED:
        return ()
    if way == REGENERATES and injury.number(DIE) >= tables_of(ruleset.book).regeneration.lives_from:
        return ()
    rows = rolled(ruleset, injury)
    if line is not None and line.condition(CONCUSSED):
        return tuple(replace(row, conditions=_without(row.conditions)) for row in rows)
    return rows


def _without(conditions: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    return tuple((key, count) for key, count in conditions if key != CONCUSSED)


def _dead(ruleset: Ruleset) -> CasualtyRow:
    return next(row for row in ruleset.book.casualties if row.dead)


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Whether the player may have come back and been wounded again: after all but breaks, death and poison. A troll
    that regenerated in the match is not in the report; an endless line always has another player (FI1, FI11, FI13)."""
    if line is not None and line.endless:
        return True
    if injury.number(REMOVED) or injury.number(POISONED):
        return False
    return not any(row.key in NEVER_BACK for row in rolled(ruleset, injury))


def problem(case: Case) -> Violation | None:
    """What the rules do not allow: a roll that is missing or cannot be, or one that the race does not make."""
    ruleset, injury, number = case.ruleset, case.injury, case.line.number
    way, undead = way_of(ruleset, case.line), _is_undead(ruleset, case.line)
    if injury.number(POISONED) and undead:
        return violation(ruleset, "FI15", "injury.undead_poisoned", number=number)
    if way in (MENDED, TAKEN_OFF):
        if injury.casualty:
            return violation(ruleset, "FI12" if way == MENDED else "FI13", "injury.no_roll", number=number)
        return None
    if injury.number(REMOVED):
        return violation(ruleset, "FI13", "injury.not_taken_off", number=number)
    die = injury.number(DIE)
    if die and way != REGENERATES:
        return violation(ruleset, "FI11", "injury.no_troll", number=number)
    if die and not face_exists(die, tables_of(ruleset.book).regeneration.die):
        return case.broken("regeneration", "injury.no_such_d6", found=die)
    if injury.number(POISONED) and not injury.casualty:
        return None  # one with wounds left only loses a wound, but the poison takes them off
    return bad_roll(case)


def _is_undead(ruleset: Ruleset, line: PlayerSheet) -> bool:
    race = race_of(ruleset, line)
    return race is not None and race.undead


def missing(checked: SideChecked, place: str, line: PlayerSheet, injury: Injury) -> Iterator[Problem]:
    """A troll that is hurt for good rolls once more after the match, if it failed to regenerate in it (FI11)."""
    ruleset = checked.ruleset
    if way_of(ruleset, line) != REGENERATES or injury.number(DIE):
        return
    if any(not row.harmless for row in rolled(ruleset, injury)):
        yield checked.problem(place, "regeneration", "report.no_last_roll", hint_only=True, player=line.player)


RULES = InjuryRules(results=results, returned=returned, problem=problem, missing=missing, carry=as_reported)
