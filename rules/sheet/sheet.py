"""The paper roster: a team and its players as immutable data.

Only ``rules.journal.apply`` changes a sheet. Nothing here reads an edition's tables. Gold is in gold pieces (gp).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, cast

T = TypeVar("T")
TRADED, LENT, BORROWED, RETURNED = "traded", "lent", "borrowed", "returned"
AWAY = (TRADED, LENT, RETURNED)
Profile = tuple[tuple[str, int], ...]
Counts = tuple[tuple[str, int], ...]


def value_in(pairs: Counts, name: str, default: int = 0) -> int:
    """The number that belongs to ``name`` in ``pairs``, else ``default``."""
    for key, value in pairs:
        if key == name:
            return value
    return default


def with_value(pairs: Counts, name: str, value: int) -> Counts:
    """``pairs`` with ``name`` set to ``value``, in the same order; a new name goes last."""
    if any(key == name for key, _ in pairs):
        return tuple((key, value if key == name else old) for key, old in pairs)
    return (*pairs, (name, value))


def added(counts: Counts, more: Counts) -> Counts:
    """Both counts together: in the order of their keys, so that equal counts are the same, and without zeros."""
    if not more:
        return counts
    total = dict(counts)
    for key, count in more:
        total[key] = total.get(key, 0) + count
    return tuple((key, total[key]) for key in sorted(total) if total[key])


def counts(**each: int) -> Counts:
    """Counts by key, in the order of their keys and without zeros."""
    return added((), tuple(each.items()))


EARLIER_DEEDS = ("completions", "touchdowns", "interceptions", "casualties", "mvps")


def deeds_as_pairs(data: dict[str, Any]) -> dict[str, Any]:
    """Stored data in today's form: each deed was a field of its own before an edition declared its deeds."""
    if data.keys().isdisjoint(EARLIER_DEEDS):
        return data
    deeds = [[key, data[key]] for key in sorted(EARLIER_DEEDS) if data.get(key)]
    return {key: value for key, value in data.items() if key not in EARLIER_DEEDS} | {"deeds": deeds}


JOURNEYMAN = "journeyman"
"""How a player joined who plays for the team without being one of its squad: it can hire them after the match."""
ENDLESS = "endless"
"""How a line joined that stands for as many nameless players as the team needs, in the match and after it."""
NIGGLING = "niggling"
"""The condition that had a field of its own before editions declared their conditions."""


def line_as_today(data: dict[str, Any]) -> dict[str, Any]:
    """A stored line of a roster in today's form, also from before editions declared deeds and conditions."""
    data = deeds_as_pairs(data)
    if data.keys().isdisjoint((NIGGLING, "misses_next")):
        return data
    found: dict[str, Any] = {"conditions": [[NIGGLING, data[NIGGLING]]]} if data.get(NIGGLING) else {}
    found |= {"misses": 1} if data.get("misses_next") else {}
    return {key: value for key, value in data.items() if key not in (NIGGLING, "misses_next")} | found


def sheet_as_today(data: dict[str, Any]) -> dict[str, Any]:
    """A stored roster in today's form, with all lines of it."""
    players = [line_as_today(line) for line in data.get("players", ())]
    departed = [gone | {"line": line_as_today(gone["line"])} for gone in data.get("departed", ())]
    return data | {name: lines for name, lines in (("players", players), ("departed", departed)) if lines}


