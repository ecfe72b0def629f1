"""Injuries (K1-K9, I6, I7): the coach's choice after an apothecary's roll, knock-outs, and Igor."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import InjuryRules, Ruleset, cite
from rules.book.reads import reads
from rules.book.rows.injuries import CasualtyRow
from rules.match_day import healing
from rules.match_day.casualties import Case, as_reported, helpers, may_treat, rolled
from rules.match_day.report_problem import Problem, SideChecked
from rules.sequence.explanations import Violation
from rules.sequence.sequence import face_exists
from rules.sheet.match import Injury
from rules.sheet.sheet import PlayerSheet

OWN, WANDERING, IGOR = "apothecary", "wandering_apothecary", "igor"
REROLL, KEEP, KNOCK_OUT = "apothecary_reroll", "apothecary_keep", "apothecary_knock_out"
FIRST = "first"


@reads(if_there=("healing", "cards"))
def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """The casualty results that hold after treatment; none for a player who is unhurt.

    A bruise on which an apothecary worked is no injury (K4). Eaten players are dead (K8).
    """
    return () if healing.healed_by_card(ruleset, injury) else _without_cards(ruleset, injury)


def _without_cards(ruleset: Ruleset, injury: Injury) -> tuple[CasualtyRow, ...]:
    if injury.cause == "eaten":
        return tuple(row for row in ruleset.book.casualties if row.dead)[:1]
    second = rolled(ruleset, injury, "second_casualty") if injury.second_casualty else ()
    if injury.untreated:
        return (*rolled(ruleset, injury), *second)
    if injury.number(KNOCK_OUT) or _regenerated(ruleset, injury):
        return ()
    first = rolled(ruleset, injury, _kept(injury))
    return second if _treated(injury) and all(row.harmless for row in first) else (*first, *second)


def _kept(injury: Injury) -> str:
    """The field with the roll that holds: the apothecary's, unless the coach keeps the first one (K4)."""
    return "casualty" if not injury.number(REROLL) or injury.text(KEEP) == FIRST else REROLL


def _treated(injury: Injury) -> bool:
    return bool(injury.number(OWN) or injury.number(REROLL) or injury.number(KNOCK_OUT))


def _regenerated(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether the player regenerated, with Igor's help or without (K5, I7)."""
    needed = healing.healing_of(ruleset).regeneration_from
    return healing.regenerated(ruleset, injury) or 0 < needed <= injury.number(IGOR)


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Whether the player came back in this match: a knock-out, a bruise after an apothecary, regeneration, a card."""
    if injury.untreated:
        return False
    back = injury.number(KNOCK_OUT) or _regenerated(ruleset, injury) or healing.healed_by_card(ruleset, injury)
    return bool(back) or (_treated(injury) and all(row.harmless for row in rolled(ruleset, injury, _kept(injury))))


def problem(case: Case) -> Violation | None:
    """What the rules do not allow about an injury or its treatment; notes what was used."""
    if case.injury.untreated:
        return healing.bad_dice(case)
    dice = None if case.injury.number(KNOCK_OUT) else healing.bad_dice(case)
    return (
        dice
        or _bad_igor(case)
        or _bad_apothecary(case)
        or healing.bad_card(case, _without_cards(case.ruleset, case.injury))
    )


def _bad_igor(case: Case) -> Violation | None:
    """Igor rolls a failed regeneration again, once a match, for a team that has hired Igor (I7)."""
    injury, face = case.injury, case.injury.number(IGOR)
    if not face:
        return None
    if not face_exists(face, case.ruleset.book.injury_fields[IGOR].faces):
        return _violation(case, "I7", "injury.no_such_d6", found=face)
    if case.used[IGOR]:
        return _violation(case, "I7", "injury.used_already", treatment=IGOR)
    there = helpers(case.ruleset, case.sheet, IGOR, case.bought)
    if there is not None and not there:
        return _violation(case, "I7", "injury.not_hired", treatment=IGOR)
    if not injury.number("regeneration") or healing.regenerated(case.ruleset, injury):
        return _violation(case, "I7", "injury.nothing_for_igor", number=case.line.number)
    case.used[IGOR] += 1
    return None


def _bad_apothecary(case: Case) -> Violation | None:
    """An apothecary, the team's own or a wandering one, works on one knock-out or on one casualty (K4, I6, C6)."""
    injury, number = case.injury, case.line.number
    if injury.text(KEEP) and not injury.number(REROLL):
        return _violation(case, "K4", "injury.nothing_to_choose")
    if not _treated(injury):
        return None
    if injury.cause == "eaten":
        return _violation(case, "K8", "injury.eaten", number=number)
    wandering = helpers(case.ruleset, case.sheet, WANDERING, case.bought)
    there = case.sheet.staff_count(OWN) + (wandering or 0)
    if not there and wandering is not None:
        return _violation(case, "K4", "injury.not_hired", treatment=OWN)
    if wandering is not None and case.used[OWN] >= there:
        return _violation(case, "K4", "injury.used_already", treatment=OWN)
    if not may_treat(case.ruleset, case.sheet, case.line):
        return _violation(case, "C6", "injury.not_for_him", number=number)
    if wrong := _wrong_way(case):
        return wrong
    case.used[OWN] += 1
    return None


def _wrong_way(case: Case) -> Violation | None:
    """A knock-out is no casualty; a bruise needs no second roll, and anything worse needs one (K4)."""
    injury = case.injury
    ways = [key for key in (OWN, REROLL, KNOCK_OUT) if injury.number(key)]
    if len(ways) > 1:
        return _violation(case, "K4", "injury.one_way_only")
    if ways == [KNOCK_OUT]:
        rolls = injury.casualty or injury.second_casualty or injury.number("regeneration") or injury.text("card")
        return _violation(case, "K4", "injury.only_knocked_out", number=case.line.number) if rolls else None
    harmless = all(row.harmless for row in rolled(case.ruleset, injury))
    if harmless and ways == [REROLL]:
        return _violation(case, "K4", "injury.no_second_roll")
    return _violation(case, "K4", "injury.second_roll_wanted") if not harmless and ways == [OWN] else None


def _violation(case: Case, rule: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **cite(case.ruleset, rule))


def missing(checked: SideChecked, place: str, line: PlayerSheet, injury: Injury) -> Iterator[Problem]:
    """The dice that the player's skills need (K5, K6); none after a knock-out."""
    if not injury.number(KNOCK_OUT):
        yield from healing.missing(checked, place, line, injury)


RULES = InjuryRules(results=results, returned=returned, problem=problem, missing=missing, carry=as_reported)
