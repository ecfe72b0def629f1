"""Two answers to trades at the same moment: one counts, the other is refused."""

from __future__ import annotations

import pytest

from rules.team.trades import Stake
from teams.models import JournalEntry, Trade
from teams.trading import trading
from teams.trading.terms import trade_terms
from tests.audits import audit
from tests.leagues.cast import create_cast
from tests.teams.threads import at_once
from tests.teams.trade_builders import TradingTeams, create_trading_teams, reloaded
from web.errors import Refusal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trading_teams() -> TradingTeams:
    return create_trading_teams(create_cast())


def refusals(outcomes: list[object]) -> int:
    assert all(isinstance(outcome, Refusal | Trade) for outcome in outcomes), outcomes
    return sum(isinstance(outcome, Refusal) for outcome in outcomes)


def test_an_offer_accepted_twice_at_once_takes_effect_once(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    outcomes = at_once(*[lambda: trading_teams.accept(trade)] * 3)
    assert refusals(outcomes) == 2
    assert JournalEntry.objects.filter(source=f"trade:{trade.pk}").count() == 2
    assert trading_teams.sheet(trading_teams.theirs).treasury == 50_000


def test_an_offer_is_either_accepted_or_withdrawn(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    outcomes = at_once(
        lambda: trading_teams.accept(trade),
        lambda: trading.withdraw_trade(trade=trade, expected=trade.version, by=trading_teams.cast.coach),
    )
    assert refusals(outcomes) == 1
    moved = JournalEntry.objects.filter(source=f"trade:{trade.pk}").exists()
    assert (reloaded(trade).state, moved) in {("done", True), ("withdrawn", False)}


def test_one_player_in_two_offers_is_traded_once(trading_teams: TradingTeams) -> None:
    player = trading_teams.player(trading_teams.ours)
    trades = [
        trading_teams.offered(gives=Stake(players=(player,)), takes=Stake(gold=gold)) for gold in (10_000, 20_000)
    ]
    seen = trade_terms(trades[0]).seen
    outcomes = at_once(*[lambda trade=trade: trading_teams.accept(trade, seen=seen) for trade in trades])
    assert refusals(outcomes) == 1
    assert trading_teams.sheet(trading_teams.theirs).player(player) and not trading_teams.sheet(
        trading_teams.ours
    ).player(player)
    assert [finding.differences for finding in audit() if finding.differences] == []
