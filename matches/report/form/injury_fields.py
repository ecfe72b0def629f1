"""What the form asks about an injury: the fields that the book declares, and their names in the form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.translation import gettext

from matches.casualty_words import die_of
from matches.sequence.hired import HIRED, hired_value
from rules.book.book import Book
from rules.book.rows.injuries import CasualtyTable, InjuryField
from rules.sequence.sequence import faces_of
from rules.sheet.match import Injury, further
from rules.words.words import notation

IN_FORM = {
    "casualty": "d68",
    "second_casualty": "second",
    "apothecary_reroll": "reroll",
    "apothecary_reserves": "apothecary",
}
"""Names in the form that are older than the fields of books. Drafts are stored with them."""
TICKED = {"apothecary_reserves": "reserves"}
DICE = ("die", "card_die")
WHO = ("player", "named", "cause", "by")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One field of an injury: a roll on a casualty table, or what ``field`` says. ``field`` is None for the roll."""

    key: str
    name: str
    field: InjuryField | None = None
    table: CasualtyTable | None = None

    @property
    def tick(self) -> str:
        """The value of a tick in the form; empty for other fields."""
        return TICKED.get(self.key, "yes") if self.field is not None and self.field.kind == "tick" else ""

    @property
    def is_number(self) -> bool:
        """Whether a number is entered: a die, or a roll on a table."""
        return self.table is not None or (self.field is not None and self.field.kind in DICE)

    @property
    def dice(self) -> str:
        """What is rolled for it."""
        if self.table is not None:
            return die_of(self.table).name
        return notation((self.field.faces,), gettext) if self.field is not None and self.field.faces else ""

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The least and the greatest number that can be rolled; None for a field without dice."""
        if self.table is not None:
            die = die_of(self.table)
            return die.low, die.high
        faces = faces_of(self.field.faces) if self.field is not None and self.field.kind in DICE else ()
        return (faces[0], faces[-1]) if faces else None

    @property
    def called(self) -> str:
        """Its name in a message about its number."""
        own = gettext(self.field.name).format(dice=self.dice) if self.field is not None else self.dice
        further_on = self.table is not None and self.key != (self.field.key if self.field is not None else "casualty")
        return f"{own}, {gettext(self.table.name)}" if further_on and self.table is not None else own


@lru_cache(maxsize=32)
def asked(book: Book) -> tuple[Asked, ...]:
    """All fields of an injury: the casualty roll with the rolls to which it may lead, then the book's own."""
    found = list(_rolls(book, "casualty", None))
    for field in book.injury_fields.values():
        if field.kind == "casualty":
            found += _rolls(book, field.key, field)
        else:
            found.append(Asked(key=field.key, name=IN_FORM.get(field.key, field.key), field=field))
    return tuple(found)


def _rolls(book: Book, key: str, field: InjuryField | None) -> list[Asked]:
    keys = [further(key, table) if nth else key for nth, table in enumerate(book.casualty_tables)]
    return [
        Asked(key=one, name=IN_FORM.get(one, one), field=field, table=table)
        for one, table in zip(keys, book.casualty_tables.values(), strict=True)
    ]


def field_names(book: Book) -> tuple[str, ...]:
    """The names of all fields of an injury in the form."""
    return (*WHO, *(each.name for each in asked(book)))


def blank_row(book: Book, player: str = "") -> dict[str, str]:
    """An injury of which nothing is known yet."""
    return dict.fromkeys(field_names(book), "") | {"player": player, "cause": "block"}


def _culprit(injury: Injury) -> int | str:
    if injury.by_induced:
        return hired_value(injury.by_hired) if injury.by_hired else HIRED
    return injury.by or ""


def injury_values(book: Book, injury: Injury) -> Mapping[str, Any]:
    """An injury as values of its row."""
    values: dict[str, Any] = {
        "player": injury.player,
        "named": injury.named,
        "cause": injury.cause,
        "by": _culprit(injury),
    }
    for each in asked(book):
        value = injury.value(each.key)
        values[each.name] = (each.tick if value else "") if each.tick else value or ""
    return values | ({"d68": ""} if injury.named else {})
