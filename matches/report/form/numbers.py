"""The numbers of a report's fields: their names, their ranges, and the message for an impossible one."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.report.form.injury_fields import Asked, asked
from rules.book.book import Book
from web.errors import Text

NAMES: dict[str, Text] = {
    "score": _("score"),
}
WHO = ("player", "by")


def field_of(name: str) -> str:
    """The field of an input's name: ``line.home.12.<deed>``, ``score.home``."""
    first, _dot, rest = name.partition(".")
    return first if first == "score" else rest.rpartition(".")[2]


def name_of(field: str, book: Book) -> str:
    """The name of a number field; a die by its name in the book."""
    die = _dice(book).get(field)
    if die is not None:
        return die.called
    return book.deeds[field].many if field in book.deeds else str(NAMES[field])


def range_of(field: str, book: Book) -> tuple[int, int] | None:
    """The least and the greatest value of a field; None if it takes no number."""
    die = _dice(book).get(field)
    return die.bounds if die is not None else _counted(book).get(field)


def _dice(book: Book) -> dict[str, Asked]:
    """The fields of an injury that take a number."""
    return {each.name: each for each in asked(book) if each.is_number}


def cannot_be(field: str, typed: str, book: Book) -> str:
    """The message for a text that is not a number, or for a number out of range."""
    bounds = range_of(field, book)
    if field in WHO or bounds is None:
        return gettext("Choose from the list.")
    words = gettext("%(field)s: “%(typed)s” is not possible; enter a number from %(least)s to %(most)s.")
    name = name_of(field, book)
    return words % {"field": name[:1].upper() + name[1:], "typed": typed[:20], "least": bounds[0], "most": bounds[1]}


def can_be(field: str, typed: object, book: Book) -> bool:
    """Whether a text is a number in the field's range; any text is possible in a field that takes no number."""
    bounds = range_of(field, book)
    if bounds is None:
        return True
    text = str(typed)
    return text.isascii() and text.isdigit() and len(text) < 6 and bounds[0] <= int(text) <= bounds[1]


def _counted(book: Book) -> dict[str, tuple[int, int]]:
    """The range of each deed that a report counts, and of the score."""
    found = {deed.key: (0, deed.most) for deed in book.reported}
    return found | {"score": (0, most_score(book))}


def most_score(book: Book) -> int:
    """The highest score that a report can have."""
    return sum(deed.most for deed in book.deeds.values() if deed.scores)
