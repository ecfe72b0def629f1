"""A coach is told by e-mail that the other one named a date for their match."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mail import link, write_to
from accounts.zones import moment_in
from competitions.fixtures import words_of
from competitions.models import Fixture
from jobs.kinds import Report, id_of, job_kind, site_staff_alone
from jobs.models import Job


def tell_of_date(fixture: Fixture) -> bool:
    """Write to the coach whom the date waits for; returns whether somebody was told."""
    team = {"home": fixture.home, "away": fixture.away}.get(fixture.date_waits_for)
    if team is None or fixture.agreed_for is None or team.coach is None:
        return False
    competition = fixture.round.competition
    league = competition.season.league
    other = fixture.away if fixture.date_waits_for == "home" else fixture.home
    assert other is not None
    words = {
        "other": other.coach.name if other.coach is not None else other.name,
        "match": words_of(fixture),
        "competition": competition.name,
        "league": league.name,
        "when": moment_in(league.zone, fixture.agreed_for),
    }
    text = _(
        "%(other)s proposes a date for %(match)s in %(competition)s (%(league)s):\n\n"
        "%(when)s\n\n"
        "Agree to it here, or name another one:"
    )
    page = link(reverse("competitions:fixture", args=[fixture.pk]))
    return write_to(team.coach, subject=_("%(match)s: a date is proposed") % words, text=text % words, page=page)


@job_kind(
    "tell_of_date", title=gettext_lazy("A date that was proposed"), parse=id_of("fixture"), seen_by=site_staff_alone
)
def tell_of_date_job(job: Job, report: Report) -> None:
    """Tell of one date, if it still waits."""
    related = ("round__competition__season__league", "home__coach", "away__coach")
    found = Fixture.objects.select_related(*related).filter(pk=job.parsed).first()
    if found is not None:
        tell_of_date(found)
