"""Injuries (K1-K7): what adds to a casualty roll, the coach's choice after an apothecary's, and Regeneration."""

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

OWN, WANDERING, DOCTOR, MORTUARY = "apothecary", "wandering_apothecary", "plague_doctor", "mortuary_assistant"
REROLL, KEEP, KNOCK_OUT = "apothecary_reroll", "apothecary_keep", "apothecary_knock_out"
REGENERATION, AGAIN = "regeneration", "regeneration_again"
FIRST = "first"


@reads(if_there=("healing",))
def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """The casualty results that hold after treatment; none for a player who is unhurt.

    Who is badly hurt after an apothecary's work is not injured (K7). Eaten players are dead.
    """
    if injury.cause == "eaten":
        return tuple(row for row in ruleset.book.casualties if row.dead)[:1]
    if injury.number(KNOCK_OUT) or _regenerated(ruleset, injury):
        return ()
    rows = rolled(ruleset, injury, _kept(injury), line)
    return () if injury.number(REROLL) and all(row.harmless for row in rows) else rows


def _kept(injury: Injury) -> str:
    """The field with the roll that holds: the apothecary's, unless the coach keeps the first one (K7)."""
    return "casualty" if not injury.number(REROLL) or injury.text(KEEP) == FIRST else REROLL


def _regenerated(ruleset: Ruleset, injury: Injury) -> bool:
    needed = healing.healing_of(ruleset).regeneration_from
    return healing.regenerated(ruleset, injury) or 0 < needed <= injury.number(AGAIN)


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Whether the player came back in this match: a knock-out, regeneration, a bruise after an apothecary."""
    if injury.cause == "eaten":
        return False
    back = injury.number(KNOCK_OUT) or _regenerated(ruleset, injury)
    treated = injury.number(REROLL) > 0
    return bool(back) or (treated and all(row.harmless for row in rolled(ruleset, injury, _kept(injury), line)))


def problem(case: Case) -> Violation | None:
    """What the rules do not allow about an injury or its treatment; notes what was used."""
    injury = case.injury
    unrolled = injury.number(KNOCK_OUT) or injury.cause == "eaten" or _regenerated(case.ruleset, injury)
    dice = None if unrolled else bad_roll(case)
    return dice or _bad_regeneration(case) or _bad_apothecary(case)


def _bad_regeneration(case: Case) -> Violation | None:
    """Regeneration is for players who have it, and a failed one is rolled again only by those who were hired for it."""
    injury, first, again = case.injury, case.injury.number(REGENERATION), case.injury.number(AGAIN)
    fields = case.ruleset.book.injury_fields
    for key, face in ((REGENERATION, first), (AGAIN, again)):
        if face and not face_exists(face, fields[key].faces):
            return _violation(case, "K7", "injury.no_such_d6", found=face)
    if first and healing.healing_of(case.ruleset).regeneration_skill not in case.line.skills:
        return _violation(case, "K7", "injury.no_regeneration", number=case.line.number)
    if not again:
        return None
    if not first or healing.regenerated(case.ruleset, injury):
        return _violation(case, "K7", "injury.nothing_to_regenerate", number=case.line.number)
    return _use_one(case, (MORTUARY, DOCTOR))


def _use_one(case: Case, kinds: tuple[str, ...]) -> Violation | None:
    """Uses the first of these kinds of helpers that is left; what is wrong if none is."""
    there = {kind: helpers(case.ruleset, case.sheet, kind, case.bought) for kind in kinds}
    for kind, count in there.items():
        if count is None or case.used[kind] < count:
            case.used[kind] += 1
            return None
    kind = next((kind for kind, count in there.items() if count), kinds[0])
    id = "injury.used_already" if there[kind] else "injury.not_hired"
    return _violation(case, "K7", id, treatment=kind)


def _bad_apothecary(case: Case) -> Violation | None:
    """Each apothecary works once: on a knock-out, or on a casualty that is rolled again (K7)."""
    injury, number = case.injury, case.line.number
    used = [key for key in (REROLL, KNOCK_OUT) if injury.number(key)]
    if injury.text(KEEP) and not injury.number(REROLL):
        return _violation(case, "K7", "injury.nothing_to_choose")
    if not used:
        return None
    if injury.cause == "eaten":
        return _violation(case, "K7", "injury.eaten", number=number)
    if len(used) > 1:
        return _violation(case, "K7", "injury.one_way_only")
    if injury.number(KNOCK_OUT) and (injury.casualty or injury.number(REGENERATION)):
        return _violation(case, "K7", "injury.only_knocked_out", number=number)
    if injury.number(REROLL) and (wrong := bad_roll(case, REROLL)):
        return wrong
    team_list = case.ruleset.team_list(case.sheet)
    if (
        not may_treat(case.ruleset, case.sheet, case.line)
        and helpers(case.ruleset, case.sheet, DOCTOR, case.bought) == 0
    ):
        return _violation(case, "K7", "injury.not_for_him" if team_list.apothecary else "injury.not_hired", **_of(case))
    return _use_one(case, (OWN, WANDERING, DOCTOR))


def _of(case: Case) -> dict[str, int | str]:
    treats = case.ruleset.team_list(case.sheet).apothecary
    return {"number": case.line.number} if treats else {"treatment": OWN}


def _violation(case: Case, rule: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **cite(case.ruleset, rule))


def missing(checked: SideChecked, place: str, line: PlayerSheet, injury: Injury) -> Iterator[Problem]:
    """The die that a player with Regeneration needs; none after a knock-out."""
    table = healing.healing_of(checked.ruleset)
    done = injury.number(REGENERATION) or injury.number(KNOCK_OUT) or injury.cause == "eaten"
    if table.regeneration_skill in line.skills and not done:
        yield checked.problem(place, "regeneration", "report.no_regeneration_roll", player=line.player, hint_only=True)


RULES = InjuryRules(results=results, returned=returned, problem=problem, missing=missing, carry=as_reported)
