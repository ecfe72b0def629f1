"""A team's badge: a number gives its colours and pattern, the name gives its initials."""

from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from web.errors import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """The data of ``components/_badge.html``. The colours are names from ``static/dugout/kits.css``."""

    first: str
    second: str
    charge: str
    initials: str


@dataclass(frozen=True, slots=True)
class Kit:
    """Two colours, a label that names them for people who cannot see them, and the pattern in the second colour."""

    label: Text
    first: str
    second: str
    charge: str


# A team stores the position of its kit in this list, so new kits are added only at the end.
KITS: tuple[Kit, ...] = (
    Kit(_("crimson and chalk"), "crimson", "chalk", "halves"),
    Kit(_("navy and gold"), "navy", "gold", "chevron"),
    Kit(_("turf and bone"), "turf", "bone", "hoop"),
    Kit(_("black and steel"), "black", "steel", "pale"),
    Kit(_("gold and black"), "gold", "black", "quarters"),
    Kit(_("violet and sky"), "violet", "sky", "chevron"),
    Kit(_("chalk and crimson"), "chalk", "crimson", "hoop"),
    Kit(_("teal and chalk"), "teal", "chalk", "pale"),
    Kit(_("rust and bone"), "rust", "bone", "chevron"),
    Kit(_("sky and navy"), "sky", "navy", "halves"),
    Kit(_("moss and gold"), "moss", "gold", "hoop"),
    Kit(_("plum and pink"), "plum", "pink", "quarters"),
    Kit(_("steel and crimson"), "steel", "crimson", "chevron"),
    Kit(_("brown and gold"), "brown", "gold", "halves"),
    Kit(_("bone and turf"), "bone", "turf", "quarters"),
    Kit(_("pink and black"), "pink", "black", "hoop"),
    Kit(_("navy and chalk"), "navy", "chalk", "quarters"),
    Kit(_("black and crimson"), "black", "crimson", "halves"),
    Kit(_("turf and gold"), "turf", "gold", "pale"),
    Kit(_("crimson and black"), "crimson", "black", "hoop"),
    Kit(_("chalk and navy"), "chalk", "navy", "chevron"),
    Kit(_("teal and gold"), "teal", "gold", "halves"),
    Kit(_("violet and gold"), "violet", "gold", "hoop"),
    Kit(_("rust and black"), "rust", "black", "pale"),
)


def kit_numbered(number: int) -> Kit:
    """The kit of a team. Every number gives a kit."""
    return KITS[number % len(KITS)]


def badge_for(name: str, number: int) -> Badge:
    """The badge of a team called ``name`` with the kit ``number``."""
    return badge_of(kit_numbered(number), initials(name))


def badge_of(kit: Kit, letters: str) -> Badge:
    """The badge in a kit with these initials."""
    return Badge(first=kit.first, second=kit.second, charge=kit.charge, initials=letters)


@lru_cache(maxsize=4096)
def shield(badge: Badge) -> SafeString:
    """The HTML of a small badge without text, drawn once per process."""
    return render_to_string("components/_badge.html", {"badge": badge})


def initials(name: str) -> str:
    """Up to three letters: the first letters of the first three words, or the first three letters of a single word."""
    words = ["".join(filter(str.isalnum, word)) for word in name.split()]
    words = [word for word in words if word]
    letters = words[0][:3] if len(words) == 1 else "".join(word[0] for word in words[:3])
    return letters.upper()[:3]
