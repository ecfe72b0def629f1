"""Users who see a page see its print, and nobody else does: the jobs' pages and the policy agree."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from jobs.models import Job
from jobs.queue import enqueue
from jobs.runner import run_waiting
from leagues.access import may_see_league
from leagues.models import League
from notices.telling import MAIL_JOB
from tests.competitions.competition_builders import competition_in
from tests.leagues.cast import PEOPLE, Cast, signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams

pytestmark = pytest.mark.once


@pytest.fixture
def cast(two_teams: TwoTeams) -> Cast:
    return two_teams.cast


def prints_of(two_teams: TwoTeams) -> dict[str, Job]:
    """A job of every kind of print, by the page that shows the same data."""
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    competition = competition_in(two_teams.league)
    owner = two_teams.cast.commissioner
    first = two_teams.home.players.order_by("pk")[0]
    return {
        reverse("matches:team", args=[two_teams.home.public_id]): enqueue(
            "roster_pdf", {"team": two_teams.home.pk, "paper": "A4"}, owner=owner
        ),
        reverse("matches:player", args=[two_teams.home.public_id, first.pk]): enqueue(
            "player_cards_pdf", {"team": two_teams.home.pk, "paper": "A4"}, owner=owner
        ),
        reverse("matches:match", args=[match.public_id]): enqueue(
            "match_sheet_pdf", {"match": match.pk, "paper": "A4"}, owner=owner
        ),
        reverse("competitions:table", args=[competition.public_id]): enqueue(
            "standings_pdf", {"competition": competition.pk}, owner=owner
        ),
        reverse("competitions:season", args=[two_teams.league.slug, competition.season.number]): enqueue(
            "season_rosters_pdf", {"season": competition.season.pk}, owner=owner
        ),
    }


@pytest.mark.costly
@pytest.mark.parametrize("public", [True, False])
def test_only_users_who_see_a_page_see_its_print(two_teams: TwoTeams, public: bool) -> None:
    pages = prints_of(two_teams)
    League.objects.filter(pk=two_teams.league.pk).update(public=public)
    insiders = {"coach", "other_coach", "commissioner", "staff"}
    for person in PEOPLE:
        client = signed_in(two_teams.cast[person])
        for page, job in pages.items():
            seen = client.get(page).status_code == 200
            assert seen == (public or person in insiders), f"{page} as {person}"
            assert client.get(job.get_absolute_url()).status_code == (200 if seen else 404), f"{job.kind} as {person}"
            # Not printed yet, so users with the right see the page that says so.
            assert client.get(reverse("jobs:download", args=[job.public_id])).status_code == (302 if seen else 404)


@pytest.mark.parametrize("which", ["league", "private"])
def test_users_who_see_a_leagues_page_see_its_prints(cast: Cast, which: str) -> None:
    league = cast.league if which == "league" else cast.private
    for person in PEOPLE:
        seen = signed_in(cast[person]).get(reverse("competitions:league", args=[league.slug])).status_code == 200
        assert may_see_league(cast[person] or AnonymousUser(), league) == seen, person


def test_former_members_do_not_see_a_private_league(cast: Cast) -> None:
    assert may_see_league(cast.coach, cast.private)
    cast.coach.is_active = cast.staff.is_active = False
    assert not may_see_league(cast.coach, cast.private) and not may_see_league(cast.staff, cast.private)
    cast.private.memberships.filter(user=cast.other_coach).update(left_at="2026-01-01T00:00Z")
    assert not may_see_league(cast.other_coach, cast.private)


def listed(cast: Cast, person: str) -> tuple[str, int]:
    """A user's page of jobs, and its number of queries."""
    client = signed_in(cast[person])
    with CaptureQueriesContext(connection) as queries:
        page = client.get(reverse("jobs:list")).content.decode()
    return page, len(queries)


def test_the_list_of_jobs_hides_names_from_former_members(two_teams: TwoTeams) -> None:
    """A file name contains the name of its subject, so it is hidden too.

    Checking rights takes no query for each row.
    """
    prints_of(two_teams)
    Job.objects.exclude(kind=MAIL_JOB).update(owner=two_teams.cast.coach)
    run_waiting()
    League.objects.filter(pk=two_teams.league.pk).update(public=False)
    names = (two_teams.home.name, two_teams.away.name, "Season 1", ".pdf", "/download/")
    page, few = listed(two_teams.cast, "coach")
    assert all(name in page for name in names)
    two_teams.league.memberships.filter(user=two_teams.cast.coach).update(left_at="2026-01-01T00:00Z")
    page, again = listed(two_teams.cast, "coach")
    assert [name for name in names if name in page] == []
    assert page.count("You can no longer see the data for this.") == 5
    for paper in ("A4", "letter"):
        for team in (two_teams.home, two_teams.away):
            enqueue("roster_pdf", {"team": team.pk, "paper": paper}, owner=two_teams.cast.coach)
    more, many = listed(two_teams.cast, "coach")
    assert more.count("You can no longer see") > 6
    assert many <= again <= few


def test_site_staff_see_the_names_of_jobs_that_were_set_aside(two_teams: TwoTeams) -> None:
    prints_of(two_teams)
    Job.objects.update(state="set_aside", owner=two_teams.cast.coach)
    page, _ = listed(two_teams.cast, "staff")
    assert two_teams.home.name in page
