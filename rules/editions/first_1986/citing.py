"""The statements of this book by their ids, for what only this book has."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.book.statements import Source
from rules.sequence.explanations import RuleBroken, Violation


def cite(ruleset: Ruleset, rule: str) -> Source:
    """A statement of the book with its page."""
    return Source(rule=rule, page=ruleset.book.pages[rule])


def refused_by(ruleset: Ruleset, label: str, rule: str, id: str, **args: int | str) -> RuleBroken:
    """An exception that refuses an answer, by a statement of the book."""
    return RuleBroken(label, violation(ruleset, rule, id, **args))


def violation(ruleset: Ruleset, rule: str, id: str, **args: int | str) -> Violation:
    """What is wrong, by a statement of the book."""
    return Violation(id=id, args=tuple(args.items()), **cite(ruleset, rule))
