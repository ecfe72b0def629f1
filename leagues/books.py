"""The books of a league: the one that it was created with, and those that it plays by beside it.

Teams and competitions belong to one of them. Each book has house rules of its own (`leagues.services`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.models import League, LeagueBook, Ruleset
from leagues.services import locked, write_ruleset
from rules import editions
from rules.book.book import Book
from rules.book.house_rules import HouseRulesError, house_rules
from rules.book.rows.after_match import Trophy
from web.errors import Message, Refusal

BOOK_THERE = Message(
    id="leagues.book_there",
    text=_("{league} plays by {book} already."),
    remedy=_("The page of its house rules shows all its books."),
    status=409,
)
NO_SUCH_BOOK = Message(
    id="leagues.no_such_book",
    text=_("There is no such book."),
    remedy=_("Choose one of the list."),
)


def rulesets_of(league: League) -> list[Ruleset]:
    """The league's rules in force for each of its books, first for the one that it was created with.

    One query; none if `leagues.access` has found that the league plays by one book.
    """
    if not getattr(league, "several_books", True):
        return [league.ruleset]
    return [league.ruleset, *(each.ruleset for each in league.books.select_related("ruleset"))]


def read_books(league: League) -> None:
    """Read the league's rules for all its books at once, for a page that asks for those of many teams."""
    if getattr(league, "several_books", True):
        prefetch_related_objects([league], Prefetch("books", LeagueBook.objects.select_related("ruleset")))


def books_of(league: League) -> list[Book]:
    """The books of a league, first the one that it was created with."""
    return [ruleset.book for ruleset in rulesets_of(league)]


def majors_of(league: League) -> dict[str, Trophy]:
    """The trophies of all books of the league by key, as the first book that has one describes it."""
    found: dict[str, Trophy] = {}
    for book in books_of(league):
        for key, trophy in book.trophies.items():
            found.setdefault(key, trophy)
    return found


def further_books(rulesets: Iterable[Ruleset]) -> list[Book]:
    """The books that a league with these rules does not play by yet."""
    known = {ruleset.edition for ruleset in rulesets}
    return [edition.book for edition in editions.EDITIONS if edition.key not in known]


def stored_edition(league: League, edition: str) -> str:
    """An edition as teams and competitions of the league store it: empty for the book that it was created with."""
    return "" if edition == league.ruleset.edition else edition


@transaction.atomic
def add_book(*, league: League, by: User, edition: str) -> LeagueBook:
    """Let a league play by another book too, at first without house rules. Raises Refusal."""
    current = locked(league)
    try:
        house = editions.ruleset(edition).house
    except KeyError:
        raise Refusal(NO_SUCH_BOOK, field="edition") from None
    book = editions.edition(edition).book
    if edition in {ruleset.edition for ruleset in rulesets_of(current)}:
        raise Refusal(BOOK_THERE, field="edition", league=current.name, book=book.name)
    ruleset = write_ruleset(house)
    added = LeagueBook.objects.create(league=current, edition=edition, ruleset=ruleset)
    log.record(log.BOOK_ADDED, league=current, by=by, ruleset=ruleset, book=book.name)
    return added


def part_that_fits(book: Book, name: str, value: Any) -> tuple[Any, Any]:
    """The part of a house rule's value that another book allows too, and the rest; None where there is none of it."""
    if _allows(book, name, value):
        return value, None
    if not isinstance(value, list | tuple):
        return None, value
    held = [each for each in value if _allows(book, name, [each])]
    return held or None, [each for each in value if each not in held]


def _allows(book: Book, name: str, value: Any) -> bool:
    """Whether a league can set this in a book."""
    try:
        house_rules(book, {name: value})
    except HouseRulesError:
        return False
    return book.options[name].offered
