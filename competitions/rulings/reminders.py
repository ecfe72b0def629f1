"""Reminders: one to each coach some days before a round's deadline, with their matches of that round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Prefetch
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.mail import link
from accounts.models import User
from accounts.zones import moment_in
from competitions.fixtures.fixtures import words_of
from competitions.fixtures.notices import DATES
from competitions.models import Fixture, Reminder, Round
from competitions.rulings.deadline_expiry import RUNNING
from jobs.extensions import Due, Report, due_work
from jobs.kinds import id_of, job_kind, site_staff_only
from jobs.models import Job
from notices.extensions import Kind, Subject, declare
from notices.telling import tell

LONGEST = timedelta(days=120)
"""No competition reminds earlier (``competitions.setup.shape_forms.MOST_DAYS``)."""


def _unreminded(side: str) -> Exists:
    """A match of a round whose coach on that side was not reminded of its deadline."""
    coach = f"{side}__coach"
    noted = Reminder.objects.filter(
        round=OuterRef("round"), coach=OuterRef(coach), deadline=OuterRef("round__deadline")
    )
    rows = Fixture.objects.not_played().filter(round=OuterRef("pk"), **{f"{coach}__is_active": True})
    return Exists(rows.exclude(Exists(noted)))


@due_work.add
def reminders_due(now: datetime) -> Iterable[Due]:
    """Rounds with coaches to remind now, a job for each deadline."""
    rows = Round.objects.filter(deadline__gt=now, deadline__lte=now + LONGEST, competition__state=RUNNING)
    rows = rows.filter(
        _unreminded("home") | _unreminded("away"),
        competition__recorded=False,
        competition__remind_days__gt=0,
        competition__season__league__archived_at__isnull=True,
    )
    for pk, deadline, days in rows.annotate(days=F("competition__remind_days")).values_list("pk", "deadline", "days"):
        if deadline - timedelta(days=days) <= now:
            yield Due("remind_round", {"round": pk}, deadline.isoformat())


def _words(row: Round, reader: User) -> dict[str, str]:
    """The words for a round: its deadline, and the reader's matches with their pages."""
    competition = row.competition
    league = competition.season.league
    matches = [
        f"- {words_of(fixture)}\n  {link(reverse('competitions:fixture', args=[fixture.pk]))}"
        for fixture in row.fixtures.all()
        if reader.pk in (fixture.home.coach_id, fixture.away and fixture.away.coach_id)
    ]
    return {
        "competition": competition.name,
        "league": league.name,
        "when": moment_in(league.zone, row.deadline) if row.deadline is not None else "–",
        "matches": "\n".join(matches),
    }


def _coaches(row: Round) -> list[int | None]:
    """The coaches who still have to play in a round."""
    found = row.fixtures.not_played().values_list("home__coach", "away__coach")
    return [coach for fixture in found for coach in fixture]


DUE = Kind(
    key="competitions.round_due",
    name=_("The deadline of a round is near"),
    topic=DATES,
    subject=Subject(
        key="round",
        things=Round.objects.select_related("competition__season__league").prefetch_related(
            Prefetch("fixtures", Fixture.objects.not_played().select_related("home", "away").order_by("pk"))
        ),
        league=lambda row: row.competition.season.league,
        words=_words,
    ),
    line=_("%(competition)s: play by %(when)s"),
    text=_(
        "you have matches to play in %(competition)s (%(league)s) by %(when)s:\n\n"
        "%(matches)s\n\n"
        "Agree on a date with the other coach on the page of the match, so that the commissioner can see it."
    ),
    readers=_coaches,
    page=lambda row: reverse("competitions:competition", args=[row.competition.public_id]),
    occasion=lambda row: row.deadline,
    applies=lambda row, reader: any(
        reader.pk in (fixture.home.coach_id, fixture.away and fixture.away.coach_id) for fixture in row.fixtures.all()
    ),
)
declare(DUE)


def remind(row: Round, now: datetime) -> int:
    """Remind the coaches of a round who were not reminded of its deadline yet; returns how many they are."""
    with transaction.atomic():
        row = Round.objects.select_related("competition__season__league").get(pk=row.pk)
        if row.deadline is None or row.deadline <= now or row.competition.state != RUNNING:
            return 0
        coaches = User.objects.filter(pk__in=[coach for coach in _coaches(row) if coach is not None], is_active=True)
        noted = [Reminder.objects.get_or_create(round=row, coach=coach, deadline=row.deadline) for coach in coaches]
        new = sum(made for _row, made in noted)
        if new:
            tell(DUE, row)
    return new


@job_kind("remind_round", title=_("Reminders of a deadline"), parse=id_of("round"), seen_by=site_staff_only)
def remind_round(job: Job, report: Report) -> None:
    """Remind the coaches of one round."""
    found = Round.objects.filter(pk=job.parsed).first()
    if found is not None:
        remind(found, timezone.now())
