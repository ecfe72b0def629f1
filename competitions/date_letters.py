"""A coach is told by e-mail that the other one named a date for their match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mail import link, write_to
from accounts.zones import zone
from competitions.fixtures import words_of
from competitions.models import Fixture
from jobs.kinds import Report, job_kind, site_staff_alone
from jobs.models import Job


def tell_of_date(fixture: Fixture) -> bool:
    """Write to the coach whom the date waits for; returns whether somebody was told."""
    team = {"home": fixture.home, "away": fixture.away}.get(fixture.date_waits_for)
    if team is None or fixture.agreed_for is None or team.coach is None:
        return False
    if not (team.coach.is_active and team.coach.email):
        return False
    competition = fixture.round.competition
    league = competition.season.league
    other = fixture.away if fixture.date_waits_for == "home" else fixture.home
    assert other is not None
    when = timezone.localtime(fixture.agreed_for, zone(league.zone))
    words = {
        "coach": team.coach.name,
        "other": other.coach.name if other.coach is not None else other.name,
        "match": words_of(fixture),
        "competition": competition.name,
        "league": league.name,
        "when": f"{date_format(when, 'l j F Y, H:i')} ({league.zone})",
        "page": link(reverse("competitions:fixture", args=[fixture.pk])),
    }
    text = _(
        "Hello %(coach)s,\n\n"
        "%(other)s proposes a date for %(match)s in %(competition)s (%(league)s):\n\n"
        "%(when)s\n\n"
        "Agree to it here, or name another one:\n\n"
        "%(page)s"
    )
    return write_to(team.coach, subject=_("%(match)s: a date is proposed") % words, message=text % words)


def fixture_in(params: Mapping[str, Any]) -> int:
    """The id of a fixture. Raises ValueError for any other params."""
    if set(params) != {"fixture"} or type(params["fixture"]) is not int:
        raise ValueError(f"params should be 'fixture' and its id, not {dict(params)!r}")
    return int(params["fixture"])


@job_kind("tell_of_date", title=gettext_lazy("A date that was proposed"), parse=fixture_in, seen_by=site_staff_alone)
def tell_of_date_job(job: Job, report: Report) -> None:
    """Tell of one date, if it still waits."""
    related = ("round__competition__season__league", "home__coach", "away__coach")
    found = Fixture.objects.select_related(*related).filter(pk=job.parsed).first()
    if found is not None:
        tell_of_date(found)
