"""The names that people show to each other: what may stand in one, and when two are taken for the same.

What is refused would deceive: characters that nobody sees, that turn the words after them round, or another's name in
other letters of the same look (capitals, full width, ligatures). Alphabets that look alike are not told apart.
"""

import unicodedata
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import FORMER, User

JOINERS = "\u200c\u200d"
"""Invisible, but needed within Persian and Indian words and within some emoji."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category, but nothing to be seen."""
REFUSED = {
    "Cc": _("a control character"),
    "Cf": _("an invisible character, or one that turns the writing round"),
    "Zl": _("a line break"),
    "Zp": _("a line break"),
    "Co": _("a character that only some fonts have"),
    "Cs": _("half a character"),
}


def clean(name: str) -> str:
    """The name in one spelling (NFC), with single spaces between its words. Raises ValidationError."""
    spaced = name.replace("\t", " ").strip()
    for place, letter in enumerate(spaced, start=1):
        what = REFUSED.get(unicodedata.category(letter))
        if what and letter not in JOINERS:
            raise ValidationError(
                _("Character %(place)s of the name is %(what)s (%(code)s). Leave it out."),
                code="name_character",
                params={"place": place, "what": what, "code": f"U+{ord(letter):04X}"},
            )
    composed = " ".join(unicodedata.normalize("NFC", spaced).split())
    if composed and not key_of(composed):
        raise ValidationError(_("Nobody would see this name. Use letters or digits."), code="name_unseen")
    return composed


def key_of(name: str) -> str:
    """What two names have in common that people would take for the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = (letter for letter in folded if letter not in JOINERS and letter not in BLANKS)
    return " ".join("".join(seen).split())


def by_name(each: Any) -> str:
    """The key by which whatever has a ``name`` stands in a list: Ä beside A, ß as ss, capitals as small letters."""
    folded = unicodedata.normalize("NFKD", str(each.name).casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def is_among(name: str, others: Iterable[str]) -> bool:
    """Whether people would take a name for one of these. No database is asked: SQLite knows capitals of ASCII only."""
    key = key_of(name)
    return any(key_of(other) == key for other in others)


def refuse_taken(name: str, *, besides: User | None = None) -> None:
    """Raises ValidationError where another shows that name, or signs in with it."""
    key = key_of(name)
    if key == key_of(FORMER):
        raise ValidationError(
            _("“%(name)s” is what people are called who have deleted their accounts. Choose another name."),
            code="name_reserved",
            params={"name": name},
        )
    others = User.objects.exclude(pk=besides.pk) if besides else User.objects.all()
    for pair in others.values_list("display_name", "username").iterator():
        if key in map(key_of, pair):
            raise ValidationError(
                _("Somebody else goes by the name “%(name)s” here, in these or other capitals. Choose another."),
                code="name_taken",
                params={"name": name},
            )
