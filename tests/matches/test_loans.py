"""Players on loan in a match: they play and earn for the team that borrowed them, which cannot release them."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.formats import date_format

from matches.models import Match, PlayerLine
from rules.team.trades import Stake
from teams.models import TeamState
from teams.selectors import names_of
from teams.trading.loans import end_loan
from tests.audits import audit
from tests.leagues.cast import Cast, create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.questions.post_match_pages import page_at, played
from tests.teams.pages import text_of
from tests.teams.trade_builders import TradingTeams, create_trading_teams, days_ahead, noon, reloaded  # noqa: F401 - noon is a fixture
from web.errors import Refusal


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


@pytest.fixture
def trading_teams(cast: Cast) -> TradingTeams:
    return create_trading_teams(cast)


@pytest.fixture
def two_teams(trading_teams: TradingTeams) -> TwoTeams:
    return TwoTeams(trading_teams.cast, trading_teams.ours, trading_teams.theirs)


@pytest.mark.rules("C8")
def test_both_teams_pages_show_loans_with_team_and_last_day(trading_teams: TradingTeams) -> None:
    borrowed, day = trading_teams.player(trading_teams.theirs), days_ahead()
    trading_teams.accepted(takes=Stake(players_lent=(borrowed,)), until=day)
    until = date_format(day, "j F Y")
    for team, said in ((trading_teams.ours, "Borrowed from Theirs"), (trading_teams.theirs, "Lent to Ours")):
        page = text_of(trading_teams.client("visitor").get(reverse("matches:team", args=[team.public_id])))
        assert f"{said} until {until}: No." in page


@pytest.mark.rules("C8")
def test_a_borrowed_player_earns_points_and_takes_them_home(trading_teams: TradingTeams, two_teams: TwoTeams) -> None:
    borrowed = trading_teams.player(trading_teams.theirs)
    trade = trading_teams.accepted(takes=Stake(players_lent=(borrowed,)), until=days_ahead())
    match = played(two_teams, home=0, home_lines={borrowed: {"completions": 2}})
    assert trading_teams.sheet(trading_teams.ours).player(borrowed)
    page = page_at(two_teams, match, "release")
    form = page.form_of("release")
    assert str(borrowed) not in form.options["player"] and form.options["player"]
    refused = page.answer("release", "Let them go", player=[str(borrowed)])
    assert refused.status == 422 and "You cannot release a player who is on loan" in refused.text
    match_builders.answer_all(match, by=trading_teams.cast.coach)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    end_loan(trade=trade, expected=reloaded(trade).version, by=trading_teams.cast.commissioner, commissioner=True)
    line = trading_teams.sheet(trading_teams.theirs).player(borrowed)
    assert line is not None and (line.deed("completions"), line.loan) == (2, 0)
    assert [finding.differences for finding in audit() if finding.differences] == []
    page = trading_teams.client("visitor").get(f"/teams/{trading_teams.theirs.public_id}/players/{borrowed}/")
    assert page.status_code == 200 and "Theirs" in page.content.decode()
    assert PlayerLine.objects.get(player=borrowed).side.team == trading_teams.ours


def test_a_team_in_a_match_cannot_trade_and_keeps_its_players_names(
    trading_teams: TradingTeams, two_teams: TwoTeams
) -> None:
    borrowed = trading_teams.player(trading_teams.theirs)
    trade = trading_teams.accepted(takes=Stake(players_lent=(borrowed,)), until=days_ahead())
    match = played(two_teams)
    assert TeamState.objects.get(team=trading_teams.ours).held_by == match.holder
    offered = trading_teams.offered(gives=Stake(gold=10_000))
    for work in (
        lambda: trading_teams.accept(offered),
        lambda: end_loan(
            trade=trade, expected=reloaded(trade).version, by=trading_teams.cast.commissioner, commissioner=True
        ),
    ):
        with pytest.raises(Refusal) as caught:
            work()
        assert caught.value.id == "teams.held"
    match_builders.answer_all(match, by=trading_teams.cast.coach)
    end_loan(trade=trade, expected=reloaded(trade).version, by=trading_teams.cast.commissioner, commissioner=True)
    assert borrowed in names_of(trading_teams.ours) and borrowed in names_of(trading_teams.theirs)
    page = trading_teams.client("visitor").get(f"/matches/{match.public_id}/")
    assert page.status_code == 200
