"""A crest as a page shows it: the drawing, or the picture that was uploaded instead of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Protocol

from django.utils.safestring import SafeString

from web.crests.crest import Crest, crest_in
from web.crests.svg import used

SMALL = 32
"""Up to this width in px, the small version of a picture is sharp enough on every screen."""


class Crested(Protocol):
    """What has a crest: a row with its stored ``crest``, and the address of its picture, empty if it has none."""

    crest: object

    @property
    def crest_picture(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """A crest, and the address of the picture that stands for it; empty if there is none."""

    crest: Crest = field(default_factory=Crest)
    picture: str = ""

    @property
    def first(self) -> str:
        """The name of its first colour."""
        return self.crest.first

    @property
    def second(self) -> str:
        """The name of its second colour."""
        return self.crest.second

    @property
    def small(self) -> str:
        """The address of the small version of its picture."""
        return f"{self.picture}&small"

    def html(self, width: int, label: str = "") -> SafeString:
        """The crest of this width in px, 1.2 times as high. ``label`` only where no name stands beside it."""
        if not self.picture:
            return used(self.crest, width, label)
        source = self.small if width <= SMALL else self.picture
        return SafeString(
            f'<img class="crest pictured" src="{escape(source)}" width="{width}" height="{round(width * 1.2)}"'
            f' alt="{escape(label)}" decoding="async">'
        )


def shown_crest(of: Crested) -> Shown:
    """The crest of a team or a league."""
    return Shown(crest_in(of.crest), of.crest_picture)
