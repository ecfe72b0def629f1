"""A founding in progress: the edition's steps make a new team of a coach's choice. They may roll and ask."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.rows.teams import TeamList
from rules.sheet.sheet import Counts
from rules.team.inducements import Item
from rules.team.team_run import TeamRun

MOST_REROLLS, MOST_FANS = 99, 99
"""Limits against typing errors, for what a book does not limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What a coach chooses for a new team. ``players`` are positions in roster order, ``staff`` counts by kind.

    ``numbers`` are the players' shirt numbers; without them they are numbered in order. ``inducements`` become part of
    the roster, if the league allows that (L9).
    """

    team_list: str
    players: tuple[str, ...] = ()
    rerolls: int = 0
    fan_factor: int = 0
    staff: Counts = ()
    inducements: tuple[Item, ...] = ()
    numbers: tuple[int, ...] = ()

    @property
    def staff_counts(self) -> Counts:
        """How many of each kind of staff; a kind that appears twice is added up."""
        counts: Counter[str] = Counter()
        for kind, count in self.staff:
            counts[kind] += count
        return tuple(counts.items())

    def number(self, nth: int) -> int:
        """The shirt number of the ``nth`` player, from 1."""
        return self.numbers[nth - 1] if self.numbers else nth


def most_rerolls(book: Book, team_list: TeamList) -> int:
    """How many re-rolls a team may have: none where the book has none, and any number where it has no limit."""
    if "rerolls" not in book.goods:
        return 0
    return MOST_REROLLS if team_list.reroll_maximum is None else team_list.reroll_maximum


def later_reroll_price(book: Book, team_list: TeamList) -> int:
    """What a re-roll costs after the team's creation, in gp: a multiple of the list price (C3, U6)."""
    return team_list.reroll_cost * book.creation.later_reroll_multiplier


@dataclass(slots=True, kw_only=True)
class FoundingRun(TeamRun):
    """The founding of a team from a choice. The first step has an empty sheet."""

    choice: Choice

    def mint(self, nth: int) -> int:
        """A new id for the ``nth`` player of the choice, from 1."""
        return self.asking.mint(self.side, player_key(nth))


def player_key(nth: int) -> str:
    """The key of the question that gives the ``nth`` player of a choice an id."""
    return f"player.{nth}"
