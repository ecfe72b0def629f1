"""Random operations on teams outside of matches: figures are corrected, and players traded or lent."""

from __future__ import annotations

import random

from rules.correcting.manual_correction import ABOUT_PLAYERS, ManualCorrection
from rules.team.trades import Offer, Stake
from teams.ledger import ledger
from teams.ledger.manual_correction import correct_figure
from teams.models import TeamState, Trade
from teams.trading import trading
from teams.trading.loans import end_loan
from teams.trading.terms import trade_terms
from tests.matches.league_base import FIRST_PLAYERS, LeagueBase
from tests.teams.trade_builders import days_ahead, reloaded

FIGURES: dict[str, tuple[int, ...]] = {
    "treasury": (-100_000, -10_000, 60_000), "bank": (10_000,), "rerolls": (-1, 1), "fan_factor": (-1, 1),
    "cheerleader": (1,), "spp": (-3, 4, 15), "niggling": (1, -1), "misses_next": (1, -1), "characteristic": (1, -1),
    "learned": (20_000,), "back": (1,),
}  # fmt: skip


class TeamOperations(LeagueBase):
    """What the commissioner and coaches do with teams."""

    def correct_figure(self, chance: random.Random) -> None:
        """The commissioner corrects a figure of a team or of a player, also of one who has left."""
        team = chance.choice(self.teams)
        state = TeamState.objects.get(team=team)
        sheet, figure = ledger.sheet_in(state), chance.choice([each for each in FIGURES if self._has(each)])
        people = [line.player for line in sheet.players][:FIRST_PLAYERS]
        if figure == "back":
            people = [gone.line.player for gone in sheet.departed] or people
        name = {"characteristic": "AG", "learned": "Block"}.get(figure, "")
        word = ManualCorrection(
            figure=figure, amount=chance.choice(FIGURES[figure]), player=chance.choice(people), name=name
        )
        correct_figure(team=team, by=self.commissioner, expected=state.seq, word=word, reason="It was so.")

    def _has(self, figure: str) -> bool:
        """Whether the book of the league counts this."""
        known = {*self.book.purses, *self.book.goods, *self.book.staff, *self.book.conditions, *ABOUT_PLAYERS}
        return figure in known

    def trade(self, chance: random.Random) -> None:
        """A player goes to another team, most often to one of the same list, for gold or on loan."""
        alike = self.teams[:1] + self.teams[-1:]
        ours, theirs = chance.sample(alike if chance.random() < 0.8 else self.teams, 2)
        player = chance.choice(ledger.sheet_in(TeamState.objects.get(team=ours)).players[:FIRST_PLAYERS]).player
        lent = chance.random() < 0.4
        gives = Stake(players_lent=(player,)) if lent else Stake(players=(player,))
        offer = Offer(gives=gives, takes=Stake(gold=chance.choice([0, 10_000])), until=days_ahead() if lent else None)
        made = trading.offer_trade(offering=ours, asked=theirs, offer=offer, by=ours.coach)
        seen = trade_terms(reloaded(made)).seen
        trading.accept_trade(trade=reloaded(made), expected=made.version, seen=seen, by=theirs.coach)

    def end_loan(self, chance: random.Random) -> None:
        """The commissioner ends a loan."""
        loan = chance.choice(list(Trade.objects.running_loans().filter(league=self.league).order_by("pk")))
        end_loan(trade=reloaded(loan), expected=loan.version, by=self.commissioner, commissioner=True)
