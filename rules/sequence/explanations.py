"""Explanations as data: figures with their sums, broken rules, and refused answers.

Here are only ids, amounts, dice, rule ids and pages. ``rules.words.words`` turns them into text when they are shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Args = tuple[tuple[str, int | str], ...]
Unit = Literal["gp", "points", "fans", "number"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One line of a sum: what it is, how much it adds, the dice behind it, the rule and its printed page.

    `faces` are the numbers of faces of its dice; if there are none, the dice are D6.
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
    """A number with its sum. If there are terms, their amounts add up to ``amount``; else ValueError is raised."""

    id: str
    amount: int
    unit: Unit = "gp"
    terms: tuple[Term, ...] = ()
    args: Args = ()
    rule: str = ""
    page: int = 0

    def __post_init__(self) -> None:
        total = sum([term.amount for term in self.terms])
        if self.terms and total != self.amount:
            raise ValueError(f"the terms of {self.id} add up to {total}, not {self.amount}")


def summed(id: str, terms: tuple[Term, ...], *, rule: str, page: int, unit: Unit = "gp", args: Args = ()) -> Figure:
    """The figure whose amount is the sum of ``terms``."""
    amount = sum([term.amount for term in terms])
    return Figure(id=id, amount=amount, unit=unit, terms=terms, args=args, rule=rule, page=page)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A broken rule: the rule's id and page, and the id and arguments of the text about it."""

    rule: str
    id: str
    args: Args = ()
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something that a step tells both sides beside its questions: the id and arguments of its text, rule and page."""

    id: str
    args: Args = ()
    rule: str = ""
    page: int = 0


class RuleBroken(Exception):
    """Raised for an answer or choice that the rules do not allow.

    ``label`` names the wrong answer (``improvements.3``), ``violations`` say why it is wrong.
    """

    def __init__(self, label: str, *violations: Violation) -> None:
        super().__init__(label, *violations)
        self.label = label
        self.violations = violations
