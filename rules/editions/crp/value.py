"""Team value (V1-V4): without the treasury, and in a match with the petty cash of the side."""

from __future__ import annotations

from rules.book.edition import Ruleset, cite
from rules.sequence.explanations import Figure, Term, summed
from rules.sheet.match import Facts, facts_about
from rules.sheet.sheet import TeamSheet, changed
from rules.team.value import team_terms


def team_value(ruleset: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Figure:
    """The team value in gp: players who can play and journeymen, staff, re-rolls, fan factor, but no gold (V1, p25).

    In a match, known by its ``facts``, petty cash counts (V3, p28). A league can count a large treasury (B2).
    """
    terms = list(team_terms(ruleset, sheet))
    threshold = ruleset.house.integer("treasury_threshold")
    if threshold and sheet.treasury > threshold:
        args = (("threshold", threshold),)
        terms.append(
            Term(id="value.large_treasury", amount=sheet.treasury - threshold, args=args, **cite(ruleset, "B2"))
        )
    if facts is not None and ruleset.house.flag("petty_cash_counts_in_value"):
        gold = sum(fact.amount for fact in facts_about(facts, "petty_cash"))
        if gold:
            terms.append(Term(id="value.petty_cash", amount=gold, **cite(ruleset, "V3")))
    return summed("team_value", tuple(terms), **ruleset.source("team_value"))


def without_journeymen(sheet: TeamSheet) -> TeamSheet:
    """The sheet with the squad alone."""
    return changed(sheet, players=tuple(line for line in sheet.players if not line.on_trial))
