"""What a coach has to do besides open matches: answer challenges, friendlies and dates, play before a deadline."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from competitions.dashboard.todo import Task
from competitions.fixtures.fixtures import words_of
from competitions.models import Challenge, Competition, Fixture, FriendlyOffer
from leagues.models import League
from matches.models import Match
from matches.report.deadlines import in_words
from teams.models import Team
from web.prepared import Prepared

SHOWN = (
    "agreed_for",
    "date_waits_for",
    "version",
    *(
        f"{side}__{column}"
        for side in ("home", "away")
        for column in (
            "public_id",
            "name",
            "team_list",
            "crest",
            "coach",
            "coach_name",
            "coach__display_name",
            "coach__username",
        )
    ),
    "match__public_id",
    "match__state",
    "tie__stage",
    "round__number",
    "round__stage",
    "round__deadline",
    "round__competition__name",
    "round__competition__scheduling",
    "round__competition__legs",
    "round__competition__remind_days",
    "round__competition__season__league",
)
"""What the lists show of a fixture."""


def fixtures_of(user: User, leagues: Mapping[int, League]) -> list[Fixture]:
    """The fixtures that a user's teams still have to play in these leagues, the nearest deadline first. One query."""
    if not leagues:
        return []
    found = _to_play(user.pk, list(leagues))
    for row in found:
        season = row.round.competition.season
        season.league = leagues[season.league_id]
    return found


@Prepared
def _to_play(coach: int, leagues: Collection[int]) -> QuerySet[Fixture]:
    rows = Fixture.objects.not_played().of_coach(coach)
    rows = rows.filter(
        round__competition__state=Competition.State.RUNNING,
        round__competition__season__league__in=leagues,
        round__competition__recorded=False,
    )
    rows = rows.with_rounds().select_related("home__coach", "away__coach", "match", "round__competition__season")
    return rows.only(*SHOWN).order_by(F("round__deadline").asc(nulls_last=True), "round__number", "pk")


def challenges_waiting(user: User, leagues: Mapping[int, League]) -> QuerySet[Challenge]:
    """Challenges that one of the user's teams has to answer."""
    rows = Challenge.objects.waiting_for(user)
    rows = rows.filter(competition__state=Competition.State.RUNNING, competition__season__league__in=leagues)
    rows = rows.select_related("challenger", "challenged", "competition__season")
    return rows.order_by("answer_by", "pk")


def challenge_tasks(rows: Iterable[Challenge]) -> list[Task]:
    """The challenges from ``challenges_waiting`` as entries of the to-do list."""
    text = _("Answer the challenge of %(challenger)s to %(challenged)s")
    return [
        Task(
            text=text % {"challenger": row.challenger.name, "challenged": row.challenged.name},
            url=reverse("competitions:challenge", args=[row.pk]),
            league=row.competition.season.league_id,
        )
        for row in rows
    ]


def friendlies_waiting(user: User, leagues: Mapping[int, League]) -> list[FriendlyOffer]:
    """Offers of friendlies that one of the user's teams has to answer, if both teams are active."""
    return _friendlies(user.pk, list(leagues))


@Prepared
def _friendlies(user: int, leagues: Collection[int]) -> QuerySet[FriendlyOffer]:
    rows = FriendlyOffer.objects.open().filter(asked__coach=user, league__in=leagues)
    rows = rows.filter(asked__state=Team.State.ACTIVE, offering__state=Team.State.ACTIVE)
    return rows.select_related("offering", "asked").only("league", "offering__name", "asked__name").order_by("pk")


def friendly_tasks(rows: Iterable[FriendlyOffer]) -> list[Task]:
    """The offers from ``friendlies_waiting`` as entries of the to-do list."""
    text = _("Answer %(offering)s, which offers %(asked)s a friendly")
    return [
        Task(
            text=text % {"offering": row.offering.name, "asked": row.asked.name},
            url=reverse("competitions:friendly_offer", args=[row.pk]),
            league=row.league_id,
        )
        for row in rows
    ]


def deadline_tasks(fixtures: Iterable[Fixture], now: datetime | None = None) -> list[Task]:
    """Entries for those of ``fixtures_of`` whose deadline is as near as the reminder to coaches."""
    now = now or timezone.now()
    return [
        _deadline_task(row, row.round.deadline, row.round.competition.season.league_id, now)
        for row in fixtures
        if row.round.deadline is not None
        and (days := row.round.competition.remind_days)
        and row.round.deadline - timedelta(days=days) <= now
    ]


def date_tasks(fixtures: Iterable[Fixture], user: User) -> list[Task]:
    """Entries for those of ``fixtures_of`` with a date that the other coach proposed."""
    text = _("Agree to a date for %(match)s, or name another: %(when)s")
    return [
        Task(
            text=text % {"match": words_of(row), "when": _in_league(row, row.agreed_for)},
            url=reverse("competitions:fixture", args=[row.pk]),
            league=row.round.competition.season.league_id,
        )
        for row in fixtures
        if row.agreed_for is not None and row.away is not None and _waits_for(row) == user.pk
    ]


def _waits_for(row: Fixture) -> int | None:
    """The id of the coach who has to accept the proposed date of a fixture."""
    team = {"home": row.home, "away": row.away}.get(row.date_waits_for)
    opened = row.match is not None and row.match.state != Match.State.SCHEDULED
    return None if team is None or opened else team.coach_id


def _deadline_task(row: Fixture, deadline: datetime, league: int, now: datetime) -> Task:
    assert row.away is not None
    late, soon = _("Play %(match)s: the deadline passed %(when)s"), _("Play %(match)s by %(when)s")
    match = words_of(row)
    words = (late if deadline <= now else soon) % {"match": match, "when": _in_league(row, deadline)}
    return Task(text=words, url=reverse("competitions:fixture", args=[row.pk]), league=league)


def _in_league(row: Fixture, moment: datetime) -> str:
    """Date and time in the zone of the fixture's league, with its name, as the pages of the league show it."""
    return in_words(moment, row.round.competition.season.league.zone)
