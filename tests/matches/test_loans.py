"""Players on loan in a match: they play and earn for the team that borrowed them, and are not its to release."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.formats import date_format

from matches.models import Match, PlayerLine
from rules.team.trades import Stake
from teams.ledger.audit import audit
from teams.models import TeamState
from teams.selectors import names_of
from teams.trading.loans import end_loan
from tests.leagues.cast import Cast, gather
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.questions.test_post_match_page import led_to, played
from tests.teams.market import Market, noon, now, open_market, tomorrow  # noqa: F401 - noon is a fixture
from tests.teams.pages import text_of
from web.errors import Refusal


@pytest.fixture
def cast(db: None) -> Cast:
    return gather()


@pytest.fixture
def market(cast: Cast) -> Market:
    return open_market(cast)


@pytest.fixture
def ground(market: Market) -> Ground:
    return Ground(market.cast, market.ours, market.theirs)


@pytest.mark.rules("C8")
def test_both_teams_pages_say_who_is_on_loan_where_and_until_when(market: Market) -> None:
    borrowed, day = market.player(market.theirs), tomorrow()
    market.accepted(takes=Stake(players_lent=(borrowed,)), until=day)
    until = date_format(day, "j F Y")
    for team, said in ((market.ours, "Borrowed from Theirs"), (market.theirs, "Lent to Ours")):
        page = text_of(market.client("visitor").get(reverse("matches:team", args=[team.public_id])))
        assert f"{said} until {until}: No." in page


@pytest.mark.rules("C8")
def test_a_borrowed_player_plays_earns_and_goes_home_with_it(market: Market, ground: Ground) -> None:
    borrowed = market.player(market.theirs)
    trade = market.accepted(takes=Stake(players_lent=(borrowed,)), until=tomorrow())
    match = played(ground, home=0, home_lines={borrowed: {"completions": 2}})
    assert market.sheet(market.ours).player(borrowed)
    page = led_to(ground, match, "release")
    form = page.form_of("release")
    assert str(borrowed) not in form.options["player"] and form.options["player"]
    refused = page.answer("release", "Let them go", player=[str(borrowed)])
    assert refused.status == 422 and "You cannot release a player who is on loan" in refused.text
    scene.answered(match, by=market.cast.coach)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    end_loan(trade=trade, expected=now(trade).version, by=market.cast.commissioner, commissioner=True)
    line = market.sheet(market.theirs).player(borrowed)
    assert line is not None and (line.completions, line.loan) == (2, 0)
    assert [finding.differences for finding in audit() if finding.differences] == []
    page = market.client("visitor").get(f"/teams/{market.theirs.public_id}/players/{borrowed}/")
    assert page.status_code == 200 and "Theirs" in page.content.decode()
    assert PlayerLine.objects.get(player=borrowed).side.team == market.ours


def test_a_team_with_a_match_open_does_not_trade_and_its_names_are_still_known(market: Market, ground: Ground) -> None:
    borrowed = market.player(market.theirs)
    trade = market.accepted(takes=Stake(players_lent=(borrowed,)), until=tomorrow())
    match = played(ground)
    assert TeamState.objects.get(team=market.ours).held_by == match.holder
    offered = market.offered(gives=Stake(gold=10_000))
    for work in (
        lambda: market.accept(offered),
        lambda: end_loan(trade=trade, expected=now(trade).version, by=market.cast.commissioner, commissioner=True),
    ):
        with pytest.raises(Refusal) as caught:
            work()
        assert caught.value.id == "teams.held"
    scene.answered(match, by=market.cast.coach)
    end_loan(trade=trade, expected=now(trade).version, by=market.cast.commissioner, commissioner=True)
    assert borrowed in names_of(market.ours) and borrowed in names_of(market.theirs)
    page = market.client("visitor").get(f"/matches/{match.public_id}/")
    assert page.status_code == 200
