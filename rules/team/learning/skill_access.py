"""The skill categories that a player can learn from (G4)."""

from __future__ import annotations

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.book.rows.teams import Position
from rules.sheet.sheet import PlayerSheet, TeamSheet


def categories(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, *, double: bool) -> tuple[str, ...]:
    """The skill categories that a player can learn from, even if the position is not on the team list (C9)."""
    position: Position | None = ruleset.position(sheet, line)
    if position is None:
        return needed(ruleset.book.improvement).unlisted_categories
    return position.normal + (position.double if double else ())
