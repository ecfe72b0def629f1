"""The inbox on a phone: everything fits, can be pressed and read aloud, with and without scripts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from leagues.members.memberships import answer_request
from leagues.models import League
from notices.mailing import token_for
from tests.browser_pages import LONG_WORD, PHONE, WIDER, Open, opened
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import cast, shared_cast
from tests.notices.requests_to_join import stranger_asks
from tests.teams import team_builders

__all__ = ["cast", "opened", "shared_cast"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOW = """() => [...document.querySelectorAll('main .btn, .bar a, .tabs a, main select')]
    .filter(it => it.checkVisibility() && it.getBoundingClientRect().height < 43.9).map(it => it.textContent.trim())"""


@pytest.fixture
def told(cast: Cast) -> Cast:
    """The commissioner has something to do, and news with a name as long as can be."""
    League.objects.filter(pk=cast.league.pk).update(name=LONG_WORD)
    team_builders.submitted_team(cast.private, cast.coach)
    asked = stranger_asks(cast)
    answer_request(join_request=asked, by=cast.commissioner, accept=True)
    team_builders.approved_team(cast.league, cast.coach, LONG_WORD, by=cast.commissioner)
    return cast


def test_the_inbox_fits_a_phone_and_marks_notices_as_read(opened: Open, told: Cast) -> None:
    page = opened(reverse("notices:inbox"), script=False)
    expect(page.locator(".unread-count").first).to_contain_text("1")
    page.get_by_role("button", name="Mark as read").first.click()
    expect(page.locator(".unread-count")).to_have_count(0)
    page = opened(reverse("notices:inbox"), person="commissioner")
    expect(page.get_by_role("heading", name="Waiting for you")).to_be_visible()
    if folder := os.environ.get("DUGOUT_PICTURES"):
        wider = opened(reverse("notices:inbox"), person="commissioner", size=(390, 844))
        wider.screenshot(path=Path(folder) / "inbox.png", full_page=True)
    page.get_by_role("button", name="Mark all as read").click()
    expect(page.get_by_role("link", name="Reikland Reavers waits for your approval")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("night", [False, True])
def test_the_pages_fit_a_phone_and_can_be_read_aloud(opened: Open, told: Cast, night: bool) -> None:
    stop = reverse("notices:unsubscribe", args=[token_for(told.coach, "members")])
    for address in (reverse("notices:inbox"), reverse("notices:preferences"), stop):
        page = opened(address, night=night)
        assert page.evaluate(WIDER) == []
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
        assert page.evaluate(LOW) == []
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
