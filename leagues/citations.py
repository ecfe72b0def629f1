"""The source of a rule in words: the statement and page of the rulebook, in brackets and with a space before them.

The words are empty if the book has no such statement, so that a sentence reads well with and without them
(``on loan%(source)s. Choose a team.``).

On pages, such words are links to what the guide says of the statement (`with_links`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from guide.addresses import of_statement
from leagues.models import League
from rules import editions
from rules.book.book import Book
from web.extensions import citations

CITED = re.compile(r"\((?P<rule>[^\s(),<>&]+), p\. \d+\)")
"""A statement and its page, as `cited` and the words of the rules write them."""


def cited(rule: str, page: int) -> str:
    """A statement of a rulebook and its page, `` (L5, p. 40)``; empty for no statement. It may be on no page."""
    if not page:
        return f" ({rule})" if rule else ""
    return _(" (%(rule)s, p. %(page)s)") % {"rule": rule, "page": page} if rule else ""


def cited_in(league: League | None, purpose: str) -> str:
    """The statement of a league's rulebook about a purpose (`rules.book.statements`), as `cited` words it.

    Empty if the book has none, and on pages outside leagues. Raises KeyError for an unknown purpose.
    """
    return cited(**league.ruleset.book.source(purpose)) if league is not None and purpose else ""


def book_of(request: HttpRequest) -> Book | None:
    """The book that a page is about: that of its team, match or competition if there is one, else its league's."""
    if edition := getattr(request, "edition", ""):
        return editions.edition(edition).book
    league = getattr(request, "league", None)
    ruleset = getattr(request, "ruleset", None) or (league.ruleset if league is not None else None)
    return ruleset.book if ruleset is not None else None


@citations.add
def source_for(request: HttpRequest, purpose: str) -> SafeString:
    """The statement of the book of a page about a purpose, as `cited` words it, with a link to the guide.

    Empty if there is none.
    """
    book = book_of(request) if purpose else None
    return with_links(cited(**book.source(purpose)), lambda: book) if book is not None else SafeString()


def with_links(text: str, book: Callable[[], Book | None]) -> SafeString:
    """A text, escaped, in which each citation of the book is a link; ``book`` is called only if there is one."""
    escaped = conditional_escape(text)
    if CITED.search(escaped) is None:
        return SafeString(escaped)
    known = book()
    return SafeString(CITED.sub(lambda found: _link(found, known), escaped))


def _link(found: re.Match[str], book: Book | None) -> str:
    rule = found["rule"]
    if book is None or rule not in book.pages:
        return found[0]
    return format_html('<a class="cite" href="{}">{}</a>', of_statement(book.key, rule), SafeString(found[0]))
