"""Matches seen from one side: how often two met, who won, streaks, biggest wins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from stats.played.coaches import Coach
from stats.played.matches import DRAWN, WON, PlayedMatch, PlayedSide

TEAMS, COACHES = "teams", "coaches"
NOBODY = Coach(None)
Who = Any
"""A team's row id, or a `Coach`."""


class Meeting(NamedTuple):
    """A match with the side that it is seen from, and the other one."""

    match: PlayedMatch
    own: PlayedSide
    other: PlayedSide

    @property
    def margin(self) -> int:
        """By how much it was won; below 0 if it was lost, 0 too where no score is known."""
        return (self.own.score or 0) - (self.other.score or 0)

    @property
    def letter(self) -> str:
        """The class of its result: w, d or l."""
        return "w" if self.own.won else "d" if self.own.drawn else "l"


def is_of(side: PlayedSide, who: Who) -> bool:
    """Whether a side is that team's, or was coached by that coach."""
    return bool(side.coach == who if isinstance(who, Coach) else side.team == who)


def meetings(matches: Iterable[PlayedMatch], who: Who, other: Who = None) -> list[Meeting]:
    """The matches of somebody, or only those against another one, in their order of play.

    A coach's match against a team of their own is none.
    """
    return [
        Meeting(match, own, against)
        for match in matches
        for own, against in match.pairs
        if is_of(own, who) and not is_of(against, who) and (other is None or is_of(against, other))
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Matches won, drawn and lost, with the score and the casualties of both sides."""

    won: int
    drawn: int
    lost: int
    scored: int
    against: int
    casualties: int
    casualties_against: int

    @property
    def matches(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float | None:
        """Wins with half of the draws, in per cent; None without a match."""
        return 100 * (self.won + self.drawn / 2) / self.matches if self.matches else None

    @property
    def words(self) -> str:
        """As one writes it: 3–1–2."""
        return f"{self.won}–{self.drawn}–{self.lost}"

    @property
    def parts(self) -> list[tuple[str, int]]:
        """The results that there are, each with its class."""
        return [(css, n) for css, n in (("w", self.won), ("d", self.drawn), ("l", self.lost)) if n]


def record_of(found: Sequence[Meeting]) -> Record:
    """The record of these matches."""
    won = drawn = scored = against = casualties = casualties_against = 0
    for _match, own, other in found:
        won += own.result == WON
        drawn += own.result == DRAWN
        scored += own.score or 0
        against += other.score or 0
        casualties += own.casualties or 0
        casualties_against += other.casualties or 0
    return Record(
        won=won,
        drawn=drawn,
        lost=len(found) - won - drawn,
        scored=scored,
        against=against,
        casualties=casualties,
        casualties_against=casualties_against,
    )


def longest(found: Sequence[Meeting], letters: str) -> int:
    """The longest run of matches with these results, such as ``wd`` for unbeaten."""
    best = run = 0
    for each in found:
        run = run + 1 if each.letter in letters else 0
        best = max(best, run)
    return best


def biggest(found: Sequence[Meeting]) -> Meeting | None:
    """The win by most, the earliest of several; None without a win."""
    return max((each for each in found if each.own.won), key=lambda each: each.margin, default=None)
