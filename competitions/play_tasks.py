"""What waits for a coach beside his open matches: a challenge to be answered, a match whose round ends soon."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from competitions.models import Challenge, Competition, Fixture
from competitions.reminders import LONGEST, to_be_played
from competitions.tasks import Task
from leagues.models import League

State = Challenge.State


def play_tasks(user: User, leagues: Mapping[int, League], now: datetime | None = None) -> list[Task]:
    """What waits for the teams of a member of ``leagues`` (by id). Two queries."""
    if not leagues:
        return []
    now = now or timezone.now()
    return [*_challenges(user, leagues), *_deadlines(user, leagues, now)]


def _challenges(user: User, leagues: Mapping[int, League]) -> list[Task]:
    """Challenges that wait for an answer of one of his teams."""
    his = Q(state=State.WAITING, challenged__coach=user) | Q(state=State.NAMED, substitute__coach=user)
    his |= Q(state=State.OFFERED, challenger__coach=user)
    running = Q(competition__state=Competition.State.RUNNING, competition__season__league__in=leagues)
    rows = Challenge.objects.filter(his, running).select_related("challenger", "challenged", "competition__season")
    text = _("Answer the challenge of %(challenger)s to %(challenged)s")
    return [
        Task(
            text=text % {"challenger": row.challenger.name, "challenged": row.challenged.name},
            url=reverse("competitions:challenge", args=[row.pk]),
            league=row.competition.season.league_id,
        )
        for row in rows.order_by("answer_by", "pk")
    ]


def _deadlines(user: User, leagues: Mapping[int, League], now: datetime) -> list[Task]:
    """Matches of his teams that nobody opened, as soon as coaches are reminded of their round's deadline."""
    mine = Q(home__coach=user) | Q(away__coach=user)
    competition = Q(
        round__competition__state=Competition.State.RUNNING,
        round__competition__season__league__in=leagues,
        round__competition__remind_days__gt=0,
        round__competition__recorded=False,
    )
    rows = Fixture.objects.filter(mine, to_be_played(), competition, round__deadline__lte=now + LONGEST)
    rows = rows.annotate(
        days=F("round__competition__remind_days"), deadline=F("round__deadline"),
        league=F("round__competition__season__league"),
    ).select_related("home", "away")  # fmt: skip
    return [
        _deadline_task(row, row.deadline, row.league, now)
        for row in rows.order_by("round__deadline", "pk")
        if row.deadline - timedelta(days=row.days) <= now
    ]


def _deadline_task(row: Fixture, deadline: datetime, league: int, now: datetime) -> Task:
    assert row.away is not None
    late, soon = _("Play %(match)s: the deadline passed %(when)s"), _("Play %(match)s by %(when)s")
    match = f"{row.home.name} – {row.away.name}"
    words = (late if deadline <= now else soon) % {"match": match, "when": _plain(deadline)}
    return Task(text=words, url=reverse("competitions:fixture", args=[row.pk]), league=league)


def _plain(deadline: datetime) -> str:
    """The hour in the zone that is active, for a text."""
    return date_format(timezone.localtime(deadline), "D j M, H:i")
