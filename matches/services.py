"""A match's life, for the rooms above: opened, prepared, reported, confirmed, taken through the post-match, closed.

Every function is one step, made in one transaction; who may make it is the views' business (``matches.access``).
"""

from matches.cards.cards import play_card, strike_play
from matches.report.reporting import (
    ReportRefused,
    confirm_by_deadline,
    confirm_report,
    digest_of,
    dispute_report,
    report_match,
)
from matches.report.stories import tell_story
from matches.report.unsent import Seen, Typed, begin_anew, save_unsent
from matches.sequence.annulling import call_off
from matches.sequence.answering import Given, answer, may_be_taken_back, take_back
from matches.sequence.buying import close_purchase
from matches.sequence.opening import create_match, create_matches, open_match

__all__ = [
    "Given",
    "ReportRefused",
    "Seen",
    "Typed",
    "answer",
    "begin_anew",
    "call_off",
    "close_purchase",
    "confirm_by_deadline",
    "confirm_report",
    "create_match",
    "create_matches",
    "digest_of",
    "dispute_report",
    "may_be_taken_back",
    "open_match",
    "play_card",
    "report_match",
    "save_unsent",
    "strike_play",
    "take_back",
    "tell_story",
]
