"""What the roster does not hold, but a coach wants beside it: a player's saving throw and ranges (FP5, FP8)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import Ruleset
from rules.book.telling import Derived
from rules.editions.first_1986.growth import race_of
from rules.editions.first_1986.squad import DEFENSIVE, KICKING
from rules.editions.first_1986.tables import tables_of
from rules.sheet.sheet import PlayerSheet
from rules.team.profile import figure


def derived(ruleset: Ruleset, line: PlayerSheet) -> tuple[Derived, ...]:
    """The saving throw, and how far the player throws, and kicks if they do."""
    return tuple(_derived(ruleset, line))


def _derived(ruleset: Ruleset, line: PlayerSheet) -> Iterator[Derived]:
    save = saving_throw(ruleset, line)
    yield Derived(key="save", name="Saving throw", figure=save, written=f"{save}+")
    ranges, strength = tables_of(ruleset.book).ranges, figure(ruleset.book, line, "ST")
    race, throw = race_of(ruleset, line), strength + ranges.throw
    if race is not None and race.short_arms:
        throw //= 2
    yield Derived(key="throwing_range", name="Throwing range", figure=throw, written=str(throw))
    if KICKING in line.marks:
        kick = strength + ranges.kick
        yield Derived(key="kicking_range", name="Kicking range", figure=kick, written=str(kick))


def saving_throw(ruleset: Ruleset, line: PlayerSheet) -> int:
    """The lowest die that saves: better for a Defensive player, and that of Magic Armour whatever else (FP5)."""
    armour = tables_of(ruleset.book).armour
    if armour.item in line.skills:
        return armour.item_save
    return armour.save - (armour.defensive_better_by if DEFENSIVE in line.marks else 0)
