"""The facts of a trade or a loan: a player goes, a player comes, a player comes back no more (C8).

What passes between two teams stands in the journals of both, written together.
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
    """A player comes from another team with all that he is; ``how`` is ``traded``, ``borrowed`` or ``returned``.

    ``line`` is his as it stands with the new team: his number there, and his loan if he is on one.
    """

    kind: ClassVar[str] = "player_joined"
    line: PlayerSheet
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLost(Entry):
    """A player who was lent comes back no more: ``how`` is how he left the other team, ``dead`` or ``walked_out``."""

    kind: ClassVar[str] = "player_lost"
    player: int
    how: str