@cache
def _slots(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, Callable[[Any, Any], None]]]:
    """A function that reads all fields of a dataclass at once, and functions that write each field."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: kind.__dict__[name].__set__ for name in names}


def changed(sheet: T, **changes: Any) -> T:
    """A copy of a sheet or line with some fields changed. Raises ``KeyError`` for an unknown field.

    A faster ``dataclasses.replace``, which took most of the time of a journal's fold.
    """
    read, write = _slots(cast(Hashable, type(sheet)))
    copy = object.__new__(type(sheet))
    for put, value in zip(write.values(), read(sheet), strict=True):
        put(copy, value)
    for name, value in changes.items():
        write[name](copy, value)
    return copy


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerSheet:
    """One line of the roster.

    ``player`` is the player's id, never the shirt number or place. ``history`` lists gains and losses in order, with
    what each added to the cost (gp): skills by name, ``+MA`` for a better and ``-AV`` for a worse characteristic,
    ``niggling``. ``cost`` (gp) includes them all. ``spp`` are all points earned, ``spent`` those that the player has
    spent, in books where they can. ``improvements`` counts the improvements so far. ``loan`` is the id of the loan on
    which the player came to this team or left it, 0 for none. ``deeds`` counts what the edition counts for a player,
    ``conditions`` what lasts of their injuries, both by key. ``marks`` are the keys of what their coach has made them.
    ``misses`` is how many matches they still have to miss. ``results`` are the results of rolls that made the player
    better, in order, in books that bar one from coming twice. ``seasons`` counts how often the player was kept for
    another season, in books in which that has a price.
    """

    earlier: ClassVar = line_as_today

    player: int
    number: int
    position: str
    start: Profile
    profile: Profile
    starting_skills: tuple[str, ...] = ()
    gained_skills: tuple[str, ...] = ()
    history: Counts = ()
    cost: int
    joined: str = "hired"
    spp: int = 0
    spent: int = 0
    improvements: int = 0
    conditions: Counts = ()
    marks: tuple[str, ...] = ()
    misses: int = 0
    deeds: Counts = ()
    loan: int = 0
    results: tuple[str, ...] = ()
    seasons: int = 0

    @property
    def misses_next(self) -> bool:
        """Whether the player misses the next match."""
        return self.misses > 0

    @property
    def on_trial(self) -> bool:
        """Whether the player is a journeyman, who takes no place in the squad and leaves unless the team hires them."""
        return self.joined == JOURNEYMAN

    @property
    def endless(self) -> bool:
        """Whether the line stands for as many nameless players as the team needs: nothing of them is kept but deeds."""
        return self.joined == ENDLESS

    @property
    def takes_place(self) -> bool:
        """Whether the line takes a place of the squad."""
        return self.joined not in (JOURNEYMAN, ENDLESS)

    @property
    def niggling(self) -> int:
        """How many niggling injuries the player has."""
        return value_in(self.conditions, NIGGLING)

    def condition(self, key: str) -> int:
        """How often the player has a condition, or for how many matches it still lasts."""
        return value_in(self.conditions, key)

    def deed(self, key: str) -> int:
        """How often the player has done something that the edition counts."""
        return value_in(self.deeds, key)

    @property
    def skills(self) -> tuple[str, ...]:
        """All skills, the position's own first."""
        return self.starting_skills + self.gained_skills

    def characteristic(self, name: str) -> int:
        """The current value of a characteristic, including gains and losses."""
        return value_in(self.profile, name)

    def starting_characteristic(self, name: str) -> int:
        """The value of a characteristic that the player started with."""
        return value_in(self.start, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departed:
    """A player who is no longer on the roster: how they left, and their line at that moment.

    A player who left in one of the ways of ``AWAY`` is on another roster, and can come back from there.
    """

    how: str
    line: PlayerSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Permanent:
    """Inducements of one kind that are part of the roster (L9): ``cost`` in gp is for all of them.

    ``star`` is the name of a star player; ``position`` and ``skills`` are for mercenaries.
    """

    inducement: str
    count: int
    cost: int
    star: str = ""
    position: str = ""
    skills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSheet:
    """The roster of a team: players, goods and gold.

    ``fan_factor`` and ``rerolls`` are the team's own, without what a trophy adds. ``reroll_cost`` (gp) is the price on
    the team list, which is also a re-roll's value. ``staff`` counts by kind. ``treasury`` and ``bank`` are in gp.
    ``special_rules`` are those that the coach has chosen, without those that all teams of the list have.
    """

    edition: str = ""
    team_list: str = ""
    players: tuple[PlayerSheet, ...] = ()
    departed: tuple[Departed, ...] = ()
    rerolls: int = 0
    reroll_cost: int = 0
    fan_factor: int = 0
    staff: Counts = ()
    treasury: int = 0
    bank: int = 0
    trophies: tuple[str, ...] = ()
    inducements: tuple[Permanent, ...] = ()
    special_rules: tuple[str, ...] = ()

    def staff_count(self, kind: str) -> int:
        """How many of a kind of staff the team has."""
        return value_in(self.staff, kind)

    def player(self, player: int) -> PlayerSheet | None:
        """The line of a player by id; None if the player is not on the roster."""
        for line in self.players:
            if line.player == player:
                return line
        return None

    def numbered(self, number: int) -> PlayerSheet | None:
        """The line of the player with that shirt number; None if the number is free."""
        for line in self.players:
            if line.number == number:
                return line
        return None

    @property
    def available(self) -> tuple[PlayerSheet, ...]:
        """The players who can play in the next match."""
        return tuple([line for line in self.players if not line.misses])

    def free_numbers(self, wanted: int) -> tuple[int, ...]:
        """The lowest free shirt numbers, as many as ``wanted``."""
        worn = {line.number for line in self.players}
        free: list[int] = []
        number = 1
        while len(free) < wanted:
            if number not in worn:
                free.append(number)
            number += 1
        return tuple(free)
