"""Search in a browser: results appear while one types, fit on a phone, and everybody can use them."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from leagues.models import League
from tests.browser_pages import DESK, PHONE, Open, opened
from tests.competitions.competition_builders import create_bare_teams
from tests.leagues.cast import Cast
from tests.look.targets import TOUCH

__all__ = ["opened"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COVERED = """it => {
    const {left, right, top, bottom} = it.getBoundingClientRect();
    const row = Array.from({length: 20}, (_, nth) => left + 4 + nth * (right - left - 8) / 19);
    const there = row.map(x => document.elementFromPoint(x, (top + bottom) / 2));
    return there.filter(at => at !== it).map(at => at.className);
}"""
HEIGHTS = "all => all.map(it => it.getBoundingClientRect().height)"
LONG = "The Very Long Standing League of the Old World and All Its Marches"
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


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent.trim() || document.activeElement.name"))


@pytest.mark.parametrize("size", [PHONE, (900, 700), DESK])
def test_the_bar_shows_results_while_one_types(cast: Cast, opened: Open, size: tuple[int, int]) -> None:
    League.objects.filter(pk=cast.league.pk).update(name=LONG)
    create_bare_teams(cast.league, "Ravens", "Stompers")
    for night in (False, True):
        page = opened(f"/leagues/{cast.league.slug}/rules/", person="coach", night=night, size=size)
        heading = page.locator("h1").bounding_box()
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        field, found = page.locator(".bar-search input"), page.locator(".bar-found")
        if size != DESK:
            assert not field.is_visible()
            page.locator(".bar-search button").click()
        else:
            field.click()
        expect(field).to_be_focused()
        assert field.evaluate(COVERED) == [], "nothing of the bar lies over the field"
        assert asked == [], "nothing is asked before one types"
        page.keyboard.type("rav")
        expect(found).to_contain_text("Ravens")
        expect(page.locator(".bar-search > [role=status]")).to_contain_text("Teams")
        assert len([each for each in asked if "search/" in each]) == 1, "asked once for three letters"
        heights = page.locator(".bar-search :is(input, button, a)").evaluate_all(HEIGHTS)
        assert page.evaluate(SIDEWAYS) is False and (size == DESK or min(heights) >= TOUCH)
        assert page.locator(".bar").bounding_box()["height"] == 48 and page.locator("h1").bounding_box() == heading
        report = Axe().run(page)
        assert report.violations_count == 0, report.generate_report()


def test_the_keyboard_walks_through_the_results_below_the_bar(cast: Cast, opened: Open) -> None:
    create_bare_teams(cast.league, "Ravens", "Raving Mads")
    page = opened(f"/leagues/{cast.league.slug}/rules/", size=PHONE)
    button, field, found = (page.locator(f".bar-search {each}") for each in ("button", "input", ".bar-found"))
    button.focus()
    page.keyboard.press("Enter")
    expect(field).to_be_focused()
    page.keyboard.type("rav")
    expect(found).to_be_visible()
    page.keyboard.press("ArrowDown")
    assert focused(page).startswith("Ravens")
    page.keyboard.press("ArrowDown")
    assert focused(page).startswith("Raving Mads")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    assert not found.is_visible() and not field.is_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.type("e")
    expect(found).to_contain_text("Found for “rave”")
    page.locator(".site-footer p").click()
    assert not found.is_visible() and not field.is_visible()
    page.keyboard.press("Tab")
    button.click()
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_contain_text("Ravens")
    assert page.url.endswith("/search/?q=rave")


def test_results_that_come_after_the_field_is_emptied_stay_away(cast: Cast, opened: Open) -> None:
    create_bare_teams(cast.league, "Ravens")
    page = opened(f"/leagues/{cast.league.slug}/rules/", person="visitor", size=DESK)
    held: list[Route] = []
    page.route("**/bar_found*.css", lambda route: held.append(route))
    page.locator(".bar-search input").click()
    page.keyboard.type("r")
    page.wait_for_selector('link[href*="bar_found"]', state="attached")
    page.keyboard.press("Backspace")
    for route in held:
        route.continue_()
    for _try in range(50):  # Playwright's own waiting evaluates its script in the page, which the policy forbids
        page.wait_for_timeout(100)
        if page.evaluate("""[...document.querySelectorAll('link[href*="bar_found"]')].every(it => it.sheet)"""):
            break
    else:
        pytest.fail("the style sheet never came")
    page.wait_for_timeout(100)
    assert held and not page.locator(".bar-found").is_visible()


def test_a_phone_without_scripts_goes_to_the_page_of_search(cast: Cast, opened: Open) -> None:
    page = opened(f"/leagues/{cast.league.slug}/rules/", size=PHONE, script=False)
    page.locator(".bar-search button").click()
    expect(page.get_by_role("searchbox")).to_be_visible()
    assert f"/leagues/{cast.league.slug}/search/" in page.url
