"""Treatments of casualties as the PBBL and books like it have them (K4-K8, I6, I7, S5).

An apothecary's roll counts if it is lower, or the player returns for the day; a healer makes anything a bruise; a
chirurgeon returns a player for the day; regeneration and some cards undo an injury. A book that treats injuries in
another way has functions of its own, and may use what fits of these.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import InjuryRules, Ruleset
from rules.book.reads import reads
from rules.book.rows.injuries import CasualtyRow
from rules.book.rows.match_day import Card, Healing
from rules.match_day.cards import cards_by_name
from rules.match_day.casualties import Case, as_reported, bad_roll, helpers, may_treat, rolled, treats
from rules.match_day.report_problem import Problem, SideChecked
from rules.sequence.explanations import Violation
from rules.sequence.sequence import face_exists
from rules.sheet.match import Injury
from rules.sheet.sheet import PlayerSheet

APOTHECARY, HEALER, CHIRURGEON = "apothecary", "healer", "chirurgeon"
PURPOSES = {APOTHECARY: "apothecary_treats", HEALER: "healer", CHIRURGEON: "chirurgeon"}
ROLLS = {"casualty": "casualties", "second_casualty": "second_roll", "apothecary_reroll": "apothecary_treats"}
"""The casualty rolls of an injury, by their fields, and what is cited for each."""


@reads(if_there=("healing", "cards"))
def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """The casualty results after treatment.

    There are none for a player who regenerated (K5) or was healed by a card (S5). Eaten players are dead (K8).
    """
    return () if healed_by_card(ruleset, injury) else _untouched_by_cards(ruleset, line, injury)


def _untouched_by_cards(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    if injury.cause == "eaten":
        return tuple(row for row in ruleset.book.casualties if row.dead)[:1]
    second = rolled(ruleset, injury, "second_casualty", line) if injury.second_casualty else ()
    if injury.untreated:
        return (*rolled(ruleset, injury, line=line), *second)
    table = healing_of(ruleset)
    if regenerated(ruleset, injury):
        return ()
    if 0 < table.healer_from <= injury.number(HEALER):
        return tuple(row for row in ruleset.book.casualties if row.key == table.healer_result)
    again = injury.number("apothecary_reroll")
    first = "apothecary_reroll" if 0 < again < injury.casualty else "casualty"
    return (*rolled(ruleset, injury, first, line), *second)


def healing_of(ruleset: Ruleset) -> Healing:
    """The book's table of treatments; one in which nothing works, if it has none."""
    return ruleset.book.healing or Healing()


