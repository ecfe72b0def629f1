"""The numbers of a report's fields: what each is called, how far it goes, and the words for one that cannot be."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.errors import Text
from rules.report import LIMITS

NAMES: dict[str, Text] = {
    "completions": _("completions"),
    "touchdowns": _("touchdowns"),
    "interceptions": _("interceptions"),
    "casualties": _("casualties"),
    "score": _("score"),
    "d68": _("D68"),
    "second": _("second D68"),
    "reroll": _("apothecary's D68"),
    "healer": _("healer's D6"),
    "regeneration": _("D6 for Regeneration"),
    "card_roll": _("D6 for the card"),
}
D68, D6 = (11, 68), (1, 6)
RANGES = {
    **{name: (0, most) for name, most in LIMITS},
    "score": (0, dict(LIMITS)["touchdowns"]),
    "d68": D68,
    "second": D68,
    "reroll": D68,
    "healer": D6,
    "regeneration": D6,
    "card_roll": D6,
}
WHO = ("player", "by")


def field_of(name: str) -> str:
    """The field that an input's name is about: ``line.home.12.touchdowns``, ``score.home``."""
    first, _dot, rest = name.partition(".")
    return first if first == "score" else rest.rpartition(".")[2]


def cannot_be(field: str, typed: str) -> str:
    """What is wrong with something that is no number at all, or one beyond all bounds."""
    if field in WHO:
        return gettext("Choose somebody of the list.")
    least, most = RANGES[field]
    words = gettext("%(field)s: “%(typed)s” cannot be; type a number from %(least)s to %(most)s.")
    name = str(NAMES[field])
    return words % {"field": name[:1].upper() + name[1:], "typed": typed[:20], "least": least, "most": most}


def can_be(field: str, typed: object) -> bool:
    """Whether something typed is a number of the field's range; anything is possible in a field that takes none."""
    if field not in RANGES:
        return True
    least, most = RANGES[field]
    text = str(typed)
    return text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most
