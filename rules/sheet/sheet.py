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
    what each added to the cost (gp): skills by name, ``+MA``/``-AV`` for characteristics, ``niggling``. ``cost`` (gp)
    includes them all. ``improvements`` counts the improvement rolls used. ``loan`` is the id of the loan on which the
    player came to this team or left it, 0 for none. ``deeds`` counts what the edition counts for a player, by key.
    """

    earlier: ClassVar = deeds_as_pairs

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
    improvements: int = 0
    niggling: int = 0
    misses_next: bool = False
    deeds: Counts = ()
    loan: int = 0

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
        return tuple(line for line in self.players if not line.misses_next)

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
