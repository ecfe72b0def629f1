"""Where the book says something, in words: the statement and its printed page, which only an edition knows."""

from __future__ import annotations

from django.utils.translation import gettext as _

from leagues.models import League


def cited(rule: str, page: int) -> str:
    """A statement of a rulebook with its page: ``L5, p. 40``."""
    return _("%(rule)s, p. %(page)s") % {"rule": rule, "page": page}


def cited_in(league: League, rule: str) -> str:
    """A statement of the rulebook that a league plays by. Raises KeyError for one that its edition does not have."""
    return cited(rule, league.ruleset.book.pages[rule])
