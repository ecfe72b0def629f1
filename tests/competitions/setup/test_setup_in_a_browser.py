"""Setting up a competition, and the pages about members, in a real browser on a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from competitions.setup import seasons
from leagues.members import memberships
from leagues.members.enquiries import write
from tests.browser_pages import WIDER, Open
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in
from tests.leagues.cast import Cast, form_data

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/old-world-sunday-league"
NEW = f"{LEAGUE}/seasons/1/competitions/new/"


def fits_and_is_accessible(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    assert page.evaluate(WIDER) == []
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.fixture
def season(cast: Cast) -> None:
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Season 1")


def test_a_chosen_format_shows_its_fields_at_once_and_keeps_what_was_typed(opened: Open, season: None) -> None:
    page = opened(NEW, person="commissioner")
    fits_and_is_accessible(page)
    expect(page.get_by_text("Show the settings of this format")).to_be_hidden()
    page.check("input[name='scheduling'][value='ladder']")  # before it has a name
    expect(page.locator("input[name='reach']")).to_be_visible()
    page.fill("input[name='name']", "Cup")
    page.check("input[name='scheduling'][value='knock_out']")
    expect(page.locator("input[name='third_place']")).to_be_visible()
    expect(page.locator("input[name='win']")).to_have_count(0)
    expect(page.locator("input[name='name']")).to_have_value("Cup")
    expect(page.get_by_role("radio", name="Knock-out: the loser is out")).to_be_focused()
    page.check("input[name='scheduling'][value='swiss']")
    expect(page.locator("input[name='planned_rounds']")).to_have_value("5")
    page.press("input[name='name']", "Enter")
    page.wait_for_url("**/manage/")


def test_without_scripts_a_button_shows_the_fields(opened: Open, season: None) -> None:
    page = opened(NEW, person="commissioner", script=False)
    page.fill("input[name='name']", "Rungs")
    page.check("input[name='scheduling'][value='ladder']")
    page.click("text=Show the settings of this format")
    expect(page.locator("input[name='reach']")).to_have_value("3")
    page.locator("form.setting-up .form-actions button").click()
    page.wait_for_url("**/manage/")


@pytest.mark.thorough
def test_the_pages_about_members_fit_a_phone_and_are_accessible(opened: Open, cast: Cast) -> None:
    competition_in(
        cast.league, [*bare_teams(cast.league, 3), bare_team(cast.league, "Zebras", cast.coach)], started=True
    )
    made = memberships.invite(
        league=cast.league, by=cast.commissioner, seed=form_data()["command_id"], role="coach", days=9, max_uses=8
    )
    asked = write(league=cast.league, user=cast.stranger, message="May I join?")
    leaving = cast.league.memberships.get(user=cast.coach)
    for address, person in (
        (f"{LEAGUE}/members/", "commissioner"),
        (f"{LEAGUE}/invitations/{made.pk}/", "commissioner"),
        (f"{LEAGUE}/enquiries/{asked.pk}/", "commissioner"),
        (f"{LEAGUE}/members/{leaving.pk}/remove/", "commissioner"),
        (f"{LEAGUE}/contact/", "elsewhere"),
        (f"/enquiries/{asked.pk}/", "stranger"),
    ):
        fits_and_is_accessible(opened(address, person=person))
