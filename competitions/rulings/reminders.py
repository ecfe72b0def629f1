"""Reminders by e-mail: one to each coach some days before a round's deadline, with their matches of that round."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mail import link, write_to
from accounts.models import User
from accounts.zones import moment_in
from competitions.fixtures.fixtures import words_of
from competitions.models import Fixture, Reminder, Round
from competitions.rulings.deadline_expiry import RUNNING
from jobs.extensions import Due, Report, due_work
from jobs.kinds import id_of, job_kind, site_staff_only
from jobs.models import Job

LONGEST = timedelta(days=120)
"""No competition reminds earlier (``competitions.setup.shape_forms.MOST_DAYS``)."""


def _unreminded(side: str) -> Exists:
    """A match of a round whose coach on that side has an address and was not reminded of its deadline."""
    coach = f"{side}__coach"
    noted = Reminder.objects.filter(
        round=OuterRef("round"), coach=OuterRef(coach), deadline=OuterRef("round__deadline")
    )
    rows = Fixture.objects.not_played().filter(round=OuterRef("pk"), **{f"{coach}__is_active": True})
    return Exists(rows.exclude(**{f"{coach}__email": ""}).exclude(Exists(noted)))


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


def remind(row: Round, now: datetime) -> int:
    """Send the reminders of a round that were not sent yet for its deadline; returns how many were sent.

    Each is stored before it is sent, so a failure never sends two to one coach.
    """
    row = Round.objects.select_related("competition__season__league").get(pk=row.pk)
    if row.deadline is None or row.deadline <= now or row.competition.state != RUNNING:
        return 0
    fixtures = row.fixtures.not_played().select_related("home__coach", "away__coach").order_by("pk")
    by_coach: dict[User, list[str]] = {}
    for fixture in fixtures:
        assert fixture.away is not None
        for team in (fixture.home, fixture.away):
            if team.coach is not None and team.coach.is_active and team.coach.email:
                page = link(reverse("competitions:fixture", args=[fixture.pk]))
                by_coach.setdefault(team.coach, []).append(f"{words_of(fixture)}\n  {page}")
    sent = 0
    for coach, matches in by_coach.items():
        _note, new = Reminder.objects.get_or_create(round=row, coach=coach, deadline=row.deadline)
        if new:
            sent += write_to(coach, **_letter(row, matches))
    return sent


def _letter(row: Round, matches: list[str]) -> dict[str, str]:
    """Subject, text and page."""
    competition = row.competition
    league = competition.season.league
    words = {
        "competition": competition.name,
        "league": league.name,
        "when": moment_in(league.zone, row.deadline),
        "matches": "\n".join(f"- {match}" for match in matches),
        "page": link(reverse("competitions:competition", args=[competition.public_id])),
    }
    text = _(
        "you have matches to play in %(competition)s (%(league)s) by %(when)s:\n\n"
        "%(matches)s\n\n"
        "Agree on a date with the other coach on the page of the match, so that the commissioner can see it."
    )
    return {
        "subject": _("%(competition)s: play by %(when)s") % words,
        "text": text % words,
        "page": _("All of %(competition)s: %(page)s") % words,
    }


@job_kind("remind_round", title=gettext_lazy("Reminders of a deadline"), parse=id_of("round"), seen_by=site_staff_only)
def remind_round(job: Job, report: Report) -> None:
    """Remind the coaches of one round."""
    found = Round.objects.filter(pk=job.parsed).first()
    if found is not None:
        remind(found, timezone.now())
