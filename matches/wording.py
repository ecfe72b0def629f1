"""The rules' data in words for this room's templates."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from rules.journal import Entry
from rules.sequence.sequence import Question
from rules.sheet.sheet import PlayerSheet
from rules.words import words

Names = Mapping[int, str]
TEXT_ERRORS = {
    "max_length": _("%(show_value)d characters are too many: the limit is %(limit_value)d. Shorten it."),
    "null_characters_not_allowed": _("This contains a character that cannot be printed. Type it again."),
}
"""The messages for a text that a form cannot accept."""


def question(asked: Question, names: Names | None = None, book: Book | None = None) -> words.QuestionWords:
    """A question's title, and its help where a book is given; its label if it has no words."""
    try:
        return words.say_question(asked, book=book, names=names, translate=gettext)
    except KeyError:
        return words.QuestionWords(title=plain(asked.label.split(".")[0]), help="")


def option(choice: str, names: Names | None = None) -> str:
    """One of a question's options."""
    return opened(words.say_option(choice, names=names, translate=gettext))


def entry(fact: Entry, names: Names | None = None) -> str:
    """An entry of a journal as a sentence."""
    return words.say_entry(fact, names=names, translate=gettext)


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


def opened(sentence: str) -> str:
    """The sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def thing(key: str, *, many: bool = False) -> str:
    """The name of an item of the rules."""
    return gettext(name) if (name := words.name_of(key, many=many)) else plain(key)


def plain(key: str) -> str:
    """A key as words, for items without a name."""
    return opened(key.replace("_", " "))
