"""What trophies do (L6), read from the edition's table by kind of effect; no trophy is named in shared code."""

from __future__ import annotations

from rules.book.book import Trophy, TrophyEffect
from rules.book.edition import Ruleset
from rules.sheet.match import Terms
from rules.sheet.sheet import TeamSheet


def effects(ruleset: Ruleset, sheet: TeamSheet, kind: str) -> tuple[tuple[Trophy, TrophyEffect], ...]:
    """All effects of a kind that a team has from the trophies it holds, each with its trophy."""
    held = (ruleset.book.trophies[key] for key in sheet.trophies)
    return tuple((trophy, effect) for trophy in held for effect in trophy.effects if effect.kind == kind)


def lent(ruleset: Ruleset, sheet: TeamSheet, kind: str) -> int:
    """How much of a kind all trophies together lend: ``reroll`` and ``fan_factor`` in points, ``winnings`` in gp."""
    return sum(effect.amount for _, effect in effects(ruleset, sheet, kind))


def medal(ruleset: Ruleset, terms: Terms) -> TrophyEffect | None:
    """The medal for everybody who takes part in such a match (L6); None where there is none."""
    trophy = ruleset.book.trophies.get(terms.tournament)
    for effect in trophy.effects if trophy else ():
        if effect.kind == "medal" and effect.stage == terms.stage:
            return effect
    return None
