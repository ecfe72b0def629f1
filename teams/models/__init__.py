"""Teams, player names, journals and team state. Only ``teams.ledger.ledger`` writes the state."""

from teams.models.journal import EntryReason, JournalEntry, JournalLink, TeamState
from teams.models.takeovers import Takeover
from teams.models.team import Player, Team, TeamPast, new_public_id
from teams.models.trades import PlayerMove, Trade

__all__ = [
    "TeamState",
    "JournalEntry",
    "JournalLink",
    "EntryReason",
    "Takeover",
    "new_public_id",
    "Team",
    "TeamPast",
    "Player",
    "Trade",
    "PlayerMove",
]
