"""In which order things happened in a match, as far as its report says so. No rule reads it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.sequence.sequence import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """A deed of a player, or an injury of one, in the order in which they were entered.

    ``player`` is the id of the player on the roster who did it or was hurt; 0 for a hired one, whose number is
    ``hired``. ``deed`` is its key, empty for an injury. ``half`` and ``turn`` are 0 where nobody said when.
    """

    side: Side
    player: int = 0
    hired: int = 0
    deed: str = ""
    half: int = 0
    turn: int = 0
