"""A commissioner does not decide alone about a team that they coach, where the rules do not decide it.

Another commissioner or site staff decide it, or agree to what was asked for. Where there is neither, the commissioner
decides alone, since no other coach is their opponent in it: the league's log says so, and all its members are told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements import own_matches
from leagues.agreements.who_agrees import Deed, Wording, whom_to_ask
from leagues.members.linked_names import coach_link
from leagues.models import League, LogEntry, Membership
from notices.extensions import Kind, Subject, Topic
from notices.telling import tell
from web.errors import Message

OWN_TEAM = Message(
    id="leagues.own_team",
    text=_("You coach this team, so you cannot decide this alone."),
    remedy=_("This needs {who}."),
    status=422,
)
TEAM = Wording(
    refusal=OWN_TEAM,
    asked=log.kind(
        "leagues.own_team_asked", _("{by} coaches {match} and asked others to agree to a decision about the team.")
    ),
    agreed=log.kind("leagues.own_team_agreed", _("{about} agreed to the decision of {by}, who coaches {match}.")),
    alone=log.kind(
        "leagues.own_team_alone",
        _("{by} decided about {match}, which they coach: there is no other commissioner."),
    ),
)


def _members(entry: LogEntry) -> list[int]:
    """The ids of the people who are in the league of an entry now. One query."""
    return list(Membership.objects.filter(league=entry.league, left_at=None).values_list("user", flat=True))


AGREEMENTS = Topic(key="agreements", name=_("Decisions of commissioners about a match or team of their own"))
LOG_ENTRY = Subject(
    key="log_entry",
    things=LogEntry.objects.filter(kind=TEAM.alone.id).select_related("league", "by"),
    league=lambda entry: entry.league,
    words=lambda entry, reader: {
        "by": entry.by.name if entry.by else "",
        "team": entry.args["match"],
        "league": entry.league.name,
    },
    links=lambda entry: {"by": coach_link(entry.league.slug, entry.by_id, entry.by.name if entry.by else "")},
)
DECIDED_ALONE = Kind(
    key="leagues.decided_alone",
    name=_("A commissioner decides about their own team alone"),
    topic=AGREEMENTS,
    subject=LOG_ENTRY,
    line=_("%(by)s decided about their own team %(team)s"),
    text=_(
        "%(by)s runs %(league)s and coaches %(team)s. There is no other commissioner who could decide about the team. "
        "The log says what they did, and why:"
    ),
    readers=_members,
    page=lambda entry: reverse("leagues:log", args=[entry.league.slug]),
)


def deed_about_team(
    *,
    kind: str,
    subject: str,
    league: League,
    by: User | None,
    coaches: set[int | None],
    name: str,
    args: Mapping[str, Any] | None = None,
) -> Deed:
    """A decision about a team (or teams) that these people coach; ``name`` names it."""
    own = by is not None and by.pk in coaches
    return Deed(
        kind=kind,
        subject=subject,
        league=league,
        by=by,
        coaches=frozenset({by.pk}) if by is not None and own else frozenset(),
        match=name,
        args=args or {},
        wording=TEAM,
    )


def refuse_alone(deed: Deed, agreed_by: User | None = None) -> None:
    """Raise Refusal if others can judge and none of them has agreed. If nobody can, tell all members of the league."""
    alone = own_matches.refuse_alone(deed, agreed_by)
    if alone is not None:
        tell(DECIDED_ALONE, alone, by=deed.by)


def said_before(deed: Deed) -> Mapping[str, Any]:
    """For the page of such a decision: who has to agree, or that all are told since nobody can."""
    asks = whom_to_ask(deed)
    return {"asks": asks, "alone": deed.own and not asks}
