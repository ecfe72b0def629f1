"""A fact by the commissioner's word (L1): a player's figures are what he says. His reason is kept beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.journal.entries import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCorrected(Entry):
    """Figures of a player change by the commissioner's word; numbers are changes, 0 for none.

    ``misses_next`` is 1 for a match that he is to miss, -1 for one that he need not. ``back`` brings a player who has
    left, dead or alive, onto the roster again. ``cost`` is in gp.
    """

    kind: ClassVar[str] = "player_corrected"
    player: int
    spp: int = 0
    niggling: int = 0
    misses_next: int = 0
    characteristic: str = ""
    change: int = 0
    learned: str = ""
    forgotten: str = ""
    cost: int = 0
    back: bool = False
