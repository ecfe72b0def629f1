"""Every number explains itself: figures, violations and refusals as data.

Nothing here is worded: ids, amounts, dice, rule ids and pages are put into words by ``rules.words.words`` when shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Args = tuple[tuple[str, int | str], ...]
Unit = Literal["gp", "points", "fans", "number"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One line of a sum: what it is, how much it adds, the dice behind it, the rule and its printed page.

    `faces` are the numbers of faces of its dice; dice without were D6.
    """

    id: str
    amount: int = 0
    dice: tuple[int, ...] = ()
    args: Args = ()
    rule: str = ""
    page: int = 0
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number with the sum that makes it; ``amount`` is always the sum of the terms' amounts."""

    id: str
    amount: int
    unit: Unit = "gp"
    terms: tuple[Term, ...] = ()
    args: Args = ()
    rule: str = ""
    page: int = 0

    def __post_init__(self) -> None:
        total = sum(term.amount for term in self.terms)
        if self.terms and total != self.amount:
            raise ValueError(f"the terms of {self.id} add up to {total}, not {self.amount}")


def summed(id: str, terms: tuple[Term, ...], *, rule: str, page: int, unit: Unit = "gp", args: Args = ()) -> Figure:
    """The figure whose amount is the sum of ``terms``."""
    amount = sum(term.amount for term in terms)
    return Figure(id=id, amount=amount, unit=unit, terms=terms, args=args, rule=rule, page=page)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A rule that is broken: the statement's id, its page, and what to say about it."""

    rule: str
    id: str
    args: Args = ()
    page: int = 0


class RuleBroken(Exception):
    """An answer or choice that the rules do not allow; nothing is changed.

    ``label`` is the name of the answer at fault (``improvements.3``), ``violations`` say why.
    """

    def __init__(self, label: str, *violations: Violation) -> None:
        super().__init__(label, *violations)
        self.label = label
        self.violations = violations
