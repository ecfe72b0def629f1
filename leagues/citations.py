"""Where the book says something, in words: the statement and its printed page, which only an edition knows.

The words stand in brackets behind what they are the source of, with the space before them, and are empty where a book
has no such statement: a sentence reads well with and without (``on loan%(source)s. Choose a team.``).
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.models import League


def cited(rule: str, page: int) -> str:
    """A statement of a rulebook with its page, to stand behind words: `` (L5, p. 40)``; empty for no statement."""
    return _(" (%(rule)s, p. %(page)s)") % {"rule": rule, "page": page} if rule else ""


def cited_in(league: League | None, purpose: str) -> str:
    """What the rulebook that a league plays by says of something (`rules.book.statements`), to stand behind words.

    Empty where it says nothing, and for pages of no league. Raises KeyError for a purpose that there is not.
    """
    return cited(**league.ruleset.book.source(purpose)) if league is not None and purpose else ""