def regenerated(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether a regeneration roll cancelled the injury (K5)."""
    return 0 < healing_of(ruleset).regeneration_from <= injury.number("regeneration")


def healed_by_card(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether a special play card cancelled the injury (S5, p48-50); some cards need a roll and can fail."""
    if not (name := injury.text("card")):
        return False
    card = card_called(ruleset, name)
    return card is not None and bool(card.heals) and injury.number("card_roll") >= card.heals_from


def card_called(ruleset: Ruleset, name: str) -> Card | None:
    """The card with that name; None if the book has none."""
    return cards_by_name(ruleset.book).get(name)


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Whether the player came back after this injury, and so could be injured again (K4, K5, I7, S5)."""
    if injury.untreated:
        return False
    back = injury.number("apothecary_reserves") or injury.number(CHIRURGEON) or regenerated(ruleset, injury)
    return bool(back) or healed_by_card(ruleset, injury)


def problem(case: Case) -> Violation | None:
    """What the rules do not allow about an injury or its treatment; notes what was used."""
    if case.injury.untreated:
        return bad_dice(case)
    return (
        bad_dice(case)
        or _bad_treatment(case)
        or bad_card(case, _untouched_by_cards(case.ruleset, case.line, case.injury))
    )


def bad_dice(case: Case) -> Violation | None:
    """A roll that is missing, that its dice cannot show, or that needs a skill which the player does not have."""
    injury, ruleset, untreated = case.injury, case.ruleset, case.injury.untreated
    for key, purpose in ROLLS.items():
        needed = key == "casualty" and injury.cause != "eaten"
        if (needed or injury.number(key)) and (wrong := bad_roll(case, key, purpose)):
            return wrong
    for key, purpose in () if untreated else ((HEALER, "healer"), ("regeneration", "regeneration")):
        asked = ruleset.book.injury_fields.get(key)
        if (value := injury.number(key)) and not face_exists(value, asked.faces if asked is not None else 0):
            return case.broken(purpose, "injury.no_such_d6", found=value)
    if injury.second_casualty and healing_of(ruleset).second_roll_skill not in case.line.skills:
        return case.broken("second_roll", "injury.no_decay", number=case.line.number)
    if (
        not untreated
        and injury.number("regeneration")
        and healing_of(ruleset).regeneration_skill not in case.line.skills
    ):
        return case.broken("regeneration", "injury.no_regeneration", number=case.line.number)
    return None


def _bad_treatment(case: Case) -> Violation | None:
    injury, number = case.injury, case.line.number
    apothecary = injury.number("apothecary_reroll") or injury.number("apothecary_reserves")
    by = {APOTHECARY: apothecary, HEALER: injury.number(HEALER), CHIRURGEON: injury.number(CHIRURGEON)}
    wanted = [kind for kind, used in by.items() if used]
    if injury.cause == "eaten" and (wanted or injury.number("regeneration")):
        return case.broken("eaten", "injury.eaten", number=number)
    for kind in wanted:
        if found := _not_available(case, kind):
            return found
        case.used[kind] += 1
    if injury.number("apothecary_reroll") and injury.number("apothecary_reserves"):
        return case.broken("apothecary_treats", "injury.one_way_only")
    if apothecary and by[HEALER]:
        return case.broken("healer", "injury.apothecary_and_healer")
    return None


def _not_available(case: Case, kind: str) -> Violation | None:
    purpose = PURPOSES[kind]
    if case.used[kind]:
        return case.broken(purpose, "injury.used_already", treatment=kind)
    there = helpers(case.ruleset, case.sheet, kind, case.bought)
    if there is not None and not there:
        return case.broken(purpose, "injury.not_hired", treatment=kind)
    if treats(case.ruleset, kind) and not may_treat(case.ruleset, case.sheet, case.line):
        return case.broken(
            "apothecary" if kind == APOTHECARY else purpose, "injury.not_for_him", number=case.line.number
        )
    return None


def bad_card(case: Case, rows: tuple[CasualtyRow, ...]) -> Violation | None:
    """What is wrong with healing by a card: it does not heal (this), was not played, or was already used (S5).

    ``rows`` are the results that the card would heal.
    """
    injury, ruleset = case.injury, case.ruleset
    name, face = injury.text("card"), injury.number("card_roll")
    if not name:
        return case.broken("cards_on_roster", "injury.card_roll_without_card") if face else None
    card = card_called(ruleset, name)
    if card is None or not card.heals:
        return case.broken("cards_on_roster", "injury.card_heals_nobody", card=name[:40])
    if case.used[name]:
        return case.broken("cards_on_roster", "injury.card_used_already", card=name)
    if case.cards is not None and name not in (one.card for one in case.cards):
        return case.broken("cards_on_roster", "injury.card_not_played", card=name)
    if injury.cause == "eaten":
        return case.broken("eaten", "injury.eaten_beyond_cards")
    faces = ruleset.book.injury_fields["card_roll"].faces if "card_roll" in ruleset.book.injury_fields else 0
    if (card.heals_from or face) and not (card.heals_from and face_exists(face, faces)):
        return case.broken("cards_on_roster", "injury.card_die", card=name, found=face)
    to_heal = {row.key for row in rows if row.dead} or {row.key for row in rows}
    if not rows or not to_heal <= set(card.heals):
        return case.broken("cards_on_roster", "injury.card_heals_other", card=name)
    case.used[name] += 1
    return None


def missing(checked: SideChecked, place: str, line: PlayerSheet, injury: Injury) -> Iterator[Problem]:
    """The dice that the player's skills need: two rolls for Decay (K6), one for Regeneration (K5)."""
    if injury.cause == "eaten":
        return
    table = healing_of(checked.ruleset)
    if table.second_roll_skill in line.skills and not injury.second_casualty:
        yield checked.problem(place, "second_roll", "report.decay", player=line.player)
    done = injury.number("regeneration") or returned(checked.ruleset, line, injury)
    if table.regeneration_skill in line.skills and not done:
        yield checked.problem(place, "regeneration", "report.no_regeneration_roll", player=line.player, hint_only=True)


RULES = InjuryRules(results=results, returned=returned, problem=problem, missing=missing, carry=as_reported)
