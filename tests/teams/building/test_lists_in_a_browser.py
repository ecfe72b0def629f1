"""Where the cards of team lists stand in a window, and that the foot names the chosen list, also without a script."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser_pages import Open, opened
from tests.leagues.cast import Cast

__all__ = ["opened"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESK, PHONE = (1280, 900), (390, 844)
SEEN = """() => {
    const foot = document.querySelector('.running-total').getBoundingClientRect()
    return foot.bottom > innerHeight ? 0 : [...document.querySelectorAll('.rcd')]
        .filter(card => card.getBoundingClientRect().bottom <= foot.top).length
}"""
"""How many cards stand whole above the foot in the first window; none if the foot does not."""


def assert_foot_names(page: Page, name: str) -> None:
    """The name of the chosen list stands on the foot."""
    chosen, foot = page.locator(".list-chosen:visible"), page.locator(".running-total").bounding_box()
    expect(chosen).to_have_text(name)
    box = chosen.bounding_box()
    assert foot["y"] <= box["y"] and box["y"] + box["height"] <= foot["y"] + foot["height"] + 1
    button = page.locator(".running-total .btn").first.bounding_box()
    assert box["x"] + box["width"] <= button["x"]


@pytest.mark.parametrize(("size", "cards"), [(DESK, 12), (PHONE, 3)], ids=["desk", "phone"])
def test_cards_and_the_chosen_list_are_in_the_first_window(
    opened: Open, cast: Cast, size: tuple[int, int], cards: int
) -> None:
    address = f"/leagues/{cast.league.slug}/teams/new/"
    page = opened(address, size=size, person="commissioner", script=False)
    expect(page.get_by_text("For another coach")).to_be_visible()
    assert page.evaluate(SEEN) >= cards
    assert page.locator(".list-chosen:visible").count() == 0
    page.get_by_role("radio", name="Chaos Dwarf").check(force=True)
    assert_foot_names(page, "Chaos Dwarf")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert_foot_names(page, "Chaos Dwarf")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = Axe().run(opened(address, size=size, person="commissioner", night=True))
    assert found.violations_count == 0, found.generate_report()
