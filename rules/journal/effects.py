"""The register of effects: one function for each kind of entry changes the sheet. Also what several of them check."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.journal.draft import Draft, Impossible
from rules.journal.entries import Entry
from rules.sheet.sheet import Counts, PlayerSheet

E = TypeVar("E", bound=Entry)
Effect = Callable[[Draft, E], None]
EFFECTS: dict[type[Entry], Callable[[Draft, Any], None]] = {}


def applies(kind: type[E]) -> Callable[[Effect[E]], Effect[E]]:
    """Decorator: registers a function as the effect of a kind of entry."""

    def register(function: Effect[E]) -> Effect[E]:
        EFFECTS[kind] = function
        return function

    return register


def is_new(draft: Draft, entry: Entry, player: int, number: int) -> None:
    """Raises ``Impossible`` for a player whom the team has or had, or a number that another player has."""
    if player in draft.players or any(gone.line.player == player for gone in draft.departed):
        raise Impossible(entry, "player_known_already", player=player)
    if any(line.number == number for line in draft.players.values()):
        raise Impossible(entry, "number_worn", number=number)


def not_negative(entry: Entry, *counts: str) -> None:
    """Raises ``Impossible`` if one of an entry's counts is below zero."""
    for what in counts:
        if (count := getattr(entry, what)) < 0:
            raise Impossible(entry, "negative_count", what=what, count=count)


def none_negative(entry: Entry, deeds: Counts) -> None:
    """Raises ``Impossible`` if one of an entry's deeds is counted below zero."""
    for what, count in deeds:
        if count < 0:
            raise Impossible(entry, "negative_count", what=what, count=count)


def has_characteristic(entry: Entry, line: PlayerSheet, name: str) -> None:
    """Raises ``Impossible`` for a characteristic that a player does not have."""
    if all(known != name for known, _ in line.profile):
        raise Impossible(entry, "no_such_characteristic", characteristic=name)
