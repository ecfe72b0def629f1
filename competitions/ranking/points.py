"""Results, and the table points that a side gets for one: for its outcome, and bonuses if a league gives them.

Pure. Every point belongs to a term that says what it is for; a side's points are the sum of its terms. An edition says
which schemes its rulebook prints; bonuses are the league's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import NamedTuple

Key = int | str
"""The key of a team or a match. All keys of one table have one type, so that they can be sorted."""


class Outcome(StrEnum):
    """How a match ended for one side. The value is what is stored.

    ``letter`` is used in a row's form; a bye and a walkover share one. ``sign`` is 1 for outcomes like a win, 0 for a
    draw, -1 for outcomes like a loss.
    """

    letter: str
    sign: int

    WIN = "win", "W", 1
    DRAW = "draw", "D", 0
    LOSS = "loss", "L", -1
    BYE = "bye", "B", 1
    WALKOVER = "walkover", "B", 1
    FORFEIT = "forfeit", "F", -1
    CONCEDED = "conceded", "C", -1

    def __new__(cls, value: str, letter: str, sign: int) -> Outcome:
        """A member that is its stored value and carries its letter and sign."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.letter = letter
        member.sign = sign
        return member


WINNING = (Outcome.WIN, Outcome.WALKOVER)
"""The outcomes by which a side beats another one."""


class Side(NamedTuple):
    """One team's part in a result.

    ``points`` replaces the points of the scheme. ``score_difference`` and ``casualty_difference``, if given, count
    instead of the score and the casualties (a walkover recorded as 2-0 that a league counts as level). ``team_value``
    is the value at the kick-off, in gp, if it is known.
    """

    team: Key
    outcome: Outcome
    score: int = 0
    casualties: int = 0
    points: int | None = None
    score_difference: int | None = None
    casualty_difference: int | None = None
    team_value: int | None = None


class Result(NamedTuple):
    """One match or other fixture that counts in the table; ``away`` is None for a bye.

    ``played`` says whether it was really played. A team's results are sorted by ``order``, ``round`` and ``key``:
    ``order`` is only needed if rounds are not played one after another.
    """

    key: Key
    round: int
    home: Side
    away: Side | None = None
    played: bool = True
    order: int = 0

    @property
    def sides(self) -> tuple[Side, ...]:
        """The home side, and the away side if there is one."""
        return (self.home,) if self.away is None else (self.home, self.away)

    def part_of(self, team: Key) -> Part:
        """The side of ``team``, the other side, and whether they played; ``team`` must be one of them."""
        if self.home.team == team:
            return Part(self.home, self.away, self.played)
        assert self.away is not None
        return Part(self.away, self.home, self.played)


class Part(NamedTuple):
    """A result as one team sees it."""

    own: Side
    other: Side | None
    played: bool


class Adjustment(NamedTuple):
    """Points that a commissioner added or removed, and the round after which they count (0: from the start)."""

    team: Key
    points: int
    round: int = 0


class Term(NamedTuple):
    """Some of a side's points, and what for: an ``Outcome``, one of ``BONUSES``, ``RECORDED`` or ``ADJUSTMENT``."""

    key: str
    points: int


BONUSES = ("touchdown_bonus", "clean_sheet_bonus", "casualty_bonus", "narrow_loss_bonus")
RECORDED, ADJUSTMENT = "recorded", "adjustment"
TERMS = (*Outcome, *BONUSES, RECORDED, ADJUSTMENT)
"""Every key that a term may have, in the order in which terms are shown."""

