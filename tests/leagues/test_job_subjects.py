"""Jobs about things of a league: who sees the league sees them; their title names the thing, if it exists."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from jobs.models import Job
from leagues.job_subjects import Subject
from teams.models import Team
from tests.competitions.competition_builders import bare_team
from tests.leagues.cast import Cast

TEAM = Subject(
    key="team",
    things=Team.objects.select_related("league"),
    page=lambda team: reverse("matches:team", args=[team.public_id]),
)


def test_people_who_see_the_league_see_jobs_about_its_things(cast: Cast, django_assert_max_num_queries: Any) -> None:
    anvils, dragons = bare_team(cast.league, "Anvils"), bare_team(cast.private, "Dragons")
    shown, hidden, gone = (Job(params={"team": pk}) for pk in (anvils.pk, dragons.pk, 0))
    jobs = [shown, hidden, gone]
    with django_assert_max_num_queries(2):
        assert TEAM.seen_by(cast.stranger, jobs) == {shown.public_id}
    assert TEAM.seen_by(cast.staff, jobs) == {shown.public_id, hidden.public_id}
    with django_assert_max_num_queries(1):
        assert TEAM.describe(jobs) == {shown.public_id: "Anvils", hidden.public_id: "Dragons"}
    assert TEAM.origin(shown) == reverse("matches:team", args=[anvils.public_id])
    assert TEAM.origin(gone) is None
