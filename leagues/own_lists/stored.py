"""The team lists of a league's own, as its rules store them, and their change, which makes a new ruleset."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from leagues import services
from leagues.models import League, Ruleset
from rules.book.book import Book
from rules.book.entered.list_text import name_in
from rules.book.entered.lists import text_of
from rules.book.rows.options import LISTS, Option


def option_of(book: Book) -> Option:
    """The option that holds them. Raises KeyError for a book whose leagues cannot have any."""
    for option in book.options.values():
        if option.type == LISTS:
            return option
    raise KeyError(f"{book.key} has no option for team lists of a league's own")


def texts_in(ruleset: Ruleset) -> list[str]:
    """The text of each list, in the order in which they were entered."""
    return list(ruleset.values.get(option_of(ruleset.book).name, []))


def text_called(ruleset: Ruleset, name: str) -> str:
    """The text of one list; empty if there is none of this name."""
    return next((text for text in texts_in(ruleset) if name_in(text) == name), "")


def text_like(book: Book, name: str) -> str:
    """The text of a list of the book, to begin a new one with; empty for an unknown name."""
    return text_of(book, book.lists[name]) if name in book.lists else ""


def save_lists(*, league: League, by: User, ruleset: Ruleset, expected: int, texts: Sequence[str], reason: str) -> None:
    """Put the league under rules with these team lists. Raises Refusal, StaleVersion, HouseRulesError."""
    known = ruleset.book.options
    options = {name: value for name, value in ruleset.values.items() if name in known}
    services.change_house_rules(
        league=league,
        by=by,
        expected=expected,
        options={**options, option_of(ruleset.book).name: list(texts)},
        reason=reason,
        edition="" if ruleset.edition == league.ruleset.edition else ruleset.edition,
    )
