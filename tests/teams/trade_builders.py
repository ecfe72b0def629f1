"""Two teams that may trade, and trades at every step, made by the same services that pages use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from leagues import services as leagues
from leagues.models import League
from rules.sheet.sheet import TeamSheet
from rules.team.trades import Offer, Stake
from teams.ledger import ledger
from teams.models import Team, TeamState, Trade
from teams.trading import trading
from teams.trading.terms import trade_terms
from tests.leagues.cast import Cast, form_data, signed_in
from tests.teams import team_builders

NOTHING = Stake()


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    """Fixes the time for a module that imports it: a loan ends with a day, and none may end during a test."""
    with time_machine.travel(timezone.now().replace(hour=12)):
        yield


def allow_trades(league: League, by: User, choice: str) -> None:
    """Allows trades of that kind in the league from now on."""
    league.refresh_from_db()
    if league.ruleset.values["trades"] == choice:
        return
    values = league.ruleset.values | {"trades": choice}
    leagues.change_house_rules(league=league, by=by, expected=league.ruleset_id, options=values)
    league.refresh_from_db()


def days_ahead(days: int = 1) -> date:
    """The day so many days from now."""
    return timezone.now().date() + timedelta(days=days)


def reach_last_day(trade: Trade) -> Trade:
    """Moves the last day of a loan into the past."""
    Trade.objects.filter(pk=trade.pk).update(until=timezone.now().date() - timedelta(days=2))
    return reloaded(trade)


def reloaded(trade: Trade) -> Trade:
    """The trade's current row."""
    return Trade.objects.select_related("league", "offering__coach", "asked__coach").get(pk=trade.pk)


@dataclass
class TradingTeams:
    """A league with trades, `coach`'s team and `other_coach`'s, 40k in the treasury of each."""

    cast: Cast
    league: League
    ours: Team
    theirs: Team

    def sheet(self, team: Team) -> TeamSheet:
        """The team's current sheet."""
        return ledger.sheet_in(TeamState.objects.get(team=team))

    def player(self, team: Team, position: str = "Blitzer", nth: int = 0) -> int:
        """The id of the nth player of a position."""
        return [line.player for line in self.sheet(team).players if line.position == position][nth]

    def offered(self, gives: Stake = NOTHING, takes: Stake = NOTHING, until: date | None = None) -> Trade:
        """An offer of `coach` to `other_coach`."""
        offer = Offer(gives=gives, takes=takes, until=until)
        return reloaded(trading.offer_trade(offering=self.ours, asked=self.theirs, offer=offer, by=self.cast.coach))

    def accepted(self, gives: Stake = NOTHING, takes: Stake = NOTHING, until: date | None = None) -> Trade:
        """An offer that the other coach has accepted."""
        return self.accept(self.offered(gives, takes, until))

    def accept(self, trade: Trade, **changes: Any) -> Trade:
        """The other coach accepts."""
        plain = {"expected": trade.version, "seen": trade_terms(reloaded(trade)).seen, "by": self.cast.other_coach}
        return reloaded(trading.accept_trade(trade=trade, **{**plain, **changes}))

    def approve(self, trade: Trade, **changes: Any) -> Trade:
        """The commissioner approves."""
        plain = {"expected": trade.version, "seen": trade_terms(reloaded(trade)).seen, "by": self.cast.commissioner}
        return reloaded(trading.approve_trade(trade=trade, **{**plain, **changes}))

    def client(self, name: str) -> Client:
        """The browser of a person of the cast."""
        return signed_in(self.cast[name])


def create_trading_teams(cast: Cast, choice: str = "free", league: League | None = None) -> TradingTeams:
    """Two teams that may trade, in the public league or another one."""
    league = league or cast.league
    allow_trades(league, cast.commissioner, choice)
    ours = team_builders.approved_team(league, cast.coach, "Ours", by=cast.commissioner)
    theirs = team_builders.approved_team(league, cast.other_coach, "Theirs", by=cast.commissioner)
    return TradingTeams(cast=cast, league=league, ours=ours, theirs=theirs)


def trade_form(trade: Trade, **more: Any) -> dict[str, Any]:
    """The form data of a button about a trade."""
    first, second = trade_terms(reloaded(trade)).seen
    return form_data(version=reloaded(trade).version, offering_seq=first, asked_seq=second, **more)
