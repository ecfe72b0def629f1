"""The columns of a roster on pages: those that the book declares, in its order."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from web.errors import Text


class RosterColumn(NamedTuple):
    """A column: what it shows (``kind``), which of them (``place``), its heading and what that stands for."""

    kind: str
    place: int
    heading: Text
    meaning: Text = ""

    @property
    def css(self) -> str:
        """The class of its heading; on phones the name's second line has what is hidden."""
        return {"profile": "n st", "cost": "r", "spp": ""}.get(self.kind, "no-p" if self.kind in WORDS else "n no-p")


WORDS = ("position", "skills", "injuries")
"""The kinds of columns whose cells have words."""
PLAIN: dict[str, tuple[Text, Text]] = {
    "position": (_("Position"), ""),
    "skills": (_("Skills and injuries"), ""),
    "injuries": (_("Injuries"), ""),
    "cost": (_("Cost"), ""),
}
"""The columns of which there is one, besides points. A player's number and name stand at the head of the line."""


def injuries_with_skills(book: Book) -> bool:
    """Whether a book's roster has injuries right behind the skills, so that pages show both in one column."""
    return any(pair == ("skills", "injuries") for pair in pairwise(book.roster))


@lru_cache(maxsize=32)
def roster_columns(book: Book) -> tuple[RosterColumn, ...]:
    """The columns after the player's name. Injuries that follow the skills stand with them; notes are for paper."""
    several = {
        "profile:*": book.characteristic_names,
        "mark:*": tuple((mark.short, mark.name) for mark in book.marks.values()),
        "condition:*": tuple((condition.short, condition.many) for condition in book.conditions.values()),
        "deeds:*": tuple((deed.short, deed.many) for deed in book.deeds.values()),
    }
    points = book.points_called
    plain = {**PLAIN, "spp": (lazystr(points.short), lazystr(points.many))}
    if book.skills_called:
        plain["skills"] = (lazystr(book.skills_called), "")
    found = []
    for key in book.roster:
        kind = key.removesuffix(":*")
        for place, (short, full) in enumerate(several.get(key, ())):
            found.append(RosterColumn(kind, place, lazystr(short), lazystr(full)))
        if (
            key in plain
            and not (key == "injuries" and injuries_with_skills(book))
            and (key != "cost" or book.with_costs)
        ):
            found.append(RosterColumn(kind, 0, *plain[key]))
    return tuple(found)
