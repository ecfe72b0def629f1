"""Corrections of players who have gone to other teams since."""

from __future__ import annotations

from typing import Any

from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection, PlayerLine
from rules.sheet.match import Injury
from rules.team.trades import Offer, Stake
from teams.ledger import ledger
from teams.models import Player, Team, TeamState, Trade
from teams.trading import trading
from teams.trading.terms import trade_terms
from tests.audits import audit
from tests.leagues.cast import add_member
from tests.matches import match_builders
from tests.teams import team_builders
from tests.teams.trade_builders import TradingTeams, reloaded


def third_team(trading_teams: TradingTeams) -> Team:
    """A third coach's team."""
    add_member(trading_teams.league, trading_teams.cast.stranger)
    return team_builders.approved_team(
        trading_teams.league, trading_teams.cast.stranger, "Thirds", by=trading_teams.cast.commissioner
    )


def trade_players(giver: Team, taker: Team, *players: int) -> Trade:
    """Players go to another team for nothing."""
    offer = Offer(gives=Stake(players=players), takes=Stake())
    made = trading.offer_trade(offering=giver, asked=taker, offer=offer, by=giver.coach)
    seen = trade_terms(reloaded(made)).seen
    return trading.accept_trade(trade=reloaded(made), expected=made.version, seen=seen, by=taker.coach)


def begin_answered(trading_teams: TradingTeams, match: Match, **report: Any) -> MatchCorrection:
    """A correction with a changed report and answers to all open questions."""
    made = correcting.begin_correction(match=match, by=trading_teams.cast.commissioner, reason="It was otherwise.")
    reported = match_builders.report_with(match, **{"home": 1, **report})
    made = correcting.correct_report(correction=made, expected=made.version, reported=reported)
    while questions := CorrectedMatch(made).questions():
        given = match_builders.answer_for(match, questions[0], {})
        made = correcting.answer_question(correction=made, given=given)
    return made


def assert_journals_agree() -> None:
    """Journals add up to the stored states, and every player's row belongs to the team that has the player."""
    different = [difference for finding in audit() for difference in finding.differences]
    assert different == []
    for state in TeamState.objects.select_related("team"):
        for line in ledger.sheet_in(state).players:
            assert Player.objects.get(pk=line.player).team == state.team


def player_far_from_a_level(match: Match, side: str) -> int:
    """A player who did nothing in a match, so that a touchdown brings no improvement."""
    busy = PlayerLine.objects.filter(side__match=match, spp__gt=0).values_list("player", flat=True)
    return next(player for player in match_builders.players_of(match, side) if player not in busy)


def report_of_another_scorer(match: Match, scorer: int) -> dict[str, Any]:
    """A report in which another player of the home side scored."""
    return {"home_lines": {match_builders.players_of(match, "home")[0]: {"touchdowns": 0}, scorer: {"touchdowns": 1}}}


def report_of_a_death(match: Match, victim: int, side: str = "home") -> dict[str, Any]:
    """A report in which a player of a side is killed by the first of the other."""
    other = "away" if side == "home" else "home"
    killer = match_builders.players_of(match, other)[0]
    return {
        f"{side}_injuries": [Injury(player=victim, casualty=61, by=killer)],
        f"{other}_lines": {killer: {"casualties": 1}},
    }
