"""Import a team (C9) into a league: read its team file, judge it, make its first journal entries.

Its versioned writes are those of every team, in ``teams.building.drafting``.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _

from leagues.archive_json import ArchiveError
from rules.book.edition import Ruleset
from rules.journal import Entry
from rules.team.arriving.arrivals import Judged, entries, judge
from teams.building import drafts
from teams.ledger import ledger
from teams.models import Team, TeamPast
from teams.team_json import TeamFile, as_json, team_in
from web.errors import Message, Refusal

UNREADABLE = Message(
    id="teams.unreadable",
    text=_("The saved draft of {team} cannot be read: {place}: {reason}."),
    remedy=_("Delete the draft and import the team again."),
    status=409,
)
ILLEGAL = Message(
    id="teams.arrival_illegal",
    text=_("{team} cannot join the league yet."),
    remedy=_("Fix the problems listed, then submit."),
    purpose="brought_over",
)


def as_stored(team_file: TeamFile) -> dict[str, Any]:
    """A team file as the team's row stores it until the team is approved: the JSON of a file."""
    return as_json(team_file)


def team_file_of(team: Team) -> TeamFile:
    """The team file of a draft. Raises ``Refusal`` if the stored draft cannot be read."""
    try:
        return team_in(team.draft)
    except ArchiveError as error:
        raise Refusal(UNREADABLE, team=team.name, place=error.place, reason=error.reason) from None


def judged(rules: Ruleset, team_file: TeamFile) -> Judged:
    """Judge a team file by these rules. Raises ``Refusal`` for a list that the edition does not have."""
    if team_file.arrival.team_list not in rules.book.lists:
        named = drafts.shortened(team_file.arrival.team_list)
        raise Refusal(drafts.NO_SUCH_LIST, field="team_list", team_list=named)
    return judge(rules, team_file.arrival)


def need_legal(rules: Ruleset, team: Team) -> None:
    """Raises ``Refusal`` with every rule that the team file breaks."""
    found = judged(rules, team_file_of(team))
    if not found.legal:
        raise Refusal(ILLEGAL, violations=found.violations, team=team.name)


def enter(rules: Ruleset, team: Team) -> tuple[Entry, ...]:
    """Make the first entries of the team, with new player ids, and save its past. Must run inside a transaction."""
    team_file = team_file_of(team)
    names = (*team_file.names, *[""] * (len(team_file.arrival.players) - len(team_file.names)))
    ids = iter(ledger.mint(team, (*names, *rules.book.lists[team_file.arrival.team_list].endless)))
    TeamPast.objects.create(team=team, **asdict(team_file.past))
    return entries(rules, team_file.arrival, lambda: next(ids))
