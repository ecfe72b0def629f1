"""The rules of this book by their ids, for what only this book has."""

from __future__ import annotations

from rules.book.edition import Ruleset
from rules.book.statements import Source


def cite(ruleset: Ruleset, rule: str) -> Source:
    """A rule of the book with its page."""
    return Source(rule=rule, page=ruleset.book.pages[rule])
