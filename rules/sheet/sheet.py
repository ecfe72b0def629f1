"""The paper roster: a team and its players as immutable data.

A sheet is only ever changed by ``rules.journal.apply``; nothing here reads an edition's tables.
Gold is an integer number of gold pieces (gp).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast

T = TypeVar("T")
TRADED, LENT, BORROWED, RETURNED = "traded", "lent", "borrowed", "returned"
AWAY = (TRADED, LENT, RETURNED)
Profile = tuple[tuple[str, int], ...]
Counts = tuple[tuple[str, int], ...]


def value_in(pairs: Counts, name: str, default: int = 0) -> int:
    """The number that ``pairs`` hold for ``name``."""
    for key, value in pairs:
        if key == name:
            return value
    return default


def with_value(pairs: Counts, name: str, value: int) -> Counts:
    """``pairs`` with ``name`` set to ``value``, in the same order; a new name goes last."""
    if any(key == name for key, _ in pairs):
        return tuple((key, value if key == name else old) for key, old in pairs)
    return (*pairs, (name, value))


@cache
def _slots(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, Callable[[Any, Any], None]]]:
    """What reads all fields of a kind of sheet at once, and what writes each."""
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: kind.__dict__[name].__set__ for name in names}


def changed(sheet: T, **changes: Any) -> T:
    """A copy of a sheet or line with some fields changed. Raises ``KeyError`` for a field that it does not have.

    ``dataclasses.replace`` does the same; it was most of the time that folding a journal took.
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

    ``player`` is the player's own id, never his number or place. ``history`` lists what he gained and lost, in order,
    with what it added to his cost (gp): skills by name, ``+MA``/``-AV`` for characteristics, ``niggling``. ``cost``
    includes it all. ``improvements`` counts the improvement rolls that he has used. ``loan`` is the id of the loan on
    which he is with this team, or has left it for another; 0 for a player of its own.
    """

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
    completions: int = 0
    touchdowns: int = 0
    interceptions: int = 0
    casualties: int = 0
    mvps: int = 0
    loan: int = 0

    @property
    def skills(self) -> tuple[str, ...]:
        """All skills, the position's own first."""
        return self.starting_skills + self.gained_skills

    def characteristic(self, name: str) -> int:
        """The present value of a characteristic, gains and losses included."""
        return value_in(self.profile, name)

    def starting_characteristic(self, name: str) -> int:
        """The value that the characteristic had on the team list."""
        return value_in(self.start, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Departed:
    """A player who is no longer on the roster: how he went, and the line as it stood.

    Who went in one of the ways of ``AWAY`` is on another roster, and may come from there again.
    """

    how: str
    line: PlayerSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Permanent:
    """Inducements of one kind that are part of the roster (L9): ``cost`` in gp is for all of them.

    ``star`` names a star player; ``position`` and ``skills`` tell of mercenaries.
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

    ``fan_factor`` is the team's own, without a trophy's point; ``rerolls`` without a trophy's re-roll;
    ``reroll_cost`` is the list price, which is what a re-roll is worth. ``staff`` counts by kind.
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
        """How many of a kind of staff the team employs."""
        return value_in(self.staff, kind)

    def player(self, player: int) -> PlayerSheet | None:
        """The line of a player on the roster; None if he is not on it."""
        for line in self.players:
            if line.player == player:
                return line
        return None

    def numbered(self, number: int) -> PlayerSheet | None:
        """The line with that shirt number; None if it is free."""
        for line in self.players:
            if line.number == number:
                return line
        return None

    @property
    def available(self) -> tuple[PlayerSheet, ...]:
        """The players who can play in the next match."""
        return tuple(line for line in self.players if not line.misses_next)

    def free_numbers(self, wanted: int) -> tuple[int, ...]:
        """The ``wanted`` lowest numbers that no player on the roster wears."""
        worn = {line.number for line in self.players}
        free: list[int] = []
        number = 1
        while len(free) < wanted:
            if number not in worn:
                free.append(number)
            number += 1
        return tuple(free)
