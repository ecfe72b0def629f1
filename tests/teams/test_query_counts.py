"""Every page of teams asks the database as often for many rows as for few, and at most twelve times."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from leagues.models import League
from rules.journal import GoldMoved
from teams import selectors
from teams.models import Team
from tests.leagues.cast import Cast, found, let_in, person, signed_in
from tests.teams import pages, squads

pytestmark = pytest.mark.once

MOST = 12
OPTIONS = {"several_teams_per_coach": True}


def queries(client: Client, url: str) -> int:
    """How many queries a page takes, once its session is warm."""
    assert client.get(url).status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as taken:
        assert client.get(url).status_code == 200
    return len(taken)


@pytest.fixture
def league(cast: Cast) -> League:
    league = found("Big League", by=cast.commissioner, options=OPTIONS)
    let_in(league, cast.coach)
    return league


def fill(league: League, coach: User, commissioner: User) -> None:
    for number in range(6):
        other = person(f"coach{number}")
        let_in(league, other)
        squads.founded(league, other, f"Founded {number}", by=commissioner)
        squads.submitted(league, coach, f"Waiting {number}")
        squads.drafted(league, coach, f"Draft {number}")


PAGES: dict[str, Callable[[League, Team], str]] = {
    "list": lambda league, team: reverse("teams:list", args=[league.slug]),
    "approvals": lambda league, team: reverse("teams:approvals", args=[league.slug]),
    "create": lambda league, team: reverse("teams:create", args=[league.slug]),
    "mine": lambda league, team: reverse("teams:mine"),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_list_of_many_takes_no_more_queries_than_a_list_of_few(page: str, cast: Cast, league: League) -> None:
    team = squads.submitted(league, cast.coach, "First")
    client = signed_in(cast.coach if page == "mine" else cast.commissioner)
    url = PAGES[page](league, team)
    few = queries(client, url)
    fill(league, cast.coach, cast.commissioner)
    many = queries(client, url)
    assert few == many <= MOST


def test_a_long_history_takes_no_more_queries_than_a_short_one(cast: Cast, league: League) -> None:
    team = squads.founded(league, cast.coach)
    client = signed_in(cast.coach)
    few = queries(client, pages.url("history", team))
    squads.write(team, *[GoldMoved(amount=10_000, source="winnings", target="treasury")] * 40, by=cast.commissioner)
    assert queries(client, pages.url("history", team)) == few <= MOST


def test_a_page_about_sixteen_players_takes_no_more_queries_than_one_about_none(cast: Cast, league: League) -> None:
    coach = signed_in(cast.coach)
    empty = squads.drafted(league, cast.coach, "Empty", squads.Draft(choice=squads.choice(players=())))
    full = squads.drafted(league, cast.coach, "Full", squads.Draft(choice=squads.choice(players=("Lineman",) * 16)))
    assert queries(coach, pages.url("build", empty)) == queries(coach, pages.url("build", full)) <= MOST
    for page in ("rename", "retire"):
        assert queries(coach, pages.url(page, squads.founded(league, cast.coach, page))) <= MOST


def test_a_team_is_shown_with_two_queries(cast: Cast, league: League) -> None:
    team = Team.objects.select_related("ruleset").get(pk=squads.veterans(league, cast.coach).pk)
    with CaptureQueriesContext(connection) as taken:
        selectors.team_shown(team)
    assert len(taken) == 2
