"""Injuries (LK1-LK9): an apothecary's die first, then Regeneration; and one injury after the match in some leagues."""

from __future__ import annotations

from rules.book.edition import InjuryRules, Ruleset, cite
from rules.book.reads import reads
from rules.book.rows.injuries import CasualtyRow
from rules.editions.lrb_1_3.tables import tables_of
from rules.match_day import healing
from rules.match_day.casualties import Case, InjuredPlayer, as_reported, bad_roll, helpers, may_treat, rolled
from rules.match_day.run import Run
from rules.sequence.explanations import Violation
from rules.sequence.sequence import Side, face_exists, other
from rules.sheet.match import Injury, SideReport, facts_about, facts_of
from rules.sheet.sheet import PlayerSheet

APOTHECARY, HIRED, USED, LENT = "apothecary", "freebooted_apothecary", "apothecary_used", "lent_apothecary"
REGENERATION, PRO_AGAIN, PRO = "regeneration", "pro_regeneration", "Pro"
GONE = "without_necromancer"
NOBODY = "nobody"


@reads(if_there=("healing",))
def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """The results that are left: none if an apothecary or Regeneration undid the injury (LK5, LK8)."""
    if _treated(ruleset, injury) or _regenerated(ruleset, injury):
        return ()
    if injury.cause == "eaten":
        return tuple(row for row in ruleset.book.casualties if row.dead)[:1]
    return rolled(ruleset, injury)


def _treated(ruleset: Ruleset, injury: Injury) -> bool:
    best = max(injury.number(APOTHECARY), injury.number(LENT))
    return best >= tables_of(ruleset.book).apothecary.works_from


def _regenerated(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether the player regenerated; players of the Undead do not without their Necromancer (LR1).

    Where a league has agreed that Pro works for it, a second die counts too (§5.29).
    """
    again = 0 < healing.healing_of(ruleset).regeneration_from <= injury.number(PRO_AGAIN)
    return (healing.regenerated(ruleset, injury) or again) and not injury.number(GONE)


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Whether the player came back in this match, since nothing is left of the injury."""
    return _treated(ruleset, injury) or _regenerated(ruleset, injury)


def problem(case: Case) -> Violation | None:
    """What the rules do not allow about an injury or its treatment; notes what was used."""
    return _bad_dice(case) or _bad_regeneration(case) or _bad_apothecary(case)


def _bad_dice(case: Case) -> Violation | None:
    if case.injury.cause != "eaten" and (wrong := bad_roll(case)):
        return wrong
    for key, purpose in (
        (APOTHECARY, "apothecary_treats"),
        (LENT, "apothecary_treats"),
        (REGENERATION, "regeneration"),
        (PRO_AGAIN, "regeneration"),
    ):
        face = case.injury.number(key) if key in case.ruleset.book.injury_fields else 0
        if face and not face_exists(face, case.ruleset.book.injury_fields[key].faces):
            return case.broken(purpose, "injury.no_such_d6", found=face)
    return None


def _bad_regeneration(case: Case) -> Violation | None:
    """Who may roll for Regeneration, and who needs a Necromancer for it: the Undead (LK8, LR1)."""
    injury, number = case.injury, case.line.number
    skill = healing.healing_of(case.ruleset).regeneration_skill
    if injury.number(REGENERATION) and skill not in case.line.skills:
        return case.broken("regeneration", "injury.no_regeneration", number=number)
    if injury.number(PRO_AGAIN) and not may_roll_again(case.ruleset, case.line, injury):
        return _violation(case, "§5.29", "injury.no_second_regeneration", number=number)
    if injury.number(GONE) and not case.ruleset.team_list(case.sheet).necromancer:
        return _violation(case, "LR1", "injury.no_necromancer", team_list=case.sheet.team_list)
    return None


def may_roll_again(ruleset: Ruleset, line: PlayerSheet, injury: Injury) -> bool:
    """Whether Pro can give a second roll: in leagues that have agreed so, after a first one that failed (§5.29)."""
    failed = 0 < injury.number(REGENERATION) < healing.healing_of(ruleset).regeneration_from
    return failed and PRO in line.skills and PRO_AGAIN in ruleset.book.injury_fields


def _bad_apothecary(case: Case) -> Violation | None:
    """An apothecary, also the opponent's, treats whom the list allows, and not in the crowd (LK6, LK7, LC8)."""
    if not (case.injury.number(APOTHECARY) or case.injury.number(LENT)):
        return None
    if not may_treat(case.ruleset, case.sheet, case.line):
        return _violation(case, "LC8", "injury.not_for_him", number=case.line.number)
    if case.injury.number(APOTHECARY) and (wrong := _not_there(case)):
        return wrong
    if case.injury.cause == "crowd" and not case.ruleset.house.flag("apothecary_off_pitch"):
        return _violation(case, "LK6", "injury.in_the_crowd", number=case.line.number)
    return None


def _not_there(case: Case) -> Violation | None:
    """The side's own apothecary must be there, and works once a match (LK5)."""
    hired = helpers(case.ruleset, case.sheet, HIRED, case.bought)
    there = case.sheet.staff_count(APOTHECARY) + (hired or 0)
    if not there and hired is not None:
        return case.broken("apothecary_treats", "injury.not_hired", treatment=APOTHECARY)
    if case.used[APOTHECARY] or facts_about(case.facts, USED):
        return case.broken("apothecary_treats", "injury.used_already", treatment=APOTHECARY)
    case.used[APOTHECARY] += 1
    return None


def _violation(case: Case, rule: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **cite(case.ruleset, rule))


def carry(run: Run, side: Side) -> tuple[InjuredPlayer, ...]:
    """A side's injured players. In some leagues an apothecary who was not used tries to heal one of them (LK9)."""
    hurts = as_reported(run, side)
    hopeful = tuple(str(hurt.player) for hurt in hurts if hurt.lasting and hurt.death is None)
    if not hopeful or not run.ruleset.house.flag("apothecary_after_match") or not _idle(run, side):
        return hurts
    source = cite(run.ruleset, "LK9")
    chosen = run.asking.choose(
        side, "late_apothecary.who", (NOBODY, *hopeful), label="late_apothecary", optional=True, **source
    )
    if chosen == NOBODY:
        return hurts
    table = tables_of(run.ruleset.book).apothecary
    (die,) = run.asking.roll(side, "late_apothecary.roll", table.die, label="late_apothecary", **source)
    if die < table.works_from:
        return hurts
    healed = int(chosen)
    return tuple(InjuredPlayer(player=healed) if hurt.player == healed else hurt for hurt in hurts)


def _idle(run: Run, side: Side) -> bool:
    """Whether a side has an apothecary who was not used in the match."""
    sheet, report = run.match.sheets.of(side), run.match.reports.of(side)
    there = sheet.staff_count(APOTHECARY) or HIRED in (report.bought or ())
    if facts_about(facts_of(run.match.facts, side), USED) or lent(run.match.reports.of(other(side))):
        return False
    return bool(there) and not any(injury.number(APOTHECARY) for injury in report.injuries)


def lent(report: SideReport) -> int:
    """How many injuries of a side the opponent's apothecary treated (LK7)."""
    return sum(bool(injury.number(LENT)) for injury in report.injuries)


RULES = InjuryRules(results=results, returned=returned, problem=problem, missing=healing.missing, carry=carry)
