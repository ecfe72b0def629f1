"""Team values in books in which neither gold nor dedicated fans count: of all players, and of those who can play.

Source: Blood Bowl 2020 and 2025, V1-V3.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.book.rows.doubt import Doubtful
from rules.book.statements import Source
from rules.sequence.explanations import Figure, Term, summed
from rules.sheet.sheet import PlayerSheet, TeamSheet, changed
from rules.team.special_rules import special_rules
from rules.team.value import team_terms


@dataclass(frozen=True, slots=True, kw_only=True)
class LowCost(Doubtful):
    """The players whose hiring fee counts nothing in teams with a special rule."""

    special_rule: str
    keyword: str
    page: int


def current_team_value(ruleset: Ruleset, sheet: TeamSheet, table: LowCost, low_cost: Source) -> Figure:
    """What counts in the next match, in gp: who can play and journeymen, staff and re-rolls (V1, V2).

    Some teams pay no hiring fee for their Linemen; `low_cost` is cited for that (V3).
    """
    terms = _terms(ruleset, sheet)
    if saved := sum(fee(ruleset, sheet, line, table) for line in sheet.available):
        terms.append(Term(id="value.low_cost", amount=-saved, args=(("rule", table.special_rule),), **low_cost))
    return summed("team_value", tuple(terms), **ruleset.source("team_value"))


def full_team_value(ruleset: Ruleset, sheet: TeamSheet, source: Source) -> Figure:
    """All players at their current values, also those who cannot play, with staff and re-rolls, in gp (V1)."""
    there = changed(sheet, players=tuple(changed(line, misses=0) for line in sheet.players))
    return summed("full_team_value", tuple(_terms(ruleset, there)), **source)


def fee(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, table: LowCost) -> int:
    """The hiring fee of a player that counts nothing, in gp; 0 for most."""
    position = ruleset.position(sheet, line)
    if position is None or table.keyword not in position.keywords:
        return 0
    return min(position.cost, line.cost) if table.special_rule in special_rules(ruleset, sheet) else 0


def _terms(ruleset: Ruleset, sheet: TeamSheet) -> list[Term]:
    return [term for term in team_terms(ruleset, sheet) if not term.id.startswith("value.fan")]
