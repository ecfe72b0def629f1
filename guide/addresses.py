"""Where the guide explains something: the addresses that pages of all rooms link to.

An address stays the same while the name of the thing does. What a book does not have has no address: an empty text.
"""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from rules import editions
from rules.book.book import Book
from rules.guide.document import Target, anchor_of
from rules.guide.pages import guide_to
from rules.guide.statements import statement_anchor


@lru_cache(maxsize=4096)
def address(edition: str, target: Target) -> str:
    """Where a page of the guide to an edition is, and a row on it."""
    anchor = f"#{target.anchor}" if target.anchor else ""
    return reverse("guide:page", args=[edition, target.page]) + anchor


def of_statement(edition: str, rule: str) -> str:
    """Where the guide says what a statement says."""
    return address(edition, Target("statements", statement_anchor(rule)))


def of_skill(book: Book, name: str) -> str:
    """Where a skill is explained."""
    return address(book.key, Target("skills", anchor_of(book.skills[name].name))) if name in book.skills else ""


def of_category(book: Book, category: str) -> str:
    """The skills of a category."""
    known = any(skill.category == category for skill in book.skills.values())
    return address(book.key, Target("skills", anchor_of(category))) if known else ""


def of_list(book: Book, name: str) -> str:
    """The page of a team list; a league's own has none."""
    known = name in book.lists and not book.lists[name].of_league
    return address(book.key, Target(f"lists/{anchor_of(name)}")) if known else ""


def of_position(book: Book, team_list: str, name: str) -> str:
    """The row of a position on the page of its list."""
    found = book.lists.get(team_list)
    if found is None or found.of_league or all(position.name != name for position in found.positions):
        return ""
    return address(book.key, Target(f"lists/{anchor_of(team_list)}", anchor_of(name)))


def of_star(book: Book, name: str) -> str:
    """The row of a star player; a league's own has none."""
    found = book.stars.get(name)
    known = found is not None and not found.of_league
    return address(book.key, Target("stars", anchor_of(name))) if known else ""


def of_inducement(book: Book, key: str) -> str:
    """The row of an inducement, by its stored key."""
    found = book.inducements.get(key)
    return address(book.key, Target("inducements", anchor_of(found.name))) if found is not None else ""


def of_staff(book: Book, key: str) -> str:
    """The row of a kind of staff, by its stored key."""
    found = book.staff.get(key)
    return address(book.key, Target("teams", anchor_of(found.name))) if found is not None else ""


def of_card(book: Book, name: str) -> str:
    """The row of a special play card."""
    known = any(card.name == name for card in book.cards)
    return address(book.key, Target("cards", anchor_of(name))) if known else ""


def of_option(book: Book, name: str) -> str:
    """The row of an option that leagues can set."""
    found = book.options.get(name)
    known = found is not None and found.offered
    return address(book.key, Target("options", anchor_of(name))) if known else ""


def of_row(book: Book, page: str, name: str) -> str:
    """A row by its name, on one of the pages that have a book's tables, such as ``match`` and ``injuries``."""
    anchor = anchor_of(name)
    return address(book.key, Target(page, anchor)) if anchor in _anchors(book.key, page) else ""


@lru_cache(maxsize=256)
def _anchors(edition: str, page: str) -> frozenset[str]:
    found = guide_to(editions.edition(edition).book).pages.get(page)
    return frozenset(row.anchor for section in found.sections for row in section.rows) if found else frozenset()


def linked(text: str, url: str) -> SafeString:
    """A text as a link; the text alone without an address. Both are escaped."""
    return format_html('<a href="{}">{}</a>', url, text) if url else SafeString(conditional_escape(text))
