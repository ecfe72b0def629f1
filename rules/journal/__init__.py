"""The journal: everything that happens to a team, as small typed facts.

Only ``apply(sheet, entry)`` changes a sheet, so a sheet is the fold of its entries. ``apply`` refuses only what is
impossible (gold that is not there, a player who is not on the roster); the sequences check what a rulebook allows.
"""

from rules.journal.applying import KINDS, apply, fold
from rules.journal.choice_entries import SpecialRuleChosen
from rules.journal.condition_entries import ConditionChanged, MarksChosen, injured
from rules.journal.draft import Impossible
from rules.journal.entries import (
    Entry,
    FanFactorChanged,
    GoldMoved,
    InducementsEngaged,
    PlayerBroughtOver,
    PlayerCorrected,
    PlayerHired,
    PlayerInjured,
    PlayerKept,
    PlayerKilled,
    PlayerLeft,
    PlayerRecovered,
    PlayerRenumbered,
    PlayerSigned,
    RerollsBought,
    RerollsReleased,
    StaffHired,
    StaffReleased,
    TeamBroughtOver,
    TeamFounded,
    Transfer,
    TrophyLost,
    TrophyWon,
    transfers,
)
from rules.journal.growth_entries import (
    CharacteristicHealed,
    CharacteristicRaised,
    ImprovementLost,
    PointsEarned,
    PointsSpent,
    SkillGained,
    SkillLost,
)
from rules.journal.trade_entries import PlayerJoined, PlayerLost, PlayerTraded

__all__ = [
    "KINDS",
    "CharacteristicHealed",
    "CharacteristicRaised",
    "ConditionChanged",
    "Entry",
    "FanFactorChanged",
    "GoldMoved",
    "Impossible",
    "InducementsEngaged",
    "MarksChosen",
    "PlayerBroughtOver",
    "PlayerCorrected",
    "PlayerHired",
    "PlayerInjured",
    "PlayerJoined",
    "PlayerKept",
    "PlayerKilled",
    "PlayerLeft",
    "PlayerLost",
    "PlayerRecovered",
    "PlayerRenumbered",
    "PlayerSigned",
    "PlayerTraded",
    "PointsEarned",
    "ImprovementLost",
    "PointsSpent",
    "RerollsBought",
    "RerollsReleased",
    "SkillGained",
    "SkillLost",
    "SpecialRuleChosen",
    "StaffHired",
    "StaffReleased",
    "TeamBroughtOver",
    "TeamFounded",
    "Transfer",
    "TrophyLost",
    "TrophyWon",
    "apply",
    "fold",
    "injured",
    "transfers",
]
