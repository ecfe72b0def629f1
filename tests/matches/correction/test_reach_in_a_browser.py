"""The preview of a correction that changes another team, on a phone: the team, the players, and the choices."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from teams.models import Player
from tests.browser_pages import LONG_WORD, PHONE, WIDER, Open
from tests.leagues.cast import create_cast, signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_builders import begin_answered, report_of_a_death, third_team, trade_players
from tests.teams.trade_builders import TradingTeams, create_trading_teams

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def trading_teams(transactional_db: None) -> TradingTeams:
    return create_trading_teams(create_cast())


@pytest.fixture
def two_teams(trading_teams: TradingTeams) -> TwoTeams:
    return TwoTeams(trading_teams.cast, trading_teams.ours, trading_teams.theirs)


@pytest.mark.thorough
@pytest.mark.rules("L1", "C8")
def test_the_preview_on_a_phone_names_the_changed_players_and_their_teams(
    open_page: Open,
    trading_teams: TradingTeams,
) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    victim, thirds = match_builders.players_of(match, "home")[1], third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, victim)
    Player.objects.filter(pk=victim).update(name=LONG_WORD)
    begin_answered(trading_teams, match, **report_of_a_death(match, victim))
    page = open_page(f"/matches/{match.public_id}/correction/", who=signed_in(trading_teams.cast.commissioner))
    reached = page.get_by_role("region", name="Thirds", exact=True)
    expect(reached).to_contain_text(f"{LONG_WORD}, Lineman would never have moved to Thirds from Ours")
    choice = page.get_by_role(
        "radio", name="Remove it from the history of both teams, with everything that depends on it"
    )
    expect(choice).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], page.evaluate(WIDER)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    choice.check()
    page.get_by_role("button", name="Save decisions").click()
    expect(page.get_by_role("button", name="Accept correction")).to_be_visible()
