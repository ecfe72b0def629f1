"""The source of a rule in words: the statement and page of the rulebook, in brackets and with a space before them.

The words are empty if the book has no such statement, so that a sentence reads well with and without them
(``on loan%(source)s. Choose a team.``).
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.models import League


def cited(rule: str, page: int) -> str:
    """A statement of a rulebook and its page, `` (L5, p. 40)``; empty for no statement."""
    return _(" (%(rule)s, p. %(page)s)") % {"rule": rule, "page": page} if rule else ""


def cited_in(league: League | None, purpose: str) -> str:
    """The statement of a league's rulebook about a purpose (`rules.book.statements`), as `cited` words it.

    Empty if the book has none, and on pages outside leagues. Raises KeyError for an unknown purpose.
    """
    return cited(**league.ruleset.book.source(purpose)) if league is not None and purpose else ""
