"""A match: its terms, its two sides, what was reported, what was answered, what each player did.

A match knows its two teams, its ruleset and its terms. It does not know the competition that it belongs to. Rows of
answers and reports say who gave them and when.
"""

from matches.models.answers import CardPlay, MatchAnswer
from matches.models.corrections import MatchCorrection
from matches.models.lines import POINTS, Deed, PlayerLine, StarInjury
from matches.models.match import Match, MatchSide
from matches.models.reports import Report, UnsentReport

__all__ = [
    "MatchAnswer",
    "CardPlay",
    "MatchCorrection",
    "POINTS",
    "Deed",
    "StarInjury",
    "PlayerLine",
    "Match",
    "MatchSide",
    "Report",
    "UnsentReport",
]
