"""The gate (LP8): a die for each point of fan factor, and more in the last matches of a tournament."""

from __future__ import annotations

from rules.book.edition import cite
from rules.editions.lrb_1_3.tables import tables_of
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact
from rules.team.value import fan_factor

SPECTATORS = "spectators"


def count_fans(state: PreMatch) -> None:
    """Both sides roll for their fans (LP8)."""
    state.asking.each(SIDES, lambda side: _count(state, side))


def _count(state: PreMatch, side: Side) -> None:
    tables, points = tables_of(state.ruleset.book), fan_factor(state.ruleset, state.sheet(side))
    table, source = tables.gate_dice, state.ruleset.source("fans")
    faces = (table.die,) * points
    dice = state.asking.roll(side, "fans", *faces, **source, args=(("fan_factor", points),)) if points else ()
    each = (("each", table.spectators),)
    terms = [
        Term(id="fans.dice", amount=sum(dice) * table.spectators, dice=dice, faces=faces, args=each, **source),
    ]
    if bonus := tables.bonus(state.terms.stage):
        more = bonus.gate * len(dice) * table.spectators
        args = (("more", bonus.gate),)
        terms.append(Term(id="fans.stage", amount=more, args=args, **state.ruleset.source("doubled_gate")))
    state.fans[side] = summed("fans", tuple(terms), **source, unit="fans")
    state.explain(side, state.fans[side])
    state.state(Fact(key=SPECTATORS, side=side, amount=state.fans[side].amount, **cite(state.ruleset, "LP8")))


def gate_of(run: Run) -> int:
    """All spectators of the match."""
    return sum(fact.amount for fact in run.facts(SPECTATORS))
