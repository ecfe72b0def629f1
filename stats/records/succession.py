"""Who held a record when: the line of succession, made by going through the matches in their order of play.

Plain data and no queries. A higher value takes a record, the same one shares it. What several reach in one match is
compared after it, since nobody knows who was first.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from stats.played.matches import PlayedMatch

MOST_REIGNS = 21
"""So many reigns of a record are kept, the latest."""
NAMED = 8
"""So many of those who share a record are named."""
Value = tuple[int, ...]
"""What a record is measured by. A second number decides between equal first ones."""


class Spot(NamedTuple):
    """A match as a record names it: its address, its day if known, where it was played, by row ids, and its stage."""

    match: str
    when: date | None
    season: int | None
    competition: int | None
    round: int | None
    stage: str = ""


def spot_of(match: PlayedMatch) -> Spot:
    """A match as records name it."""
    return Spot(match.public_id, match.when, match.season, match.competition, match.round, match.stage)


class Mark(NamedTuple):
    """What somebody reached: a team, or a ``player`` of it with shirt and position then, in or by a match.

    ``other`` is the opponent, None where a record is about no single match; ``score`` is the own one and theirs.
    ``start`` is where a streak began; ``season`` (row id) tells sums of one season apart.
    """

    value: Value
    team: int
    spot: Spot
    player: int | None = None
    number: int | None = None
    position: str = ""
    other: int | None = None
    score: tuple[int, int] | None = None
    start: Spot | None = None
    season: int | None = None

    @property
    def who(self) -> tuple[int, int | None, int | None]:
        """Whose it is: the same player is one holder whatever the team, in each season another."""
        return (0 if self.player is not None else self.team, self.player, self.season)


class Reign(NamedTuple):
    """A value with all who share it, and the match since which the first of them has had the record."""

    value: Value
    marks: tuple[Mark, ...]
    since: Spot

    @property
    def named(self) -> tuple[Mark, ...]:
        """The marks of those whom pages name."""
        return self.marks[:NAMED]


class Record(NamedTuple):
    """A record of the book by its key: the present reign last. ``lasting`` are holders whose streak goes on."""

    key: str
    reigns: tuple[Reign, ...]
    lasting: frozenset[tuple[int, int | None, int | None]] = frozenset()

    @property
    def sign(self) -> str:
        """All that pages say of it in a few letters; hundreds may share a reign, and few of them are named."""
        reigns = [(each.value, each.named, len(each.marks), each.since) for each in self.reigns]
        return sha256(repr((self.key, reigns, sorted(map(repr, self.lasting)))).encode()).hexdigest()

    @property
    def now(self) -> Reign:
        """Who holds it."""
        return self.reigns[-1]

    @property
    def former(self) -> tuple[Reign, ...]:
        """Who held it before, the latest first."""
        return self.reigns[-2::-1]


class Succession:
    """The reigns of one record. Nothing below ``least`` is one; a sum that ``grows`` is the same reign."""

    def __init__(self, least: int, *, grows: bool = False) -> None:
        self._least, self._grows = least, grows
        self.reigns: list[Reign] = []

    def copy(self) -> Succession:
        """One with the same reigns, to go on with."""
        other = Succession(self._least, grows=self._grows)
        other.reigns = self.reigns.copy()
        return other

    def record(self, key: str) -> Record:
        """The record of this key. Only for one that somebody holds."""
        return Record(key, tuple(self.reigns[-MOST_REIGNS:]))

    def takes(self, value: Value) -> bool:
        """Whether somebody with this value would take or share the record as it is."""
        return value[0] >= self._least and (not self.reigns or value >= self.reigns[-1].value)

    def after(self, marks: Iterable[Mark]) -> None:
        """Take in what one match brought. The matches come in their order of play."""
        marks = list(marks)
        top = max((mark.value for mark in marks), default=())
        if not top or top[0] < self._least:
            return
        best = [mark for mark in marks if mark.value == top]
        now = self.reigns[-1] if self.reigns else None
        if now is None or top > now.value:
            self._crown(now, Reign(top, tuple(best), best[0].spot))
        elif top == now.value:
            held = {mark.who for mark in now.marks}
            self.reigns[-1] = now._replace(marks=(*now.marks, *(mark for mark in best if mark.who not in held)))

    def _crown(self, now: Reign | None, new: Reign) -> None:
        if now is not None and self._grows and {mark.who for mark in now.marks} == {mark.who for mark in new.marks}:
            self.reigns[-1] = new._replace(since=now.since)
        else:
            self.reigns.append(new)
            del self.reigns[:-MOST_REIGNS]
