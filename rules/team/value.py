"""Team value (V1, V2), as a sum with one line for each part."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.sequence.explanations import Figure, Term, summed
from rules.sheet.match import Facts
from rules.sheet.sheet import TeamSheet
from rules.team.inducements import with_skills
from rules.team.trophies import effects, trophy_bonus


def team_value(ruleset: Ruleset, sheet: TeamSheet, facts: Facts | None = None) -> Figure:
    """The team value for the next match, in gp.

    It includes players who can play, staff, re-rolls at the list price (also those from trophies), fan factor,
    permanent inducements at their cost, and the treasury; not the bank, and not players who miss the next match. It is
    the same in a match, whatever its ``facts``.
    Source: PBBL 1.10, V1-V2, L6, L8, L9 (p17, 32, 40, 43).
    """
    treasury = Term(id="value.treasury", amount=sheet.treasury, **ruleset.source("team_value"))
    return summed("team_value", (*team_terms(ruleset, sheet), treasury), **ruleset.source("team_value"))


def team_terms(ruleset: Ruleset, sheet: TeamSheet) -> tuple[Term, ...]:
    """What players, staff, re-rolls, fan factor and permanent inducements are worth: all of the value but gold."""
    return (
        *_player_terms(ruleset, sheet),
        *_staff_terms(ruleset, sheet),
        *_reroll_terms(ruleset, sheet),
        *_fan_terms(ruleset, sheet),
        *_inducement_terms(ruleset, sheet),
    )


def fan_factor(ruleset: Ruleset, sheet: TeamSheet) -> int:
    """The fan factor that counts for fans and value, including points from trophies (L6)."""
    return sheet.fan_factor + trophy_bonus(ruleset, sheet, "fan_factor")


def rerolls(ruleset: Ruleset, sheet: TeamSheet) -> int:
    """The team re-rolls that a team has in a match, including those from trophies (L6)."""
    return sheet.rerolls + trophy_bonus(ruleset, sheet, "reroll")


def _inducement_terms(ruleset: Ruleset, sheet: TeamSheet) -> tuple[Term, ...]:
    return tuple(
        Term(
            id="value.inducement_named" if one.star or one.position else "value.inducement",
            amount=one.cost,
            args=(
                ("inducement", one.inducement),
                ("count", one.count),
                ("what", with_skills(one.star or one.position, one.skills)),
            ),
            **ruleset.source("permanent_inducements"),
        )
        for one in sheet.inducements
    )


def _player_terms(ruleset: Ruleset, sheet: TeamSheet) -> tuple[Term, ...]:
    source = ruleset.source("team_value")
    return tuple(
        Term(
            id="value.absent_player" if line.misses else "value.player",
            amount=0 if line.misses else line.cost,
            args=(("player", line.player), ("number", line.number), ("position", line.position)),
            **source,
        )
        for line in sheet.players
    )


def _staff_terms(ruleset: Ruleset, sheet: TeamSheet) -> tuple[Term, ...]:
    source = ruleset.source("team_value")
    return tuple(
        Term(
            id="value.staff",
            amount=count * ruleset.book.staff[kind].price,
            args=(("staff", kind), ("count", count)),
            **source,
        )
        for kind, count in sheet.staff
        if count
    )


def _reroll_terms(ruleset: Ruleset, sheet: TeamSheet) -> tuple[Term, ...]:
    own = Term(
        id="value.rerolls",
        amount=sheet.rerolls * sheet.reroll_cost,
        args=(("count", sheet.rerolls), ("price", sheet.reroll_cost)),
        **ruleset.source("team_value"),
    )
    trophies = tuple(
        Term(
            id="value.trophy_reroll",
            amount=effect.amount * sheet.reroll_cost,
            args=(("trophy", trophy.key),),
            **ruleset.source("trophy_value"),
        )
        for trophy, effect in effects(ruleset, sheet, "reroll")
    )
    return (own, *trophies) if sheet.rerolls else trophies


def _fan_terms(ruleset: Ruleset, sheet: TeamSheet) -> tuple[Term, ...]:
    points = fan_factor(ruleset, sheet)
    if ruleset.house.flag("free_fan_factor"):
        return (Term(id="value.free_fan_factor", args=(("count", points),), **ruleset.source("free_fan_factor")),)
    each = ruleset.book.creation.fan_factor_value
    return (
        Term(
            id="value.fan_factor",
            amount=points * each,
            args=(("count", points), ("price", each)),
            **ruleset.source("team_value"),
        ),
    )
