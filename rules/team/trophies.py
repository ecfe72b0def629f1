"""The effects of trophies (L6), from the edition's table. Shared code names no trophy, only kinds of effects."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.book.rows.after_match import Trophy, TrophyEffect
from rules.sheet.match import Terms
from rules.sheet.sheet import TeamSheet


def effects(ruleset: Ruleset, sheet: TeamSheet, kind: str) -> tuple[tuple[Trophy, TrophyEffect], ...]:
    """All effects of a kind from the trophies that a team holds, each with its trophy."""
    held = (ruleset.book.trophies[key] for key in sheet.trophies)
    return tuple((trophy, effect) for trophy in held for effect in trophy.effects if effect.kind == kind)


def trophy_bonus(ruleset: Ruleset, sheet: TeamSheet, kind: str) -> int:
    """The total of a kind of effect from all held trophies: ``reroll`` and ``fan_factor`` as counts, gold in gp."""
    return sum(effect.amount for _, effect in effects(ruleset, sheet, kind))


def medal(ruleset: Ruleset, terms: Terms) -> TrophyEffect | None:
    """The medal for everyone who takes part in such a match (L6); None if there is none."""
    trophy = ruleset.book.trophies.get(terms.tournament)
    for effect in trophy.effects if trophy else ():
        if effect.kind == "medal" and effect.stage == terms.stage:
            return effect
    return None


def counts_who_played(ruleset: Ruleset, terms: Terms) -> bool:
    """Whether it matters who took part in a match: they earn points for it, or in some finals a medal (L6)."""
    return ruleset.book.appearance is not None or medal(ruleset, terms) is not None
