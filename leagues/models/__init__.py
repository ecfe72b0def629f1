"""Leagues, their members, invitations, requests to join, log and rulesets.

No row is ever deleted: leagues are archived, memberships end, invitations are revoked.
"""

from leagues.models.leagues import RESERVED_SLUGS, ChangeCounter, League, LeagueBook, Ruleset
from leagues.models.members import Enquiry, Invitation, JoinRequest, Membership
from leagues.models.records import Agreement, CommandChain, CommandLink, LogEntry

__all__ = [
    "RESERVED_SLUGS",
    "Agreement",
    "ChangeCounter",
    "CommandChain",
    "CommandLink",
    "Enquiry",
    "Invitation",
    "JoinRequest",
    "League",
    "LeagueBook",
    "LogEntry",
    "Membership",
    "Ruleset",
]
