"""The numbers of a report's fields: what each is called, how far it goes, and the words for one that cannot be."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.casualty_die import casualty_die
from rules.book.book import Book
from rules.match_day.report_checks import LIMITS
from rules.words.words import notation
from web.errors import Text

NAMES: dict[str, Text] = {
    "completions": _("completions"),
    "touchdowns": _("touchdowns"),
    "interceptions": _("interceptions"),
    "casualties": _("casualties"),
    "score": _("score"),
}
CASUALTY_DICE: dict[str, Text] = {
    "d68": "%(die)s",
    "second": _("second %(die)s"),
    "reroll": _("apothecary's %(die)s"),
}
HEALING_DICE: dict[str, Text] = {
    "healer": _("healer's %(die)s"),
    "regeneration": _("%(die)s for Regeneration"),
    "card_roll": _("%(die)s for the card"),
}
COUNTED = {**{name: (0, most) for name, most in LIMITS}, "score": (0, dict(LIMITS)["touchdowns"])}
WHO = ("player", "by")


def field_of(name: str) -> str:
    """The field that an input's name is about: ``line.home.12.touchdowns``, ``score.home``."""
    first, _dot, rest = name.partition(".")
    return first if first == "score" else rest.rpartition(".")[2]


def name_of(field: str, book: Book) -> str:
    """What the field of a number is called: a die by the name that it has in the book."""
    if field in CASUALTY_DICE:
        return str(CASUALTY_DICE[field]) % {"die": casualty_die(book).name}
    if field in HEALING_DICE:
        return str(HEALING_DICE[field]) % {"die": notation((book.healing.die,), gettext)}
    return str(NAMES[field])


def range_of(field: str, book: Book) -> tuple[int, int] | None:
    """The least and the most that a field takes; None for one that takes no number."""
    if field in CASUALTY_DICE:
        die = casualty_die(book)
        return die.low, die.high
    return (1, book.healing.die) if field in HEALING_DICE else COUNTED.get(field)


def cannot_be(field: str, typed: str, book: Book) -> str:
    """What is wrong with something that is no number at all, or one beyond all bounds."""
    bounds = range_of(field, book)
    if field in WHO or bounds is None:
        return gettext("Choose somebody of the list.")
    words = gettext("%(field)s: “%(typed)s” cannot be; type a number from %(least)s to %(most)s.")
    name = name_of(field, book)
    return words % {"field": name[:1].upper() + name[1:], "typed": typed[:20], "least": bounds[0], "most": bounds[1]}


def can_be(field: str, typed: object, book: Book) -> bool:
    """Whether something typed is a number of the field's range; anything is possible in a field that takes none."""
    bounds = range_of(field, book)
    if bounds is None:
        return True
    text = str(typed)
    return text.isascii() and text.isdigit() and len(text) < 6 and bounds[0] <= int(text) <= bounds[1]
