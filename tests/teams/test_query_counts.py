"""Pages of teams take as many queries for many rows as for few, at most twelve."""

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
from teams.models import Team
from tests.leagues.cast import Cast, add_member, create_league, create_user, signed_in
from tests.teams import pages, team_builders

pytestmark = pytest.mark.once

MOST = 12
OPTIONS = {"several_teams_per_coach": True}


def queries(client: Client, url: str) -> int:
    """How many queries a page takes with a warm session."""
    assert client.get(url).status_code == 200
    with CaptureQueriesContext(
        connection,
    ) as taken:
        assert client.get(url).status_code == 200
    return len(taken)


@pytest.fixture
def league(cast: Cast) -> League:
    league = create_league("Big League", by=cast.commissioner, options=OPTIONS)
    add_member(league, cast.coach)
    return league


def fill(league: League, coach: User, commissioner: User) -> None:
    for number in range(6):
        other = create_user(f"coach{number}")
        add_member(league, other)
        team_builders.approved_team(league, other, f"Founded {number}", by=commissioner)
        team_builders.submitted_team(league, coach, f"Waiting {number}")
        team_builders.drafted_team(league, coach, f"Draft {number}")


PAGES: dict[str, Callable[[League, Team], str]] = {
    "list": lambda league, team: reverse("teams:list", args=[league.slug]),
    "approvals": lambda league, team: reverse("teams:approvals", args=[league.slug]),
    "create": lambda league, team: reverse("teams:create", args=[league.slug]),
    "mine": lambda league, team: reverse("teams:mine"),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_long_list_takes_no_more_queries_than_a_short_one(page: str, cast: Cast, league: League) -> None:
    team = team_builders.submitted_team(league, cast.coach, "First")
    client = signed_in(cast.coach if page == "mine" else cast.commissioner)
    url = PAGES[page](league, team)
    few = queries(client, url)
    fill(league, cast.coach, cast.commissioner)
    many = queries(client, url)
    assert few == many <= MOST


def test_a_long_history_takes_no_more_queries_than_a_short_one(cast: Cast, league: League) -> None:
    team = team_builders.approved_team(league, cast.coach)
    client = signed_in(cast.coach)
    few = queries(client, pages.url("history", team))
    team_builders.append_entries(
        team, *[GoldMoved(amount=10_000, source="winnings", target="treasury")] * 40, by=cast.commissioner
    )
    assert queries(client, pages.url("history", team)) == few <= MOST


def test_a_page_about_sixteen_players_takes_no_more_queries_than_one_about_none(cast: Cast, league: League) -> None:
    coach = signed_in(cast.coach)
    empty = team_builders.drafted_team(
        league, cast.coach, "Empty", team_builders.Draft(choice=team_builders.legal_choice(players=()))
    )
    full = team_builders.drafted_team(
        league, cast.coach, "Full", team_builders.Draft(choice=team_builders.legal_choice(players=("Lineman",) * 16))
    )
    assert queries(coach, pages.url("build", empty)) == queries(coach, pages.url("build", full)) <= MOST
    for page in ("rename", "retire"):
        assert queries(coach, pages.url(page, team_builders.approved_team(league, cast.coach, page))) <= MOST
