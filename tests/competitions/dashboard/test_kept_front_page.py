"""A league's front page keeps what everybody sees until the league changes, and shows each reader their own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from competitions.friendlies import friendlies
from competitions.models import Competition, Fixture
from competitions.setup import seasons
from leagues.models import League, Membership
from leagues.services import archive_league
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.competitions.pages import front
from tests.leagues.cast import Cast, add_member, signed_in
from tests.teams.team_builders import drafted_team
from tests.web.kept_pages import assert_up_to_date, shown

PEOPLE = ("visitor", "stranger", "coach", "other_coach", "commissioner", "staff")


def address_of(league: League) -> str:
    return f"/leagues/{league.slug}/"


def assert_all_up_to_date(cast: Cast) -> None:
    assert_up_to_date([signed_in(cast[person]) for person in PEOPLE], address_of(cast.league))


def test_a_front_page_is_up_to_date_from_the_first_team_to_the_last_result(cast: Cast) -> None:
    assert_all_up_to_date(cast)
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        *create_bare_teams(cast.league, "Comets", "Dragons"),
    ]
    assert_all_up_to_date(cast)
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")
    assert_all_up_to_date(cast)
    competition = competition_in(cast.league, teams, started=True)
    assert_all_up_to_date(cast)
    for fixture, goals in zip(matches_of(competition)[:3], (0, 1, 2), strict=True):
        decide_match(fixture, goals, 1)
        assert_all_up_to_date(cast)
    Fixture.objects.filter(pk=matches_of(competition)[3].pk).update(agreed_for=timezone.now())
    assert_all_up_to_date(cast)
    friendlies.arrange_friendly(league=cast.league, by=cast.commissioner, home=teams[2], away=teams[3])
    assert_all_up_to_date(cast)
    archive_league(league=cast.league, by=cast.commissioner, reason="Over.")
    assert_all_up_to_date(cast)


def test_a_front_page_follows_names(cast: Cast, division: Competition) -> None:
    assert_all_up_to_date(cast)
    Team.objects.filter(name="Ravens").update(name="Renamed Ravens")
    Competition.objects.filter(pk=division.pk).update(name="Renamed Division")
    League.objects.filter(pk=cast.league.pk).update(description="Renamed words.")
    assert_all_up_to_date(cast)
    page = front(cast.league)
    assert "Renamed Ravens" in page and "Renamed Division" in page and "Renamed words." in page


def test_each_reader_sees_their_own_teams_tasks_and_links(cast: Cast, division: Competition) -> None:
    fixture = next(each for each in matches_of(division)[4:] if "Ravens" in (each.home.name, each.away.name))
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.PLAYING)
    for _each in range(2):
        own = front(cast.league, cast.coach)
        assert "(your team)" in own and "Waiting for you" in own and "Run the league" not in own
        assert "Run the league" in front(cast.league, cast.commissioner)
        for person in ("visitor", "stranger"):
            page = front(cast.league, cast[person])
            assert not any(words in page for words in ("(your team)", "Waiting for you", "Run the league"))


def test_a_draft_is_shown_to_its_coach_alone(cast: Cast, division: Competition) -> None:
    add_member(cast.league, cast.elsewhere)
    drafted_team(cast.league, cast.elsewhere, name="Secret Draft")
    for _each in range(2):
        own = " ".join(front(cast.league, cast.elsewhere).split())
        assert "Secret Draft" in own and "Not finished yet." in own
        for person in ("visitor", "stranger", "coach", "commissioner"):
            assert "Secret Draft" not in front(cast.league, cast[person])


def test_a_coach_who_left_sees_the_page_as_a_visitor_but_for_their_marks(cast: Cast, division: Competition) -> None:
    Membership.objects.filter(league=cast.league, user=cast.coach).update(left_at=timezone.now())
    assert_all_up_to_date(cast)
    assert "Waiting for you" not in front(cast.league, cast.coach)


def test_a_kept_front_page_of_a_private_league_is_shown_to_no_stranger(cast: Cast) -> None:
    competition_in(cast.private, bare_teams(cast.private, 2), started=True, name="Secret Cup")
    for _each in range(2):
        assert "Secret Cup" in front(cast.private, cast.coach)
        for person in ("visitor", "stranger", "elsewhere"):
            assert signed_in(cast[person]).get(address_of(cast.private)).status_code == 404, person


def test_times_on_a_kept_page_are_those_of_its_league(cast: Cast, division: Competition) -> None:
    moment = datetime(2026, 5, 7, 19, tzinfo=UTC)
    Fixture.objects.filter(pk=matches_of(division)[4].pk).update(agreed_for=moment)
    assert "Thu 7 May, 19:00" in front(cast.league)
    League.objects.filter(pk=cast.league.pk).update(zone="Asia/Tokyo")
    assert "Fri 8 May, 04:00" in front(cast.league)


@pytest.mark.parametrize(("person", "queries"), [("visitor", 1), ("coach", 5), ("commissioner", 5)])
def test_a_kept_front_page_takes_few_queries(
    cast: Cast, division: Competition, person: str, queries: int, django_assert_num_queries: Any
) -> None:
    browser: Client = signed_in(cast[person])
    shown(browser, address_of(cast.league))
    with django_assert_num_queries(queries):
        shown(browser, address_of(cast.league))
    for name in ("Red", "Blue", "Green"):
        teams = create_bare_teams(cast.league, *(f"{name} {number}" for number in range(4)))
        competition_in(cast.league, teams, started=True, name=name)
    shown(browser, address_of(cast.league))
    with django_assert_num_queries(queries):
        shown(browser, address_of(cast.league))
