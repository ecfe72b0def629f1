"""Decisions of commissioners about matches in which they coach: what ``leagues.agreements`` needs to know."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse

from accounts.models import User
from leagues.agreements.who_agrees import Deed
from leagues.models import Agreement
from matches.models import Match
from matches.wording import pairing
from rules.sequence.sequence import SIDES, Side
from teams.models import Team
from teams.trading.takeovers import coaches_of

SUBJECT = "match"


def deed_about(
    match: Match,
    kind: str,
    by: User | None,
    *,
    teams: Mapping[Side, Team] | None = None,
    asked_at: datetime | None = None,
    **args: Any,
) -> Deed:
    """A decision about a match. Reads who coached its teams since it was opened, and the ``teams`` if not given.

    ``asked_at`` is when others were asked, if another row than an agreement keeps that.
    """
    teams = teams or {row.side: row.team for row in match.sides.select_related("team")}
    return Deed(
        kind=kind,
        subject=subject_of(match),
        league=match.league,
        by=by,
        coaches=coaches_of(list(teams.values()), match.opened_at),
        match=pairing(*(teams[side].name for side in SIDES)),
        args=args,
        opened=match.opened_at,
        asked_at=asked_at,
    )


def subject_of(match: Match) -> str:
    """The name of a match in agreements."""
    return f"{SUBJECT}:{match.public_id}"


def match_of(agreement: Agreement) -> Match | None:
    """The match that an agreement is about."""
    rows = Match.objects.select_related("league", "ruleset")
    return rows.filter(public_id=agreement.subject.partition(":")[2]).first()


def page_of(agreement: Agreement) -> str:
    """The address of the match that an agreement is about."""
    return reverse("matches:match", args=[agreement.subject.partition(":")[2]])
