"""The journal: everything that ever happens to a team, as small typed facts.

``apply(sheet, entry)`` is the whole of state change and a sheet is the fold of its entries. ``apply`` refuses only what
cannot be (gold that is not there, a player who is not on the roster); what a rulebook allows is the sequences' affair.
"""

from rules.journal.applying import KINDS, apply, fold
from rules.journal.draft import Impossible
from rules.journal.entries import (
    CharacteristicRaised,
    Entry,
    FanFactorChanged,
    GoldMoved,
    InducementsEngaged,
    PlayerBroughtOver,
    PlayerCorrected,
    PlayerHired,
    PlayerInjured,
    PlayerKilled,
    PlayerLeft,
    PlayerRecovered,
    PointsEarned,
    RerollsBought,
    RerollsReleased,
    SkillGained,
    StaffHired,
    StaffReleased,
    TeamBroughtOver,
    TeamFounded,
    Transfer,
    TrophyLost,
    TrophyWon,
    transfers,
)
from rules.journal.trade_entries import PlayerJoined, PlayerLost, PlayerTraded

__all__ = [
    "KINDS",
    "CharacteristicRaised",
    "Entry",
    "FanFactorChanged",
    "GoldMoved",
    "Impossible",
    "InducementsEngaged",
    "PlayerBroughtOver",
    "PlayerCorrected",
    "PlayerHired",
    "PlayerInjured",
    "PlayerJoined",
    "PlayerKilled",
    "PlayerLeft",
    "PlayerLost",
    "PlayerRecovered",
    "PlayerTraded",
    "PointsEarned",
    "RerollsBought",
    "RerollsReleased",
    "SkillGained",
    "StaffHired",
    "StaffReleased",
    "TeamBroughtOver",
    "TeamFounded",
    "Transfer",
    "TrophyLost",
    "TrophyWon",
    "apply",
    "fold",
    "transfers",
]
