"""A row of the form for an imported team (C9): one player, as typed and as read.

A value that cannot be read is marked at its field. ``rules.team.arriving.arrivals`` judges what can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.forms import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext

from rules.book.book import Book
from rules.sheet.sheet import NIGGLING, counts
from rules.team.arriving.arrival_checks import Veteran
from teams.building.draft_form import Typed
from teams.gold_field import read_gold, typed_gold
from teams.names import NameField
from teams.team_json import BIGGEST, MOST_WORDS

MOST_STEPS = 9
"""By how much one word can change a characteristic."""
PLAIN = ("number", "name", "position", "spp", "gained", "lost")
NUMBERS = ("number", "spp")


@dataclass(frozen=True, slots=True)
class Row:
    """The row of one player: basic fields, ticks, career, and the start values of a position off the list."""

    nth: int
    plain: tuple[Typed, ...]
    ticks: tuple[Typed, ...]
    career: tuple[Typed, ...]
    own: tuple[Typed, ...]

    @property
    def with_career(self) -> bool:
        """Whether anything is typed of the career, so that it is shown unfolded."""
        return any(field.value or field.errors for field in self.career)

    @property
    def with_own(self) -> bool:
        """Whether anything is typed of the start values."""
        return any(field.value or field.errors for field in self.own)


def fields_of(book: Book) -> tuple[str, ...]:
    """The fields of a row, by name."""
    cost = ("cost",) if book.with_costs else ()
    return (*plain_fields(book), *ticks_of(book), *book.deeds, "skills", *cost, *book.characteristics)


def plain_fields(book: Book) -> tuple[str, ...]:
    """The fields that stand first, with the conditions of the book; matches to miss, if there can be several."""
    several = any(row.misses > 1 for row in book.casualties)
    return (*PLAIN, *book.conditions, *(("misses",) if several else ()))


def ticks_of(book: Book) -> tuple[str, ...]:
    """The boxes to tick: what a coach can make a player, whether they miss the next match, and to remove the row."""
    return (*book.marks, "misses_next", "remove")


def labels(book: Book) -> dict[str, str]:
    """The labels of the fields of a row."""
    return {
        "number": gettext("Number"),
        "name": gettext("Name"),
        "position": gettext("Position"),
        "spp": gettext(book.points_called.short),
        "gained": gettext("Gained"),
        "lost": gettext("Lost"),
        **{each.key: gettext(each.name) for each in book.conditions.values()},
        **{each.key: gettext(each.name) for each in book.marks.values()},
        "misses": gettext("Matches to miss"),
        "misses_next": gettext("Misses the next match"),
        "remove": gettext("Remove player"),
        **{deed.key: capfirst(gettext(deed.many)) for deed in book.deeds.values()},
        "skills": gettext("Skills at the start"),
        "cost": gettext("Cost at the start, in thousands"),
        **dict(book.characteristic_names),
    }


def shown_row(nth: int, values: Mapping[str, str], wrong: Mapping[str, str], book: Book) -> Row:
    """A row as the page draws it. ``wrong`` has the errors by field."""
    words = labels(book)

    def typed(name: str) -> Typed:
        return Typed(f"player-{nth}-{name}", words[name], values[name], tuple(filter(None, [wrong.get(name)])))

    cost = ("cost",) if book.with_costs else ()
    own = tuple(typed(name) for name in (*book.characteristics, "skills", *cost))
    career = tuple(typed(name) for name in book.deeds)
    return Row(
        nth=nth,
        plain=tuple(typed(name) for name in plain_fields(book)),
        ticks=tuple(typed(name) for name in ticks_of(book)),
        career=career,
        own=own,
    )


def saved_values(one: Veteran, name: str, book: Book) -> dict[str, str]:
    """The saved values of a player, as typed."""
    values = dict.fromkeys(fields_of(book), "")
    values |= {each: str(getattr(one, each) or "") for each in NUMBERS}
    conditions = (*one.conditions, (NIGGLING, one.niggling), ("misses", one.misses))
    values |= {key: str(count) for key, count in conditions if count and key in values}
    values |= {each: str(count) for each, count in one.deeds if each in values}
    values |= {each: ", ".join(getattr(one, each)) for each in ("gained", "lost", "skills")}
    values |= {each: str(amount) for each, amount in one.profile if each in values}
    values |= {"name": name, "position": one.position}
    values |= {"cost": typed_gold(one.cost)} if book.with_costs else {}
    values |= {mark: "on" for mark in one.marks if mark in book.marks}
    return values | {"misses_next": "on" if one.misses_next else ""}


@dataclass(frozen=True, slots=True)
class ReadPlayer:
    """The player of a row. ``numbered`` says whether the number was typed."""

    one: Veteran
    name: str
    numbered: bool


class RowReading:
    """Reads one row. ``wrong`` has the errors by field."""

    def __init__(self, values: Mapping[str, str], book: Book) -> None:
        self.values, self.book = values, book
        self.wrong: dict[str, str] = {}

    def player(self) -> ReadPlayer | None:
        """The player, or None for an empty or removed row."""
        if self.values["remove"] or not any(self.values.values()):
            return None
        one = Veteran(
            position=self._text("position"),
            gained=tuple(_rise(step) for word in self._words("gained") for step in _steps(word)),
            lost=tuple(step.lstrip("-−").strip().upper() for word in self._words("lost") for step in _steps(word)),
            niggling=self._number(NIGGLING) if NIGGLING in self.book.conditions else 0,
            conditions=counts(**{key: self._number(key) for key in self.book.conditions if key != NIGGLING}),
            misses_next=bool(self.values["misses_next"]),
            marks=tuple(mark for mark in self.book.marks if self.values[mark]),
            misses=self._number("misses") if "misses" in self.values else 0,
            skills=self._words("skills"),
            profile=tuple((name, self._number(name)) for name in self.book.characteristics if self.values[name]),
            cost=self._gold("cost") if self.book.with_costs else 0,
            deeds=counts(**{deed: self._number(deed) for deed in self.book.deeds}),
            **{name: self._number(name) for name in NUMBERS},
        )
        return ReadPlayer(one, self._text("name"), bool(self.values["number"]))

    def _number(self, name: str) -> int:
        text = self.values[name].replace("−", "-")
        if not text:
            return 0
        if re.fullmatch(r"[+-]?[0-9]{1,10}", text) and abs(int(text)) <= BIGGEST:
            return int(text)
        self.wrong[name] = gettext("“%(text)s” is not a whole number.") % {"text": self.values[name][:20]}
        return 0

    def _gold(self, name: str) -> int:
        try:
            return read_gold(self.values[name])
        except ValidationError as error:
            self.wrong[name] = " ".join(error.messages)
            return 0

    def _text(self, name: str, text: str | None = None) -> str:
        try:
            return str(NameField(required=False).clean(self.values[name] if text is None else text))
        except ValidationError as error:
            self.wrong[name] = " ".join(error.messages)
            return ""

    def _words(self, name: str) -> tuple[str, ...]:
        words = tuple(self._text(name, word) for word in re.split(r"[,;]", self.values[name]) if word.strip())
        if len(words) > MOST_WORDS:
            self.wrong[name] = gettext("At most %(most)d are allowed.") % {"most": MOST_WORDS}
        return words[:MOST_WORDS]


def _steps(word: str) -> tuple[str, ...]:
    """A change by several steps, one by one: ``+2 ST`` is ``+ST`` twice, ``−2 MA`` is ``−MA`` twice."""
    found = re.fullmatch(rf"([+\-−])\s*([1-{MOST_STEPS}])\s*(\D+)", word)
    return (f"{found[1]}{found[3]}",) * int(found[2]) if found else (word,)


def _rise(word: str) -> str:
    """A gain as the rules write it: characteristics as ``+ST``."""
    return f"+{word[1:].strip().upper()}" if word.startswith("+") else word


def positions_of(book: Book, team_list: str) -> Iterable[str]:
    """The positions to choose from. Empty for an unknown list."""
    found = book.lists.get(team_list)
    return [position.name for position in found.positions] if found else []
