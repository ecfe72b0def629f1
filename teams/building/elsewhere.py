"""Teams from elsewhere (C9) on their way into a league: what is told of one, judged, and its entry into the books.

The versioned writes are those of every team, in ``teams.building.services``.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _

from leagues.archive_json import ArchiveError
from rules.book.edition import Ruleset
from rules.journal import Entry
from rules.team.arrivals import Judged, entries, judge
from teams.building import drafts
from teams.ledger import ledger
from teams.models import Team, TeamPast
from teams.team_json import Told, as_json, told_in
from web.errors import Message, Refusal

UNREADABLE = Message(
    id="teams.unreadable",
    text=_("What was kept of {team} cannot be read any more: {place}: {reason}."),
    remedy=_("Put the draft away, and bring the team over again."),
    status=409,
)
ILLEGAL = Message(
    id="teams.arrival_illegal",
    text=_("{team} cannot be brought over as it stands."),
    remedy=_("Mend what is listed, then submit."),
    purpose="brought_over",
)


def as_kept(told: Told) -> dict[str, Any]:
    """What is told of a team as its row keeps it until it is founded: the very form of a file."""
    return as_json(told)


def told_of(team: Team) -> Told:
    """What is told of a team that is not founded yet. Raises ``Refusal`` for what cannot be read any more."""
    try:
        return told_in(team.draft)
    except ArchiveError as error:
        raise Refusal(UNREADABLE, team=team.name, place=error.place, reason=error.reason) from None


def judged(rules: Ruleset, told: Told) -> Judged:
    """A told team judged by these rules. Raises ``Refusal`` for a list that the edition does not have."""
    if told.arrival.team_list not in rules.book.lists:
        named = drafts.shortened(told.arrival.team_list)
        raise Refusal(drafts.NO_SUCH_LIST, field="team_list", team_list=named)
    return judge(rules, told.arrival)


def need_legal(rules: Ruleset, team: Team) -> None:
    """Raises ``Refusal`` with every rule that a told team breaks."""
    found = judged(rules, told_of(team))
    if not found.legal:
        raise Refusal(ILLEGAL, violations=found.violations, team=team.name)


def enter(rules: Ruleset, team: Team) -> tuple[Entry, ...]:
    """The entries of a told team, its players' ids minted and its past kept in a row. Inside a transaction."""
    told = told_of(team)
    names = (*told.names, *[""] * (len(told.arrival.players) - len(told.names)))
    ids = iter(ledger.mint(team, names))
    TeamPast.objects.create(team=team, **asdict(told.past))
    return entries(rules, told.arrival, lambda: next(ids))
