"""The competition as the subject of a job."""

from __future__ import annotations

from operator import attrgetter

from django.urls import reverse

from competitions.models import Competition
from leagues.job_subjects import Subject

COMPETITION = Subject(
    key="competition",
    things=Competition.objects.select_related("season__league"),
    league=attrgetter("season.league"),
    page=lambda competition: reverse("competitions:table", args=[competition.public_id]),
)
