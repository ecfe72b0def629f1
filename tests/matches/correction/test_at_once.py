"""A correction that changes another team, accepted at the moment when that team's journal changes."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from leagues import log
from leagues.extensions import LogKind
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import Match
from matches.sequence import annulling, answering
from matches.sequence.annulling import CALLED_OFF
from rules.team.trades import Offer, Stake
from teams.models import JournalEntry, Trade
from teams.trading import trading
from teams.trading.terms import trade_terms
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.matches.correction.correction_builders import (
    assert_journals_agree,
    begin_answered,
    player_far_from_a_level,
    report_of_another_scorer,
    third_team,
    trade_players,
)
from tests.teams.threads import at_once
from tests.teams.trade_builders import TradingTeams, create_trading_teams, reloaded
from web.errors import Refusal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rules("L1", "C8")]


@pytest.fixture
def trading_teams() -> TradingTeams:
    return create_trading_teams(create_cast())


def test_of_a_correction_and_a_trade_the_second_is_refused(trading_teams: TradingTeams) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = player_far_from_a_level(match, "home"), third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    offer = Offer(gives=Stake(players=(scorer,)), takes=Stake())
    on = trading.offer_trade(offering=thirds, asked=trading_teams.theirs, offer=offer, by=trading_teams.cast.stranger)
    made = begin_answered(trading_teams, match, **report_of_another_scorer(match, scorer))
    seen, agreed = (
        {journal.label: journal.seq for journal in CorrectedMatch(made).touched},
        trade_terms(reloaded(on)).seen,
    )
    outcomes = at_once(
        lambda: correcting.accept(
            correction=made, expected=made.version, by=trading_teams.cast.commissioner, seen=seen, commissioner=True
        ),
        lambda: trading.accept_trade(
            trade=reloaded(on), expected=on.version, seen=agreed, by=trading_teams.cast.other_coach
        ),
    )
    assert sorted(type(outcome) is Refusal for outcome in outcomes) == [False, True], outcomes
    assert all(isinstance(outcome, Refusal | Match | Trade) for outcome in outcomes)
    where = trading_teams.theirs if isinstance(outcomes[1], Trade) else thirds
    line = trading_teams.sheet(where).player(scorer)
    assert line is not None and line.deed("touchdowns") == (1 if isinstance(outcomes[0], Match) else 0)
    assert_journals_agree()


def test_a_correction_and_the_end_of_another_teams_match_do_not_deadlock(
    trading_teams: TradingTeams,
) -> None:
    """The journals agree in either order. The correction is refused if the other team's journal has changed."""
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = player_far_from_a_level(match, "home"), third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    later = match_builders.confirmed_match(thirds, trading_teams.theirs)
    made = begin_answered(trading_teams, match, **report_of_another_scorer(match, scorer))
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    state = match_builders.MatchState(Match.objects.get(pk=later.pk))
    while len(questions := state.questions()) > 1:
        state = answering.answer(
            match=later, given=[match_builders.answer_for(later, questions[0], {})], by=trading_teams.cast.stranger
        )
    last = [match_builders.answer_for(later, question, {}) for question in questions]
    outcomes = at_once(
        lambda: correcting.accept(
            correction=made, expected=made.version, by=trading_teams.cast.commissioner, seen=seen, commissioner=True
        ),
        lambda: answering.answer(match=later, given=last, by=trading_teams.cast.stranger),
    )
    assert all(not isinstance(outcome, Exception) or isinstance(outcome, Refusal) for outcome in outcomes), outcomes
    written = JournalEntry.objects.filter(source=f"correction:{match.public_id}").exists()
    assert written is isinstance(outcomes[0], Match)
    assert_journals_agree()


@pytest.mark.postgres
def test_a_correction_and_a_commissioners_answer_in_another_teams_match_do_not_deadlock(
    trading_teams: TradingTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One locks the league and then the match, the other locks the match and then writes in the league's log."""
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = player_far_from_a_level(match, "home"), third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    later = match_builders.opened_match(thirds, trading_teams.theirs)
    made = begin_answered(trading_teams, match, **report_of_another_scorer(match, scorer))
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    match_held, league_held = threading.Event(), threading.Event()
    as_seen, record = correcting._as_seen, log.record

    def wait_for_the_match(*args: Any) -> Any:
        league_held.set()
        assert match_held.wait(60)
        return as_seen(*args)

    def wait_for_the_league(kind: LogKind, **words: Any) -> Any:
        if kind is CALLED_OFF:
            match_held.set()
            assert league_held.wait(60)
            time.sleep(0.2)
        return record(kind, **words)

    monkeypatch.setattr(correcting, "_as_seen", wait_for_the_match)
    monkeypatch.setattr(log, "record", wait_for_the_league)
    outcomes = at_once(
        lambda: correcting.accept(
            correction=made, expected=made.version, by=trading_teams.cast.commissioner, seen=seen, commissioner=True
        ),
        lambda: annulling.call_off(match=later, by=trading_teams.cast.commissioner, reason="A flood."),
    )
    assert all(isinstance(outcome, Match) for outcome in outcomes), outcomes
    assert_journals_agree()
