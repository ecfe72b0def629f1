"""The facts of a trade or a loan: a player leaves, a player joins, a lent player will not come back (C8).

A trade is written into the journals of both teams, at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.journal.entries import Entry
from rules.sheet.sheet import PlayerSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTraded(Entry):
    """A player goes to another team: ``how`` is ``traded``, ``lent`` (under the id ``loan``) or ``returned``."""

    kind: ClassVar[str] = "player_traded"
    player: int
    how: str
    loan: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerJoined(Entry):
    """A player comes from another team; ``how`` is ``traded``, ``borrowed`` or ``returned``.

    ``line`` is the player's line in the new team, with the number there, and the loan if there is one.
    """

    kind: ClassVar[str] = "player_joined"
    line: PlayerSheet
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLost(Entry):
    """A lent player will not come back: ``how`` is how they left the other team, ``dead`` or ``walked_out``."""

    kind: ClassVar[str] = "player_lost"
    player: int
    how: str
