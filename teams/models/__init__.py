"""Teams, player names, journals and team state. Only ``teams.ledger.ledger`` writes the state."""

from teams.models.answers import TeamAnswer
from teams.models.journal import EntryReason, JournalEntry, JournalLink, TeamState
from teams.models.takeovers import Takeover
from teams.models.team import Player, Team, TeamOrigin, TeamPast, TeamPicture, new_public_id, picture_address
from teams.models.trades import PlayerMove, Trade

__all__ = [
    "TeamState",
    "JournalEntry",
    "JournalLink",
    "EntryReason",
    "Takeover",
    "new_public_id",
    "Team",
    "TeamAnswer",
    "TeamOrigin",
    "TeamPast",
    "TeamPicture",
    "picture_address",
    "Player",
    "Trade",
    "PlayerMove",
]
