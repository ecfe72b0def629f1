"""A team, its players' names, its journal and its state. The state is written by ``teams.ledger.ledger`` and nobody
else."""

from teams.models.journal import EntryReason, JournalEntry, TeamState
from teams.models.takeovers import Takeover
from teams.models.team import Player, Team, TeamPast, new_public_id
from teams.models.trades import PlayerMove, Trade

__all__ = [
    "TeamState",
    "JournalEntry",
    "EntryReason",
    "Takeover",
    "new_public_id",
    "Team",
    "TeamPast",
    "Player",
    "Trade",
    "PlayerMove",
]
