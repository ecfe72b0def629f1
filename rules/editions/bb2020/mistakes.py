"""Expensive mistakes of rich teams (X1, X2)."""

from __future__ import annotations

from rules.editions.bb2020.citing import cite
from rules.editions.bb2020.tables import tables_of
from rules.journal import GoldMoved
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed


def make_mistakes(run: Run) -> None:
    """A rich team can lose a part of its treasury (X1)."""
    table, treasury = tables_of(run.ruleset.book).mistakes, run.sheet.treasury
    row = table.row_for(treasury) if run.ruleset.house.flag("expensive_mistakes") else None
    if row is None:
        return
    source = cite(run.ruleset, "X1")
    die = run.asking.roll(run.side, "mistakes", table.die, args=(("treasury", treasury),), **source)
    term = _mistake(run, row.results[die[0] - 1], die)
    run.explain(summed("mistakes", (term,), **source))
    if term.amount:
        run.record(GoldMoved(amount=-term.amount, source="treasury", target="mistakes"))


def _mistake(run: Run, result: str, die: tuple[int, ...]) -> Term:
    """What a result costs: nothing, a few times 10k, half of the treasury, or all but a little (X2)."""
    table, treasury, source = tables_of(run.ruleset.book).mistakes, run.sheet.treasury, cite(run.ruleset, "X2")
    if result == "minor":
        dice = run.asking.roll(run.side, "minor_mistake", table.minor_die, **source)
        return Term(id="mistakes.minor", amount=-sum(dice) * table.unit, dice=dice, faces=(table.minor_die,), **source)
    if result == "major":
        left = treasury // 2 // table.rounded * table.rounded
        return Term(id="mistakes.major", amount=left - treasury, dice=die, faces=(table.die,), **source)
    if result == "catastrophe":
        dice = run.asking.roll(run.side, "catastrophe", *table.kept_dice, **source)
        lost = max(0, treasury - sum(dice) * table.unit)
        return Term(id="mistakes.catastrophe", amount=-lost, dice=dice, faces=table.kept_dice, **source)
    return Term(id="mistakes.averted", dice=die, faces=(table.die,), **source)
