"""The journal: everything that happens to a team, as small typed facts.

Only ``apply(sheet, entry)`` changes a sheet, so a sheet is the fold of its entries. ``apply`` refuses only what is
impossible (gold that is not there, a player who is not on the roster); the sequences check what a rulebook allows.
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
    PlayerRenumbered,
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
    "PlayerRenumbered",
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
