"""To-do lists have trades: for the coach who was asked, for the commissioner, for both at the end of a loan."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.team.trades import Stake
from teams.models import Trade
from teams.trading.loans import end_loan
from tests.leagues.cast import Cast, gather
from tests.teams import pages
from tests.teams.market import Market, noon, now, open_market, the_day_has_come, tomorrow  # noqa: F401 - noon is a fixture


@pytest.fixture
def cast(db: None) -> Cast:
    return gather()


@pytest.fixture
def market(cast: Cast) -> Market:
    return open_market(cast, "approval")


def told(market: Market, words: str) -> set[str]:
    """Whose to-do list has these words."""
    people = ("coach", "other_coach", "commissioner", "stranger", "elsewhere")
    return {person for person in people if words in pages.text_of(market.client(person).get(reverse("home")))}


def test_an_offer_waits_for_the_coach_who_was_asked_then_for_the_commissioner(market: Market) -> None:
    trade = market.offered(Stake(gold_lent=10_000), until=tomorrow())
    assert told(market, "Answer Ours, who offer Theirs a trade") == {"other_coach"}
    trade = market.accept(trade)
    assert told(market, "Answer Ours") == set()
    assert told(market, "Approve the trade of Ours and Theirs") == {"commissioner"}
    trade = market.approve(trade)
    assert told(market, "Approve the trade") == set()
    assert told(market, "End the loan") == set()


def test_the_end_of_a_loan_waits_for_the_coaches(market: Market) -> None:
    trade: Trade = market.approve(market.accepted(Stake(gold_lent=10_000), until=tomorrow()))
    end_loan(trade=trade, expected=trade.version, by=market.cast.coach)
    assert told(market, "End the loan between Ours and Theirs") == {"other_coach"}
    Trade.objects.update(ending_asked_by=None)
    the_day_has_come(trade)
    assert told(market, "End the loan between Ours and Theirs") == {"coach", "other_coach"}
    end_loan(trade=now(trade), expected=now(trade).version, by=market.cast.coach)
    assert told(market, "End the loan") == set()
