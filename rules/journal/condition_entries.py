"""The facts of what lasts of an injury, and of what a coach makes a player; and the entry for an injury."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.journal.entries import Entry, PlayerInjured
from rules.sheet.sheet import NIGGLING, Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionChanged(Entry):
    """A player has a condition more often, or for more matches; with a negative ``change``, less."""

    kind: ClassVar[str] = "condition_changed"
    player: int
    condition: str
    change: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MarksChosen(Entry):
    """The coach makes a player something else: ``marks`` are all that the player is from now on."""

    kind: ClassVar[str] = "marks_chosen"
    player: int
    marks: tuple[str, ...] = ()


def injured(player: int, *, misses: int = 0, conditions: Counts = (), changes: Counts = ()) -> PlayerInjured:
    """The entry for a lasting injury, as far as it goes in the fields that such entries have always had.

    ``misses`` counts matches; ``changes`` are those of characteristics, with their signs.
    """
    return PlayerInjured(
        player=player,
        misses_next=misses > 0,
        misses=misses if misses > 1 else 0,
        niggling=sum(count for key, count in conditions if key == NIGGLING),
        conditions=tuple((key, count) for key, count in conditions if key != NIGGLING),
        lost=tuple(name for name, change in changes if change < 0 for _ in range(-change)),
        changes=tuple((name, change) for name, change in changes if change > 0),
    )
