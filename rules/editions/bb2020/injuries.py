"""Injuries (K1-K7): the coach's choice after an apothecary's roll, knock-outs, and a second Regeneration."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import InjuryRules, Ruleset, cite
from rules.book.reads import reads
from rules.book.rows.injuries import CasualtyRow
from rules.match_day import healing
from rules.match_day.casualties import Case, as_reported, bad_roll, helpers, may_treat, rolled
from rules.match_day.report_problem import Problem, SideChecked
from rules.sequence.explanations import Violation
from rules.sequence.sequence import face_exists
from rules.sheet.match import Injury
from rules.sheet.sheet import PlayerSheet

OWN, WANDERING, DOCTOR, ASSISTANT = "apothecary", "wandering_apothecary", "plague_doctor", "mortuary_assistant"
ON_TRIAL = "journeymen"
"""In the count of what was used: how often apothecaries treated journeymen."""
REROLL, KEEP, KNOCK_OUT = "apothecary_reroll", "apothecary_keep", "apothecary_knock_out"
REGENERATION, AGAIN, FIRST = "regeneration", "second_regeneration", "first"


@reads("casualty_tables", if_there=("healing",))
def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """The casualty results that hold after treatment; none for a player who is unhurt. Eaten players are dead."""
    if injury.cause == "eaten":
        return tuple(row for row in ruleset.book.casualties if row.dead)[:1]
    if injury.untreated:
        return rolled(ruleset, injury, line=line)
    if injury.number(KNOCK_OUT) or _regenerated(ruleset, injury):
        return ()
    return rolled(ruleset, injury, _kept(injury), line)


def _kept(injury: Injury) -> str:
    """The field with the roll that holds: the apothecary's, unless the coach keeps the first one (K7)."""
    return "casualty" if not injury.number(REROLL) or injury.text(KEEP) == FIRST else REROLL


def _regenerated(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether the player regenerated, at once or by a second roll."""
    wanted = healing.healing_of(ruleset).regeneration_from
    return healing.regenerated(ruleset, injury) or 0 < wanted <= injury.number(AGAIN)


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Whether the player came back in this match: a knock-out, a bruise after an apothecary, regeneration."""
    if injury.untreated:
        return False
    treated = bool(injury.number(REROLL))
    bruise = treated and all(row.harmless for row in rolled(ruleset, injury, _kept(injury), line))
    return bool(injury.number(KNOCK_OUT)) or _regenerated(ruleset, injury) or bruise


def problem(case: Case) -> Violation | None:
    """What the rules do not allow about an injury or its treatment; notes what was used."""
    return _bad_dice(case) or (None if case.injury.untreated else _bad_second(case) or _bad_apothecary(case))


def _bad_dice(case: Case) -> Violation | None:
    """A roll that is missing or that its dice cannot show, or a Regeneration of somebody who does not have it."""
    injury = case.injury
    if not injury.number(KNOCK_OUT) and injury.cause != "eaten" and (wrong := bad_roll(case)):
        return wrong
    if injury.number(REROLL) and (wrong := bad_roll(case, REROLL, "apothecary_treats")):
        return wrong
    face = injury.number(REGENERATION)
    if face and healing.healing_of(case.ruleset).regeneration_skill not in case.line.skills:
        return case.broken("regeneration", "injury.no_regeneration", number=case.line.number)
    for key in (REGENERATION, AGAIN):
        asked = case.ruleset.book.injury_fields[key]
        if (face := injury.number(key)) and not face_exists(face, asked.faces):
            return case.broken("regeneration", "injury.no_such_d6", found=face)
    return None


def _bad_second(case: Case) -> Violation | None:
    """A mortuary assistant or a plague doctor rolls one failed regeneration again, if the team has hired them."""
    injury = case.injury
    if not injury.number(AGAIN):
        return None
    if not injury.number(REGENERATION) or healing.regenerated(case.ruleset, injury):
        return _violation(case, "P8", "injury.nothing_to_regenerate", number=case.line.number)
    for helper in (ASSISTANT, DOCTOR):
        there = helpers(case.ruleset, case.sheet, helper, case.bought)
        if there is None or case.used[helper] < there:
            case.used[helper] += 1
            return None
    return _violation(case, "P8", "injury.no_second_regeneration", number=case.line.number)


def _bad_apothecary(case: Case) -> Violation | None:
    """An apothecary, the team's own or a wandering one, works on one knock-out or on one casualty (K7, D6)."""
    injury, number = case.injury, case.line.number
    if injury.text(KEEP) and not injury.number(REROLL):
        return _violation(case, "K7", "injury.nothing_to_choose")
    if not injury.number(REROLL) and not injury.number(KNOCK_OUT):
        return None
    if injury.cause == "eaten":
        return _violation(case, "K7", "injury.eaten", number=number)
    if injury.number(KNOCK_OUT) and (injury.casualty or injury.number(REROLL) or injury.number(REGENERATION)):
        return _violation(case, "K7", "injury.only_knocked_out", number=number)
    return _used(case)


def _used(case: Case) -> Violation | None:
    """Who treats the injury: the team's own apothecary, a wandering one, or a plague doctor, if it is a knock-out.

    The team's own one treats no journeymen (K7, P8).
    """
    wandering, on_trial = helpers(case.ruleset, case.sheet, WANDERING, case.bought), case.line.on_trial
    there = case.sheet.staff_count(OWN) + (wandering or 0)
    one_left = case.used[OWN] < there and not (on_trial and case.used[ON_TRIAL] >= (wandering or 0))
    if wandering is None or (one_left and may_treat(case.ruleset, case.sheet, case.line)):
        case.used[OWN] += 1
        case.used[ON_TRIAL] += on_trial
        return None
    doctors = helpers(case.ruleset, case.sheet, DOCTOR, case.bought) or 0
    if case.injury.number(KNOCK_OUT) and case.used[DOCTOR] < doctors:
        case.used[DOCTOR] += 1
        return None
    if on_trial:
        return _violation(case, "K7", "injury.not_for_journeymen", number=case.line.number)
    return _violation(case, "K7", "injury.used_already" if there else "injury.not_hired", treatment=OWN)


def _violation(case: Case, rule: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **cite(case.ruleset, rule))


def missing(checked: SideChecked, place: str, line: PlayerSheet, injury: Injury) -> Iterator[Problem]:
    """The die for Regeneration; none after a knock-out."""
    if not injury.number(KNOCK_OUT):
        yield from healing.missing(checked, place, line, injury)


RULES = InjuryRules(results=results, returned=returned, problem=problem, missing=missing, carry=as_reported)
