"""The handicap Assassin (LP11, LK1-LK8): an injury before the match, treated like any other."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.lrb_1_3.happening import Happening
from rules.editions.lrb_1_3.injuries import PRO_AGAIN, REGENERATION, may_roll_again
from rules.editions.lrb_1_3.niggling import USED, has_apothecary
from rules.editions.lrb_1_3.retiring import ends_career, retire
from rules.editions.lrb_1_3.tables import tables_of
from rules.journal import PlayerKilled, injured
from rules.match_day import healing
from rules.match_day.casualties import InjuredPlayer, hurt_by, may_treat, results
from rules.sheet.match import Fact, Injury, further, with_values
from rules.sheet.sheet import PlayerSheet

TREAT, LEAVE = "treat", "leave"


def strike(happening: Happening, line: PlayerSheet) -> None:
    """Rolls for the victim's injury, asks for treatment, and writes what is left of it."""
    roll = tables_of(happening.ruleset.book).injury_roll
    if sum(happening.roll("injury", *roll.dice)) < roll.injured_from:
        return  # stunned or knocked out: back in time for the match
    injury = _rolled(happening, line)
    state, side = happening.state, happening.opponent
    rows = results(happening.ruleset, line, injury)
    hurt = hurt_by(happening.ruleset, line, InjuredPlayer(player=line.player), injury, rows)
    if hurt.death is not None:
        state.record(side, PlayerKilled(player=line.player))
    elif ends_career(happening.ruleset, line, hurt):
        for entry in retire(happening.ruleset, state.asking, side, line, f"handicap.{happening.nth}.retired"):
            state.record(side, entry)
    elif hurt.lasting:
        entry = injured(line.player, misses=hurt.misses, conditions=hurt.conditions, changes=hurt.changes)
        state.record(side, entry)


def _rolled(happening: Happening, line: PlayerSheet) -> Injury:
    """The casualty with the dice of its tables, of an apothecary, and of Regeneration."""
    book, values = happening.ruleset.book, {}
    table, key = book.casualty_table, "casualty"
    while True:
        values[key] = sum(happening.roll(table.key, *table.dice))
        onward = table.row(values[key]).leads_to
        if not onward:
            break
        table, key = book.casualty_tables[onward], further("casualty", onward)
    injury = with_values(Injury(player=line.player, casualty=0, cause="other"), values)
    if _treated(happening, line):
        (die,) = happening.roll("apothecary", tables_of(book).apothecary.die, side=happening.opponent)
        injury = with_values(injury, {"apothecary": die})
    return _regenerating(happening, line, injury)


def _regenerating(happening: Happening, line: PlayerSheet, injury: Injury) -> Injury:
    """The casualty with the die of Regeneration, and a second one by Pro where a league has agreed so (§5.29)."""
    book, side = happening.ruleset.book, happening.opponent
    skill = healing.healing_of(happening.ruleset).regeneration_skill
    if skill not in line.skills or not results(happening.ruleset, line, injury):
        return injury
    (die,) = happening.roll(REGENERATION, book.injury_fields[REGENERATION].faces, side=side)
    injury = with_values(injury, {REGENERATION: die})
    if not may_roll_again(happening.ruleset, line, injury):
        return injury
    pro = tables_of(book).pro
    (die,) = happening.roll("pro", pro.die, side=side)
    if die < pro.works_from:
        return injury
    (die,) = happening.roll(PRO_AGAIN, book.injury_fields[PRO_AGAIN].faces, side=side)
    return with_values(injury, {PRO_AGAIN: die})


def _treated(happening: Happening, line: PlayerSheet) -> bool:
    """Whether the victim's coach uses the apothecary, if there is one: then it is used up for the match."""
    state, side = happening.state, happening.opponent
    if not has_apothecary(state, side) or not may_treat(happening.ruleset, state.sheet(side), line):
        return False
    if happening.choose("treatment", (LEAVE, TREAT), side=side, optional=True) == LEAVE:
        return False
    state.state(Fact(key=USED, side=side, **cite(happening.ruleset, "LP11")))
    return True
