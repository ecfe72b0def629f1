"""With the colours that a system forces on all pages, what is told by a colour is still told apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Locator, Page

from tests.leagues.cast import Cast, signed_in
from tests.leagues.shared_cast import cast, shared_cast
from web import policy

__all__ = ["cast", "shared_cast"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOK = """all => all.map(it => { const is = getComputedStyle(it); return [
    is.borderBottomColor, is.borderBottomStyle, is.borderBottomWidth].join(' ') })"""


@pytest.fixture(params=["light", "dark"])
def forced(request, chromium: Browser, live_server, cast: Cast) -> Iterator[Callable[[str], Page]]:
    """Opens an address with forced colours, on a desk, as a coach."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 900}, forced_colors="active", color_scheme=request.param
    )
    cookie = signed_in(cast.coach).cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
    page = context.new_page()

    def opened(address: str) -> Page:
        page.goto(live_server.url + address)
        return page

    yield opened
    context.close()


def looks(found: Locator) -> set[str]:
    """How the lower edges of elements look."""
    return set(found.evaluate_all(LOOK))


def test_the_current_tab_has_an_edge_that_the_others_do_not_have(forced: Callable[[str], Page], cast: Cast) -> None:
    page = forced(f"/leagues/{cast.league.slug}/members/")
    for row in (".tabs", ".bar-nav"):
        current, others = (
            looks(page.locator(f"{row} a[aria-current]")),
            looks(page.locator(f"{row} a:not([aria-current])")),
        )
        assert len(current) == 1 and others and not current & others


@pytest.mark.urls("tests.look.urls")
def test_steps_that_are_over_now_and_to_come_have_three_edges(
    forced: Callable[[str], Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(policy.POLICY, "look_everything", policy.ANYBODY)
    page = forced("/look/everything/")
    now, done = (looks(page.locator(f".step-{state} .step-mark")) for state in ("now", "done"))
    to_come = looks(page.locator(".steps li:not(.step-now, .step-done) .step-mark"))
    assert len(now | done | to_come) == 3
    assert looks(page.locator(".chip, .tag"))


def test_the_parts_of_a_bar_keep_their_colours(chromium: Browser) -> None:
    page = chromium.new_page(forced_colors="active")
    parts = "".join(f'<rect class="part part-{number}" width="9" height="9"/>' for number in range(1, 7))
    sheet = (settings.BASE_DIR / "static/dugout/charts/tones.css").read_text()
    page.set_content(f'<style>{sheet}</style><div class="chart"><svg>{parts}</svg></div>')
    fills = page.locator(".part").evaluate_all("all => all.map(it => getComputedStyle(it).fill)")
    page.close()
    assert len(set(fills)) == 6
