"""Figures and broken rules in words, for the templates that show them (`components/_figure.html`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from rules.sequence.explanations import Figure, Violation
from rules.words.words import say_amount, say_label, say_term, say_violation

Names = Mapping[int, str]


class Die(NamedTuple):
    """A rolled die."""

    sides: int
    value: int


@dataclass(frozen=True, slots=True)
class ShownTerm:
    """A line of a sum in words."""

    label: str
    amount: str
    dice: tuple[Die, ...] = ()
    page: int = 0


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A number with its sum in words. Without terms the page shows only the number."""

    label: str
    amount: str
    terms: tuple[ShownTerm, ...] = ()
    page: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShownViolation:
    """A broken rule in words, with the rule and its page, as `components/_violations.html` lists it."""

    text: str
    rule: str = ""
    page: int = 0


def shown_figure(figure: Figure, names: Names | None = None) -> ShownFigure:
    """A figure in the reader's language; ``names`` are players' names by id."""
    terms = tuple(
        ShownTerm(
            label=say_term(term, names=names, translate=gettext),
            amount=say_amount(term.amount, figure.unit),
            dice=tuple(Die(*die) for die in zip(term.faces or (6,) * len(term.dice), term.dice, strict=True)),
            page=term.page,
        )
        for term in figure.terms
    )
    amount = say_amount(figure.amount, figure.unit)
    return ShownFigure(label=say_label(figure, translate=gettext), amount=amount, terms=terms, page=figure.page)


def shown_violations(violations: Iterable[Violation], names: Names | None = None) -> list[ShownViolation]:
    """Broken rules in the reader's language."""
    return [ShownViolation(say_violation(violation, names=names, translate=gettext)) for violation in violations]
