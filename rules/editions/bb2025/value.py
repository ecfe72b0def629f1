"""Team value (V1-V3): who can play, staff and re-rolls; neither gold nor dedicated fans."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.editions.bb2025.citing import cite
from rules.editions.bb2025.tables import tables_of
from rules.sequence.explanations import Figure, Term, summed
from rules.sheet.match import Facts
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.special_rules import special_rules
from rules.team.value import team_terms


def team_value(ruleset: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Figure:
    """The current team value in gp (V1, V2, p91); journeymen count, and Linemen of some teams cost nothing (V3)."""
    terms = [term for term in team_terms(ruleset, sheet) if not term.id.startswith("value.fan")]
    if saved := sum(_fee(ruleset, sheet, line) for line in sheet.available):
        table = tables_of(ruleset.book).low_cost
        args = (("rule", table.special_rule),)
        terms.append(Term(id="value.low_cost", amount=-saved, args=args, **cite(ruleset, "V3")))
    return summed("team_value", tuple(terms), **ruleset.source("team_value"))


def _fee(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> int:
    """The hiring fee of a player that counts nothing: of Linemen, in teams with Low Cost Linemen."""
    table, position = tables_of(ruleset.book).low_cost, ruleset.position(sheet, line)
    if position is None or table.keyword not in position.keywords:
        return 0
    return position.cost if table.special_rule in special_rules(ruleset, sheet) else 0
