"""Expensive mistakes: a rich team can lose a part of its treasury after a match (CRP E6, 2020 and 2025 X1 and X2).

Editions with this rule have their own row of `Mistakes`, and say what to cite.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.rows.doubt import Doubtful
from rules.book.statements import Source
from rules.journal import GoldMoved
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed

RESULTS = ("none", "minor", "major", "catastrophe")


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeRow:
    """What happens on each face of the die with so much gold or more."""

    gold: int
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistakes(Doubtful):
    """The rows by treasury, and what each result costs.

    A minor mistake costs a `minor_die` in steps of `unit` gp. A major one takes half of the gold, and what is left is
    rounded down to `rounding` gp, if that is given; with `lost_rounded` it is what is lost. A catastrophe leaves only
    the `kept_dice` in steps of `unit` gp. `page` is 0 if the table is in no printed book.
    """

    die: int
    minor_die: int
    kept_dice: tuple[int, ...]
    unit: int
    rows: tuple[MistakeRow, ...]
    rounding: int = 0
    lost_rounded: bool = False
    page: int = 0

    def row_for(self, treasury: int) -> MistakeRow | None:
        """The row for so much gold; None for a treasury that is too small for mistakes."""
        reached = [row for row in self.rows if row.gold <= treasury]
        return reached[-1] if reached else None

    def problems(self) -> Iterator[tuple[str, str, str]]:
        """What is wrong in the rows: the table, the key and the problem."""
        limits = [row.gold for row in self.rows]
        if limits != sorted(set(limits)):
            yield "mistakes", "gold", f"must rise, not {limits}"
        for row in self.rows:
            if len(row.results) != self.die:
                yield "mistakes", "results", f"must be {self.die}, one for each face, not {len(row.results)}"
            for unknown in [each for each in row.results if each not in RESULTS]:
                yield "mistakes", "results", f'"{unknown}" is none of {", ".join(RESULTS)}'


def make_mistakes(run: Run, table: Mistakes, source: Source, price: Source | None = None) -> None:
    """Rolls a die in the row of the treasury; an edition whose leagues can do without asks its option first.

    `source` is cited for the roll, `price` for what a result costs, if that is another rule.
    """
    treasury = run.sheet.treasury
    row = table.row_for(treasury)
    if row is None:
        return
    die = run.asking.roll(run.side, "mistakes", table.die, args=(("treasury", treasury),), **source)
    term = _mistake(run, table, row.results[die[0] - 1], die, price or source)
    run.explain(summed("mistakes", (term,), **source))
    if term.amount:
        run.record(GoldMoved(amount=-term.amount, source="treasury", target="mistakes"))


def _mistake(run: Run, table: Mistakes, result: str, die: tuple[int, ...], source: Source) -> Term:
    """What a result costs: nothing, a few times 10k, half of the treasury, or all but a little."""
    treasury = run.sheet.treasury
    if result == "minor":
        dice = run.asking.roll(run.side, "minor_mistake", table.minor_die, **source)
        return Term(id="mistakes.minor", amount=-sum(dice) * table.unit, dice=dice, faces=(table.minor_die,), **source)
    if result == "major":
        rounding = table.rounding or 1
        half = treasury // 2
        left = (treasury - half) // rounding * rounding
        if table.lost_rounded:
            left = treasury - half // rounding * rounding
        return Term(id="mistakes.major", amount=left - treasury, dice=die, faces=(table.die,), **source)
    if result == "catastrophe":
        dice = run.asking.roll(run.side, "catastrophe", *table.kept_dice, **source)
        lost = max(0, treasury - sum(dice) * table.unit)
        return Term(id="mistakes.catastrophe", amount=-lost, dice=dice, faces=table.kept_dice, **source)
    return Term(id="mistakes.none", dice=die, faces=(table.die,), **source)
