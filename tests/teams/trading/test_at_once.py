"""Two answers to trades at the same moment: one of them counts, the other is told so."""

from __future__ import annotations

import pytest

from rules.team.trades import Stake
from teams.ledger.audit import audit
from teams.models import JournalEntry, Trade
from teams.trading import trading
from teams.trading.terms import trade_terms
from tests.leagues.cast import gather
from tests.teams.market import Market, now, open_market
from tests.teams.threads import at_once
from web.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def market() -> Market:
    return open_market(gather())


def refusals(outcomes: list[object]) -> int:
    assert all(isinstance(outcome, Refusal | Trade) for outcome in outcomes), outcomes
    return sum(isinstance(outcome, Refusal) for outcome in outcomes)


def test_an_offer_accepted_twice_at_once_is_carried_out_once(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    outcomes = at_once(*[lambda: market.accept(trade)] * 3)
    assert refusals(outcomes) == 2
    assert JournalEntry.objects.filter(source=f"trade:{trade.pk}").count() == 2
    assert market.sheet(market.theirs).treasury == 50_000


def test_an_offer_is_either_accepted_or_withdrawn(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    outcomes = at_once(
        lambda: market.accept(trade),
        lambda: trading.withdraw_trade(trade=trade, expected=trade.version, by=market.cast.coach),
    )
    assert refusals(outcomes) == 1
    moved = JournalEntry.objects.filter(source=f"trade:{trade.pk}").exists()
    assert (now(trade).state, moved) in {("done", True), ("withdrawn", False)}


def test_one_player_offered_twice_goes_once(market: Market) -> None:
    player = market.player(market.ours)
    trades = [market.offered(gives=Stake(players=(player,)), takes=Stake(gold=gold)) for gold in (10_000, 20_000)]
    seen = trade_terms(trades[0]).seen
    outcomes = at_once(*[lambda trade=trade: market.accept(trade, seen=seen) for trade in trades])
    assert refusals(outcomes) == 1
    assert market.sheet(market.theirs).player(player) and not market.sheet(market.ours).player(player)
    assert [finding.differences for finding in audit() if finding.differences] == []
