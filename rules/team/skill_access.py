"""The skill categories that a player can learn from, and what an improvement adds to the player's cost (G4-G5)."""

from __future__ import annotations

from rules.book.book import Position
from rules.book.edition import Ruleset
from rules.sheet.sheet import PlayerSheet, TeamSheet, value_in


def categories(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, *, double: bool) -> tuple[str, ...]:
    """The skill categories that a player can learn from, even if the position is not on the team list (C9)."""
    position: Position | None = ruleset.position(sheet, line)
    if position is None:
        return ruleset.book.improvement.unlisted_categories
    return position.normal + (position.double if double else ())


def improvement_cost(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, choice: str) -> int:
    """What an improvement adds to a player's cost, in gp (G5, p34); skills of a Normal category are always cheap."""
    table = ruleset.book.improvement
    if choice.startswith("+"):
        return value_in(table.characteristic_costs, choice[1:])
    normal = categories(ruleset, sheet, line, double=False)
    return table.skill_cost if ruleset.book.skill(choice).category in normal else table.double_cost
