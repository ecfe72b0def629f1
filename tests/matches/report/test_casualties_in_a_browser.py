"""A casualty is entered once, and the form shows it at once: the tally by the injury, and the injury by the tally."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from matches.models import Match, Report
from tests.browser_pages import show_fields
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def two_teams(transactional_db: None) -> TwoTeams:
    cast = create_cast()
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    return TwoTeams(cast, home, team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human"))


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


@pytest.fixture
def page(chromium: Browser, live_server, two_teams: TwoTeams, match: Match) -> Iterator[Page]:
    """The form of the report, on a phone; it may have no error."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    cookie = two_teams.coach.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    page, complaints = context.new_page(), []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{live_server.url}/matches/{match.public_id}/report/")
    show_fields(page)
    yield page
    context.close()
    assert complaints == []


def hurt(page: Page, victim: int, nth: int = 0, by: int | None = None, cause: str = "") -> None:
    """Add an injury of an away player."""
    page.select_option("select[name='add.away']", str(victim))
    page.click("button[name='add'][value='away']")
    page.fill(f"input[name='injury.away.{nth}.d68']", "11")
    if cause:
        page.select_option(f"select[name='injury.away.{nth}.cause']", cause)
    if by is not None:
        page.select_option(f"select[name='injury.away.{nth}.by']", str(by))


def expect_tally(page: Page, player: int, value: str) -> None:
    expect(page.locator(f"input[name='line.home.{player}.casualties']")).to_have_value(value)


def expect_culprit(page: Page, nth: int, player: int | None) -> None:
    expect(page.locator(f"select[name='injury.away.{nth}.by']")).to_have_value(str(player or ""))


def type_tally(page: Page, player: int, value: str) -> None:
    page.evaluate("document.querySelectorAll('tr.folded .player-toggle').forEach((each) => each.click())")
    page.fill(f"input[name='line.home.{player}.casualties']", value)


def test_an_injury_fills_the_tally_at_once_and_takes_it_back(page: Page, match: Match) -> None:
    one, other = match_builders.players_of(match, "home")[:2]
    victims = match_builders.players_of(match, "away")
    hurt(page, victims[0], by=one)
    expect_tally(page, one, "1")
    told = page.locator(f"tr:has(input[name='line.home.{one}.casualties']) .player-told")
    expect(told).to_contain_text("1")
    hurt(page, victims[1], 1, by=one)
    expect_tally(page, one, "2")
    page.select_option("select[name='injury.away.1.by']", str(other))
    expect_tally(page, one, "1")
    expect_tally(page, other, "1")
    page.select_option("select[name='injury.away.1.cause']", "foul")
    expect_tally(page, other, "")
    page.click("button[name='remove'][value='away.1']")
    expect_tally(page, one, "")
    page.select_option("select[name='injury.away.0.cause']", "block")
    expect_tally(page, other, "1")


def test_a_tally_names_the_culprit_at_once_as_the_server_would(page: Page, match: Match) -> None:
    one, other = match_builders.players_of(match, "home")[:2]
    victims = match_builders.players_of(match, "away")
    hurt(page, victims[0])
    type_tally(page, one, "1")
    expect_culprit(page, 0, one)
    type_tally(page, one, "")
    expect_culprit(page, 0, None)
    type_tally(page, other, "1")
    expect_culprit(page, 0, other)
    type_tally(page, one, "1")
    expect_culprit(page, 0, other)
    hurt(page, victims[1], 1)
    type_tally(page, one, "1")
    expect_culprit(page, 1, one)
    hurt(page, victims[2], 2, by=one)
    expect_tally(page, one, "2")
    expect_culprit(page, 1, one)
    page.fill("input[name='score.home']", "1")
    type_touchdown(page, one)
    page.click("text=Send report")
    page.wait_for_url("**/matches/*/")
    injuries = Report.objects.get().data["away"]["injuries"]
    assert [each["by"] for each in injuries] == [other, one, one]


def type_touchdown(page: Page, player: int) -> None:
    page.fill(f"input[name='line.home.{player}.touchdowns']", "1")


def test_what_the_user_typed_stays(page: Page, match: Match) -> None:
    one, other = match_builders.players_of(match, "home")[:2]
    victims = match_builders.players_of(match, "away")
    type_tally(page, one, "3")
    hurt(page, victims[0], by=one)
    expect_tally(page, one, "3")
    hurt(page, victims[1], 1)
    expect_culprit(page, 1, None)
    page.select_option("select[name='injury.away.1.by']", str(other))
    page.select_option("select[name='injury.away.1.by']", "")
    type_tally(page, other, "1")
    expect_culprit(page, 1, None)
