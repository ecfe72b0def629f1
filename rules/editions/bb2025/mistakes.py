"""Expensive mistakes (X1, X2): a rich team may lose a part of its gold."""

from __future__ import annotations

from rules.editions.bb2025.citing import cite
from rules.editions.bb2025.tables import tables_of
from rules.journal import GoldMoved
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed


def make_mistakes(run: Run) -> None:
    """A die in the column of the treasury says what is lost (X1, p100), in leagues with this rule."""
    table, treasury = tables_of(run.ruleset.book).mistakes, run.sheet.treasury
    row = table.row_for(treasury) if run.ruleset.house.flag("expensive_mistakes") else None
    if row is None:
        return
    source = run.source("expenses")
    die = run.asking.roll(run.side, "mistakes", table.die, args=(("treasury", treasury),), **source)
    term = _mistake(run, row.results[die[0] - 1], die)
    run.explain(summed("mistakes", (term,), **source))
    if term.amount:
        run.record(GoldMoved(amount=-term.amount, source="treasury", target="mistakes"))


def _mistake(run: Run, result: str, die: tuple[int, ...]) -> Term:
    """What a result costs (X2): nothing, a few times 10k, half of the gold, or all but a little."""
    table, treasury, source = tables_of(run.ruleset.book).mistakes, run.sheet.treasury, cite(run.ruleset, "X2")
    if result == "minor":
        dice = run.asking.roll(run.side, "minor_mistake", table.minor_die, **source)
        return Term(id="mistakes.minor", amount=-sum(dice) * table.unit, dice=dice, faces=(table.minor_die,), **source)
    if result == "major":
        left = treasury // 2 // table.rounding * table.rounding
        return Term(id="mistakes.major", amount=left - treasury, dice=die, faces=(table.die,), **source)
    if result == "catastrophe":
        dice = run.asking.roll(run.side, "catastrophe", *table.kept_dice, **source)
        lost = max(0, treasury - sum(dice) * table.unit)
        return Term(id="mistakes.catastrophe", amount=-lost, dice=dice, faces=table.kept_dice, **source)
    return Term(id="mistakes.none", dice=die, faces=(table.die,), **source)
