"""The rules' data in words for this room's templates."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from rules.journal import Entry
from rules.sheet.sheet import PlayerSheet
from rules.words import entries
from rules.words.words import opened
from teams.asking.words import Names, option, plain, question, thing

TEXT_ERRORS = {
    "max_length": _("%(show_value)d characters are too many: the limit is %(limit_value)d. Shorten it."),
    "null_characters_not_allowed": _("This contains a character that cannot be printed. Type it again."),
}
"""The messages for a text that a form cannot accept."""


def entry(fact: Entry, names: Names | None = None, book: Book | None = None) -> str:
    """An entry of a journal as a sentence."""
    return entries.say_entry(fact, book=book, names=names, translate=gettext)


def player(line: PlayerSheet, names: Names) -> str:
    """A player in a list: number, name, position."""
    return called(line.number, names.get(line.player, ""), line.position)


def called(number: int, name: str, position: str) -> str:
    """A player by number, name and position: ``No. 3 Griff, Blitzer``, or ``No. 3, Blitzer`` without a name."""
    words = gettext("No. %(number)d %(name)s, %(position)s") if name else gettext("No. %(number)d, %(position)s")
    return words % {"number": number, "name": name, "position": position}


def pairing(home: str, away: str) -> str:
    """Two opposing teams by name, the home team first."""
    return f"{home} – {away}"


__all__ = [
    "TEXT_ERRORS", "called", "entry", "opened", "option", "pairing", "plain", "player", "question", "thing",
]  # fmt: skip
