"""The names that people show to each other: which characters they may have, and when two names count as the same.

It refuses names that would deceive: invisible characters, characters that reverse the text after them, and the name of
another person in letters that look the same (capitals, full width, ligatures). It does not compare alphabets that look
alike.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import FORMER, User

JOINERS = "\u200c\u200d"
"""Invisible, but needed within Persian and Indian words and within some emoji."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category, but invisible."""
REFUSED = {
    "Cc": _("a control character"),
    "Cf": _("an invisible character, or one that reverses the text"),
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
        raise ValidationError(_("This name is invisible. Use letters or digits."), code="name_unseen")
    return composed


def key_of(name: str) -> str:
    """The key of a name: equal for names that people would think are the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = (letter for letter in folded if letter not in JOINERS and letter not in BLANKS)
    return " ".join("".join(seen).split())


def by_name(each: Any) -> str:
    """The sort key of anything with a ``name``: Ä next to A, ß like ss, capitals like small letters."""
    return _folded(str(each.name))


@lru_cache(maxsize=8192)
def _folded(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


def is_among(name: str, others: Iterable[str]) -> bool:
    """Whether people would think that a name is one of these. In Python, since SQLite only knows capitals of ASCII."""
    key = key_of(name)
    return any(key_of(other) == key for other in others)


def refuse_taken(name: str, *, besides: User | None = None) -> None:
    """Raise ValidationError if another person shows that name, or signs in with it."""
    key = key_of(name)
    if key == key_of(FORMER):
        raise ValidationError(
            _("“%(name)s” is the name of people who deleted their accounts. Choose another name."),
            code="name_reserved",
            params={"name": name},
        )
    others = User.objects.exclude(pk=besides.pk) if besides else User.objects.all()
    for pair in others.values_list("display_name", "username").iterator():
        if key in map(key_of, pair):
            raise ValidationError(
                _("Someone else already uses the name “%(name)s”, perhaps with other capitals. Choose another one."),
                code="name_taken",
                params={"name": name},
            )
