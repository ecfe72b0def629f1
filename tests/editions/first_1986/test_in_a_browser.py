"""Star rolls of the first edition in a real browser: typed dice, who gets them, and what a race makes of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from leagues import services
from leagues.models import League
from rules.editions.first_1986 import EDITION
from rules.team.founding_run import Choice
from teams.building import drafting
from teams.building.drafts import Draft
from teams.models import Team
from tests.browser_pages import DESK, PHONE, Open, opening
from tests.leagues.cast import Cast, add_member, create_cast, signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.costly]
PICTURES = os.environ.get("DUGOUT_PICTURES", "")


@pytest.fixture
def cast() -> Cast:
    return create_cast()


@pytest.fixture
def opened(chromium: Any, live_server: Any) -> Iterator[Open]:
    with opening(chromium, live_server.url) as open_page:
        yield open_page


@pytest.fixture
def dwarfs(cast: Cast) -> Team:
    """A draft of fifteen dwarfs, in a league where dice are typed."""
    details = services.Details(name="The boxed game")
    league = services.create_league(by=cast.commissioner, details=details, edition=EDITION.key)
    League.objects.filter(pk=league.pk).update(dice=League.Dice.TYPED)
    add_member(league, cast.coach)
    team = drafting.draft_team(league=league, coach=cast.coach, name="The Giants", team_list="Dwarf")
    names = tuple(f"Dwarf {nth}" for nth in range(1, 16))
    draft = Draft(choice=Choice(team_list="Dwarf", players=("Dwarf",) * 15), names=names)
    return drafting.save_draft(team=team, expected=team.version, draft=draft, name=team.name)


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def typed(page: Page, first: str, second: str) -> None:
    """Types the dice of the roll that is asked."""
    page.locator(f"[name=die0][value='{first}']").first.check(force=True)
    page.locator(f"[name=die1][value='{second}']").first.check(force=True)
    page.get_by_role("button", name="Enter roll").first.click()


@pytest.mark.rules("first-1986:FS3", "first-1986:FS7")
def test_a_coach_types_star_rolls_and_says_who_gets_them(opened: Open, cast: Cast, dwarfs: Team) -> None:
    client, address = signed_in(cast.coach), f"/teams/{dwarfs.public_id}/founding/"
    page = opened(client, address, size=PHONE)

    def asked(heading: str, name: str) -> None:
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        picture(page, f"{name}-phone")
        picture(opened(client, address, size=DESK), f"{name}-desk")

    asked("Star points", "stars")
    page.fill("[name=amount]", "2")
    page.get_by_role("button", name="Answer").click()
    asked("Star roll 1 of 2", "star-for")
    page.get_by_label("Dwarf 3").check(force=True)
    page.locator("form:has(input[name=choice]) button[type=submit]").first.click()
    asked("Star roll: Dwarf 3", "star-roll")
    typed(page, "6", "5")
    asked("Star roll: Dwarf 3", "star-choice")
    page.get_by_role("button", name="+2 TH").click()
    expect(page.get_by_role("heading", name="Star roll 2 of 2").first).to_be_visible()
    page.get_by_label("Roll all that are left first").check(force=True)
    page.locator("form:has(input[name=choice]) button[type=submit]").first.click()
    typed(page, "1", "2")
    asked("Star roll 2: 3, Very skilful", "star-given")
    page.get_by_label("Dwarf 1", exact=False).first.check(force=True)
    page.locator("form:has(input[name=choice]) button[type=submit]").first.click()
    asked("Defensive players", "roles")
