"""Seasons, competitions, rounds and fixtures. A fixture points down at its match, never the other way."""

from competitions.models.adjustments import Adjustment
from competitions.models.archives import ImportedArchive
from competitions.models.challenges import Challenge, Reminder
from competitions.models.competitions import Competition, Entrant, Season
from competitions.models.endings import SeasonEnd, SeasonMark, TeamEnd, Withdrawal
from competitions.models.fixtures import VOID, Decision, Fixture, Round
from competitions.models.friendlies import FriendlyOffer
from competitions.models.stages import FinalistChoice, StageFeed, Tie
from competitions.models.trophies import Holding, Trophy, TrophyPicture
from competitions.models.won_unplayed import WonUnplayed

__all__ = [
    "VOID",
    "Adjustment",
    "ImportedArchive",
    "Challenge",
    "Reminder",
    "Season",
    "Competition",
    "Entrant",
    "Withdrawal",
    "SeasonEnd",
    "SeasonMark",
    "TeamEnd",
    "Round",
    "Fixture",
    "Decision",
    "WonUnplayed",
    "FriendlyOffer",
    "Tie",
    "StageFeed",
    "FinalistChoice",
    "Trophy",
    "TrophyPicture",
    "Holding",
]
