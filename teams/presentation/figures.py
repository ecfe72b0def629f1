"""Figures and broken rules in words, for the templates that show them (`components/_figure.html`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from guide.addresses import of_statement
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sequence.explanations import Figure, Violation
from rules.sheet.sheet import TeamSheet
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
    url: str = ""


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A number with its sum in words. Without terms the page shows only the number."""

    label: str
    amount: str
    terms: tuple[ShownTerm, ...] = ()
    page: int = 0
    note: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class ShownViolation:
    """A broken rule in words, with the rule and its page, as `leagues/_violations.html` lists it."""

    text: str
    rule: str = ""
    page: int = 0


def shown_figure(figure: Figure, names: Names | None = None, book: Book | None = None) -> ShownFigure:
    """A figure in the reader's language; ``names`` are players' names by id, ``book`` the one it comes from."""
    terms = tuple(
        ShownTerm(
            label=say_term(term, book=book, names=names, translate=gettext),
            amount=say_amount(term.amount, figure.unit),
            dice=tuple(Die(*die) for die in zip(term.faces or (6,) * len(term.dice), term.dice, strict=True)),
            page=term.page,
            url=_url(term.rule, book),
        )
        for term in figure.terms
    )
    amount = say_amount(figure.amount, figure.unit)
    label = say_label(figure, book=book, translate=gettext)
    return ShownFigure(label=label, amount=amount, terms=terms, page=figure.page, url=_url(figure.rule, book))


def _url(rule: str, book: Book | None) -> str:
    """Where the guide says what a statement says; empty if the book of the figure is not known."""
    return of_statement(book.key, rule) if book is not None and rule in book.pages else ""


def shown_worth(rules: Ruleset, sheet: TeamSheet, names: Names | None = None) -> ShownFigure | None:
    """What a team is worth; None in an edition that knows no worth."""
    figure = rules.worth(sheet)
    return shown_figure(figure, names, rules.book) if figure is not None else None


def shown_violations(
    violations: Iterable[Violation], names: Names | None = None, book: Book | None = None
) -> list[ShownViolation]:
    """Broken rules in the reader's language."""
    return [
        ShownViolation(say_violation(violation, book=book, names=names, translate=gettext)) for violation in violations
    ]