SIZE = 9_999
"""The most points that an outcome or a bonus can add or remove; imported records may come near it."""
TYPED = 99
"""The most points that a commissioner can type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Table points for each outcome, and the size of each bonus: 0 for none.

    Bonuses are for matches that were played, and never for a side that conceded. ``touchdowns_needed`` and
    ``casualties_needed`` earn their bonuses; a loss by at most ``narrow_loss_by`` is a narrow one. Raises
    ValueError for a size out of bounds or a threshold below 1.
    """

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    walkover: int = 3
    forfeit: int = 0
    conceded: int = 0
    touchdown_bonus: int = 0
    touchdowns_needed: int = 3
    clean_sheet_bonus: int = 0
    casualty_bonus: int = 0
    casualties_needed: int = 3
    narrow_loss_bonus: int = 0
    narrow_loss_by: int = 1

    def __post_init__(self) -> None:
        for each in fields(self):
            value, lowest = getattr(self, each.name), 1 if each.name in THRESHOLDS else -SIZE
            if not lowest <= value <= SIZE:
                raise ValueError(f"{each.name} must be from {lowest} to {SIZE}, not {value}")

    @property
    def bonuses(self) -> bool:
        """Whether there is any bonus."""
        return bool(self.touchdown_bonus or self.clean_sheet_bonus or self.casualty_bonus or self.narrow_loss_bonus)

    def of(self, own: Side, other: Side | None = None, played: bool = True) -> int:
        """The points that ``own`` gets from a result against ``other``: the sum of its terms."""
        return sum(term.points for term in self.terms(own, other, played))

    def terms(self, own: Side, other: Side | None = None, played: bool = True) -> tuple[Term, ...]:
        """The terms of ``own``: its recorded points, or else those of its outcome and its bonuses."""
        return self.counted()(Part(own, other, played))

    def counted(self) -> Callable[[Part], tuple[Term, ...]]:
        """What gives the terms of a part: made once for many parts, since most have the same few."""
        alone = {outcome: (Term(outcome, getattr(self, outcome)),) for outcome in Outcome}
        bonuses = self.bonuses

        def terms(part: Part) -> tuple[Term, ...]:
            own, other, played = part
            if own.points is not None:
                return (Term(RECORDED, own.points),)
            base = alone[own.outcome]
            if not bonuses or other is None or not played or own.outcome is Outcome.CONCEDED:
                return base
            return (*base, *self._earned(own, other))

        return terms

    def reached(self, part: Part) -> int:
        """How many of three bonuses a side reached, whether or not the table gives points for them.

        They are those for scoring, for conceding nothing and for injuries.
        """
        own, other, played = part
        if other is None or not played or own.outcome is Outcome.CONCEDED:
            return 0
        many = own.casualties >= self.casualties_needed
        return (own.score >= self.touchdowns_needed) + (other.score == 0) + many

    def _earned(self, own: Side, other: Side) -> list[Term]:
        earned = []
        if self.touchdown_bonus and own.score >= self.touchdowns_needed:
            earned.append(Term("touchdown_bonus", self.touchdown_bonus))
        if self.clean_sheet_bonus and other.score == 0:
            earned.append(Term("clean_sheet_bonus", self.clean_sheet_bonus))
        if self.casualty_bonus and own.casualties >= self.casualties_needed:
            earned.append(Term("casualty_bonus", self.casualty_bonus))
        narrow = own.outcome is Outcome.LOSS and 0 <= other.score - own.score <= self.narrow_loss_by
        if self.narrow_loss_bonus and narrow:
            earned.append(Term("narrow_loss_bonus", self.narrow_loss_bonus))
        return earned


THRESHOLDS = frozenset({"touchdowns_needed", "casualties_needed", "narrow_loss_by"})


class Preset(NamedTuple):
    """A scheme that leagues call by its three numbers."""

    win: int
    draw: int
    loss: int

    @property
    def name(self) -> str:
        """The usual name, such as 3/1/0."""
        return f"{self.win}/{self.draw}/{self.loss}"


PRESETS = (Preset(3, 1, 0), Preset(3, 1, 1), Preset(5, 3, 1), Preset(2, 1, 0))
"""The usual schemes of leagues; an edition says which of them, and which others, its rulebook prints."""
PRESET_NAME = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{1,2})", re.ASCII)


def preset_named(name: str) -> Preset | None:
    """The scheme with a name like ``3/1/0``; None for any other text."""
    found = PRESET_NAME.fullmatch(name)
    return Preset(*map(int, found.groups())) if found else None
