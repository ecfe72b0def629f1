"""To-do lists have trades: for the coach who was asked, for the commissioner, for both at the end of a loan."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.team.trades import Stake
from teams.models import Trade
from teams.trading.loans import end_loan
from tests.leagues.cast import Cast, create_cast
from tests.teams import pages
from tests.teams.trade_builders import TradingTeams, create_trading_teams, days_ahead, noon, reach_last_day, reloaded  # noqa: F401 - noon is a fixture


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


@pytest.fixture
def trading_teams(cast: Cast) -> TradingTeams:
    return create_trading_teams(cast, "approval")


def people_with_task(trading_teams: TradingTeams, words: str) -> set[str]:
    """The people whose to-do list has this text."""
    people = ("coach", "other_coach", "commissioner", "stranger", "elsewhere")
    return {person for person in people if words in pages.text_of(trading_teams.client(person).get(reverse("home")))}


def test_an_offer_is_a_task_of_the_asked_coach_and_then_of_the_commissioner(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(Stake(gold_lent=10_000), until=days_ahead())
    assert people_with_task(trading_teams, "Answer Ours, which offers Theirs a trade") == {"other_coach"}
    trade = trading_teams.accept(trade)
    assert people_with_task(trading_teams, "Answer Ours") == set()
    assert people_with_task(trading_teams, "Approve the trade of Ours and Theirs") == {"commissioner"}
    trade = trading_teams.approve(trade)
    assert people_with_task(trading_teams, "Approve the trade") == set()
    assert people_with_task(trading_teams, "End the loan") == set()


def test_the_end_of_a_loan_is_a_task_of_the_coaches(trading_teams: TradingTeams) -> None:
    trade: Trade = trading_teams.approve(trading_teams.accepted(Stake(gold_lent=10_000), until=days_ahead()))
    end_loan(trade=trade, expected=trade.version, by=trading_teams.cast.coach)
    assert people_with_task(trading_teams, "End the loan between Ours and Theirs") == {"other_coach"}
    Trade.objects.update(ending_asked_by=None)
    reach_last_day(trade)
    assert people_with_task(trading_teams, "End the loan between Ours and Theirs") == {"coach", "other_coach"}
    end_loan(trade=reloaded(trade), expected=reloaded(trade).version, by=trading_teams.cast.coach)
    assert people_with_task(trading_teams, "End the loan") == set()
