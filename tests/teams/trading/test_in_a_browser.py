"""A trade in a real browser without scripts, on a phone and a desktop: offered, accepted, within the page."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from rules.team.trades import Stake
from teams.models import Trade
from tests.browser_pages import DESK, PHONE, Open
from tests.leagues.cast import Cast
from tests.teams import pages
from tests.teams.trade_builders import TradingTeams, create_trading_teams, days_ahead, reloaded

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def trading_teams(cast: Cast) -> TradingTeams:
    return create_trading_teams(cast, "approval")


def check_page(page: Page, name: str) -> None:
    """Nothing is wider than the page, and axe finds nothing; saves a picture if DUGOUT_PICTURES is set."""
    if folder := os.environ.get("DUGOUT_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}-{page.viewport_size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    found = Axe().run(page).response["violations"]
    assert [(each["id"], [node["target"] for node in each["nodes"]]) for each in found] == []


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_a_trade_can_be_offered_and_accepted_without_scripts(
    opened: Open,
    trading_teams: TradingTeams,
    size: tuple[int, int],
) -> None:
    page = opened(reverse("matches:team", args=[trading_teams.ours.public_id]), size=size, script=False)
    page.get_by_role("link", name="Offer a trade").click()
    page.get_by_role("link", name="Theirs").click()
    page.get_by_label("Gold we lend, in k").fill("30")
    page.get_by_label("Blitzer").first.select_option("on loan")
    page.get_by_label("Loans end on").fill(days_ahead(9).isoformat())
    page.get_by_role("button", name="Send offer").click()
    expect(page.get_by_role("button", name="Withdraw offer")).to_be_visible()
    trade = reloaded(Trade.objects.get())
    other = opened(reverse("teams:trade", args=[trade.pk]), size=size, script=False, person="other_coach")
    expect(other.get_by_role("table").first).to_contain_text("Treasury")
    other.get_by_role("button", name="Accept").click()
    expect(other.get_by_text("accepted, waiting for approval").first).to_be_visible()
    commissioner = opened(reverse("home"), size=size, script=False, person="commissioner")
    commissioner.get_by_role("link", name="Approve the trade of Ours and Theirs, or refuse it").click()
    commissioner.get_by_role("button", name="Approve").click()
    assert reloaded(trade).state == Trade.State.LENT


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_pages_of_trades_fit_and_are_accessible(
    opened: Open,
    trading_teams: TradingTeams,
    size: tuple[int, int],
) -> None:
    player = trading_teams.player(trading_teams.ours)
    trade = trading_teams.offered(Stake(players_lent=(player,), gold=20_000), Stake(gold_lent=5_000), days_ahead(30))
    check_page(opened(reverse("teams:trade", args=[trade.pk]), size=size, person="other_coach"), "trade")
    check_page(opened(reverse("teams:trades", args=[trading_teams.league.slug]), size=size), "trades")
    check_page(opened(pages.url("offer_trade", trading_teams.ours), size=size), "choose")
    form = pages.url("offer_trade", trading_teams.ours) + f"?asked={trading_teams.theirs.public_id}"
    check_page(opened(form, size=size), "offer")
