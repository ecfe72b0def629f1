"""Search in a browser: results appear while one types, fit on a phone, and everybody can use them."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser_pages import DESK, PHONE, Open, opened
from tests.competitions.competition_builders import create_bare_teams
from tests.leagues.cast import Cast

__all__ = ["opened"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def test_results_appear_while_one_types_and_fit(cast: Cast, opened: Open) -> None:
    create_bare_teams(cast.league, "Ravens", "Stompers")
    for night in (False, True):
        page = opened("/search/", person="coach", night=night, size=PHONE)
        page.locator("#query").press_sequentially("rav")
        expect(page.locator("#found")).to_contain_text("Ravens")
        expect(page).to_have_url(page.url.split("?")[0] + "?q=rav")
        assert page.evaluate(SIDEWAYS) is False
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def test_a_league_is_searched_from_its_bar_without_scripts(cast: Cast, opened: Open) -> None:
    create_bare_teams(cast.league, "Ravens")
    page = opened(f"/leagues/{cast.league.slug}/rules/", person="visitor", size=DESK, script=False)
    page.locator(".bar-search input").fill("ravens")
    page.locator(".bar-search button").click()
    expect(page.locator("#found")).to_contain_text("Ravens")
    assert f"/leagues/{cast.league.slug}/search/?q=ravens" in page.url
