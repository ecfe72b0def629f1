"""A correction that reaches another team, accepted in the moment in which that team's books change."""

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
from tests.matches.correction.test_reach import begun, scored, the_books_are_sound, third_team, traded, unvalued
from tests.teams.threads import at_once
from tests.teams.trade_builders import TradingTeams, create_trading_teams, reloaded
from web.errors import Refusal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rules("L1", "C8")]


@pytest.fixture
def trading_teams() -> TradingTeams:
    return create_trading_teams(create_cast())


def test_a_correction_or_the_players_next_trade_comes_first_and_the_other_is_told(trading_teams: TradingTeams) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = unvalued(match, "home"), third_team(trading_teams)
    traded(trading_teams.ours, thirds, scorer)
    offer = Offer(gives=Stake(players=(scorer,)), takes=Stake())
    on = trading.offer_trade(offering=thirds, asked=trading_teams.theirs, offer=offer, by=trading_teams.cast.stranger)
    made = begun(trading_teams, match, **scored(match, scorer))
    seen, agreed = {books.label: books.seq for books in CorrectedMatch(made).touched}, trade_terms(reloaded(on)).seen
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
    assert line is not None and line.touchdowns == (1 if isinstance(outcomes[0], Match) else 0)
    the_books_are_sound()


def test_a_correction_and_the_end_of_a_match_of_the_other_team_do_not_wait_for_each_other(
    trading_teams: TradingTeams,
) -> None:
    """Whichever comes first, the books are sound; the correction is refused where the other team's have changed."""
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = unvalued(match, "home"), third_team(trading_teams)
    traded(trading_teams.ours, thirds, scorer)
    later = match_builders.confirmed_match(thirds, trading_teams.theirs)
    made = begun(trading_teams, match, **scored(match, scorer))
    seen = {books.label: books.seq for books in CorrectedMatch(made).touched}
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
    the_books_are_sound()


@pytest.mark.postgres
def test_a_correction_and_a_commissioners_word_in_a_match_of_the_other_team_do_not_wait_for_each_other(
    trading_teams: TradingTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One holds the league and wants the match, the other holds the match and writes in the league's log."""
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = unvalued(match, "home"), third_team(trading_teams)
    traded(trading_teams.ours, thirds, scorer)
    later = match_builders.opened_match(thirds, trading_teams.theirs)
    made = begun(trading_teams, match, **scored(match, scorer))
    seen = {books.label: books.seq for books in CorrectedMatch(made).touched}
    match_held, league_held = threading.Event(), threading.Event()
    as_seen, record = correcting._as_seen, log.record

    def when_the_match_is_held(*args: Any) -> Any:
        league_held.set()
        assert match_held.wait(60)
        return as_seen(*args)

    def while_the_match_is_wanted(kind: LogKind, **words: Any) -> Any:
        if kind is CALLED_OFF:
            match_held.set()
            assert league_held.wait(60)
            time.sleep(0.2)
        return record(kind, **words)

    monkeypatch.setattr(correcting, "_as_seen", when_the_match_is_held)
    monkeypatch.setattr(log, "record", while_the_match_is_wanted)
    outcomes = at_once(
        lambda: correcting.accept(
            correction=made, expected=made.version, by=trading_teams.cast.commissioner, seen=seen, commissioner=True
        ),
        lambda: annulling.call_off(match=later, by=trading_teams.cast.commissioner, reason="A flood."),
    )
    assert all(isinstance(outcome, Match) for outcome in outcomes), outcomes
    the_books_are_sound()
