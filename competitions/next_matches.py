"""The next match of each of somebody's teams: against whom, in what, and when."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from competitions.fixtures import words_of
from competitions.models import Fixture
from competitions.standings.fixture_list import hour
from matches.models import Match

NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMatch:
    """A line of the home page: the pairing, where it leads, competition and round, and when it is (empty: open)."""

    pairing: str
    url: str
    where: str
    when: SafeString


def next_matches(fixtures: Iterable[Fixture], user: User) -> list[NextMatch]:
    """For each team of ``user`` the first of ``play_tasks.fixtures_of``, by the day agreed or else the round's end.

    A match that is open already is none: it waits for him elsewhere. No query.
    """
    closed = [row for row in fixtures if row.match is None or row.match.state == Match.State.SCHEDULED]
    first: dict[int, Fixture] = {}
    for row in sorted(closed, key=lambda row: row.agreed_for or row.round.deadline or NEVER):
        assert row.away is not None
        for team in (row.home, row.away):
            if team.coach_id == user.pk:
                first.setdefault(team.pk, row)
    return [_shown(row) for row in dict.fromkeys(first.values())]


def _shown(row: Fixture) -> NextMatch:
    assert row.away is not None
    words = {"competition": row.round.competition.name, "number": row.round.number}
    return NextMatch(
        pairing=words_of(row),
        url=reverse("competitions:fixture", args=[row.pk])
        if row.match is None
        else reverse("matches:match", args=[row.match.public_id]),
        where=_("%(competition)s, round %(number)s") % words,
        when=_when(row),
    )


def _when(row: Fixture) -> SafeString:
    if row.agreed_for is not None:
        at = hour(row.agreed_for)
        return format_html(_("{} (proposed)"), at) if row.date_waits_for else at
    return format_html(_("by {}"), hour(row.round.deadline)) if row.round.deadline is not None else SafeString()
