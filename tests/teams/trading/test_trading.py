"""Trades between teams of different coaches (C8): offered, accepted, approved, written to both journals or none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from leagues import services as leagues
from leagues.models import LogEntry
from rules.team.trades import Offer, Stake
from teams.building import services
from teams.ledger import ledger
from teams.ledger.audit import audit
from teams.models import JournalEntry, Player, Team, TeamState, Trade
from teams.selectors import names_of
from teams.trading import trading
from teams.trading.terms import trade_terms
from tests.leagues.cast import Cast
from tests.teams import squads
from tests.teams.market import NOTHING, Market, allow, noon, now, open_market, tomorrow  # noqa: F401 - noon is a fixture
from web.errors import Refusal, StaleVersion


@pytest.fixture
def market(cast: Cast) -> Market:
    return open_market(cast)


def journals() -> list[tuple[int, int, str]]:
    return list(JournalEntry.objects.order_by("pk").values_list("team", "seq", "kind"))


def nothing_is_found_wrong() -> None:
    assert [finding.differences for finding in audit() if finding.differences] == []


def refused(work: Callable[[], Any]) -> Refusal:
    before, trades = journals(), list(Trade.objects.order_by("pk").values())
    with pytest.raises(Refusal) as caught:
        work()
    assert journals() == before
    assert list(Trade.objects.order_by("pk").values()) == trades
    return caught.value


@pytest.mark.rules("C8")
def test_a_trade_is_written_in_both_journals_at_once(market: Market) -> None:
    ours, theirs = market.player(market.ours), market.player(market.theirs, "Thrower")
    name = Player.objects.get(pk=ours).name
    before = {team.pk: TeamState.objects.get(team=team) for team in (market.ours, market.theirs)}
    trade = market.accepted(Stake(gold=20_000, players=(ours,)), Stake(gold=5_000, players=(theirs,)))
    assert trade.state == Trade.State.DONE
    assert (trade.answered_by, trade.done_by) == (market.cast.other_coach, market.cast.other_coach)
    assert (market.sheet(market.ours).treasury, market.sheet(market.theirs).treasury) == (25_000, 55_000)
    assert market.sheet(market.theirs).player(ours) and not market.sheet(market.ours).player(ours)
    assert market.sheet(market.ours).player(theirs) and not market.sheet(market.theirs).player(theirs)
    for team in (market.ours, market.theirs):
        state = TeamState.objects.get(team=team)
        assert state.seq == before[team.pk].seq + 4
        written = JournalEntry.objects.filter(team=team, source=f"trade:{trade.pk}")
        assert sorted(written.values_list("kind", flat=True)) == [
            "gold_moved", "gold_moved", "player_joined", "player_traded",
        ]  # fmt: skip
    assert Player.objects.get(pk=ours).team == market.theirs
    assert names_of(market.ours)[ours] == names_of(market.theirs)[ours] == name
    assert LogEntry.objects.filter(league=market.league, kind="teams.traded").count() == 1
    nothing_is_found_wrong()
    call_command("audit")


@pytest.mark.rules("C8")
def test_where_the_commissioner_approves_nothing_moves_before_he_does(cast: Cast) -> None:
    market = open_market(cast, "approval")
    player = market.player(market.ours)
    before = journals()
    trade = market.accepted(Stake(players=(player,)), Stake(gold=40_000))
    assert trade.state == Trade.State.ACCEPTED
    assert journals() == before
    done = market.approve(trade)
    assert (done.state, done.done_by) == (Trade.State.DONE, cast.commissioner)
    assert market.sheet(market.theirs).player(player)
    assert [entry.kind for entry in LogEntry.objects.filter(kind__startswith="teams.trade").order_by("pk")] == [
        "teams.trade_agreed", "teams.traded",
    ]  # fmt: skip


@pytest.mark.rules("C8")
def test_an_illegal_offer_is_not_even_made(market: Market) -> None:
    def offered(**offer: Any) -> list[str]:
        refusal = refused(lambda: market.offered(**offer))
        assert refusal.id == "teams.illegal_trade"
        assert all("C" in finding and "p" in finding for finding in refusal.findings)
        return [violation.id for violation in refusal.violations]

    assert offered() == ["trade.nothing"]
    assert offered(gives=Stake(gold=40_001)) == ["trade.gold_not_there"]
    assert offered(takes=Stake(players=(market.player(market.ours),))) == ["trade.not_on_roster"]
    assert offered(takes=Stake(players_lent=(market.player(market.theirs),))) == ["trade.no_day"]
    assert offered(takes=Stake(players=tuple(market.player(market.theirs, "Blitzer", nth) for nth in range(2)))) == [
        "trade.position_full"
    ]
    allow(market.league, market.cast.commissioner, "off")
    market.ours.league.refresh_from_db()
    assert offered(gives=Stake(gold=10_000)) == ["trade.off"]
    assert not Trade.objects.exists()


@pytest.mark.rules("C8")
def test_nothing_passes_between_two_teams_of_one_coach(market: Market) -> None:
    values = market.league.ruleset.values | {"several_teams_per_coach": True}
    by = market.cast.commissioner
    leagues.change_house_rules(league=market.league, by=by, expected=market.league.ruleset_id, options=values)
    market.league.refresh_from_db()
    second = squads.founded(market.league, market.cast.coach, "Second", by=by)
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    refusal = refused(
        lambda: trading.offer_trade(offering=market.ours, asked=second, offer=offer, by=market.cast.coach)
    )
    assert [violation.id for violation in refusal.violations] == ["trade.one_coach"]
    trade = market.offered(gives=Stake(gold=10_000))
    Team.objects.filter(pk=market.theirs.pk).update(coach=market.cast.coach)
    refusal = refused(lambda: market.accept(now(trade), by=market.cast.coach))
    assert [violation.id for violation in refusal.violations] == ["trade.one_coach"]


def test_only_the_right_coach_answers(cast: Cast) -> None:
    market = open_market(cast, "approval")
    trade = market.offered(gives=Stake(gold=10_000))
    seen = trade_terms(trade).seen
    wrong = [
        lambda: trading.accept_trade(trade=trade, expected=1, seen=seen, by=cast.coach),
        lambda: trading.accept_trade(trade=trade, expected=1, seen=seen, by=cast.stranger),
        lambda: trading.accept_trade(trade=trade, expected=1, seen=seen, by=cast.commissioner),
        lambda: trading.refuse_trade(trade=trade, expected=1, by=cast.coach),
        lambda: trading.withdraw_trade(trade=trade, expected=1, by=cast.other_coach),
        lambda: trading.offer_trade(
            offering=market.theirs, asked=market.ours, offer=Offer(gives=Stake(gold=1), takes=NOTHING), by=cast.coach
        ),
    ]
    assert {refused(work).id for work in wrong} == {"teams.not_its_coach"}
    assert refused(
        lambda: trading.refuse_trade(trade=trade, expected=1, by=cast.commissioner, commissioner=True)
    ).id == ("teams.trade_answered")


def test_an_answer_out_of_order_or_twice_changes_nothing(cast: Cast) -> None:
    market = open_market(cast, "approval")
    trade = market.offered(gives=Stake(gold=10_000))
    assert refused(lambda: market.approve(trade)).id == "teams.trade_answered"
    accepted = market.accept(trade)
    assert refused(lambda: market.accept(trade)).id == "teams.trade_answered"
    done = market.approve(accepted)
    for again in (
        lambda: market.approve(accepted),
        lambda: market.approve(done),
        lambda: market.accept(done),
        lambda: trading.withdraw_trade(trade=done, expected=done.version, by=cast.coach),
        lambda: trading.refuse_trade(trade=done, expected=done.version, by=cast.other_coach),
        lambda: trading.refuse_trade(trade=done, expected=done.version, by=cast.commissioner, commissioner=True),
    ):
        assert refused(again).id == "teams.trade_answered"
    assert market.sheet(market.theirs).treasury == 50_000


@pytest.mark.parametrize("end", ["withdraw", "refuse"])
def test_what_was_withdrawn_or_refused_is_over(market: Market, end: str) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    if end == "withdraw":
        trading.withdraw_trade(trade=trade, expected=trade.version, by=market.cast.coach)
    else:
        trading.refuse_trade(trade=trade, expected=trade.version, by=market.cast.other_coach)
    assert refused(lambda: market.accept(now(trade))).id == "teams.trade_answered"
    assert not LogEntry.objects.filter(kind__startswith="teams.trade").exists()


def test_a_commissioner_may_refuse_what_two_coaches_agreed_on(cast: Cast) -> None:
    market = open_market(cast, "approval")
    trade = market.accepted(gives=Stake(gold=10_000))
    over = trading.refuse_trade(trade=trade, expected=trade.version, by=cast.commissioner, commissioner=True)
    assert over.state == Trade.State.REFUSED
    assert LogEntry.objects.get(kind="teams.trade_refused").by == cast.commissioner
    assert refused(lambda: market.approve(now(trade))).id == "teams.trade_answered"


def test_a_coach_may_still_change_his_mind_before_the_commissioner_approves(cast: Cast) -> None:
    market = open_market(cast, "approval")
    first, second = (market.accepted(gives=Stake(gold=10_000)) for _ in range(2))
    assert trading.withdraw_trade(trade=first, expected=first.version, by=cast.coach).state == "withdrawn"
    assert trading.refuse_trade(trade=second, expected=second.version, by=cast.other_coach).state == "refused"


def test_a_stale_version_is_told(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    with pytest.raises(StaleVersion):
        market.accept(trade, expected=trade.version + 1)
    assert now(trade).state == Trade.State.OFFERED


def test_a_coach_agrees_to_the_teams_as_the_page_showed_them(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    seen = trade_terms(trade).seen
    from rules.journal import PlayerInjured

    squads.write(market.ours, PlayerInjured(player=market.player(market.ours), niggling=1))
    assert refused(lambda: market.accept(trade, seen=seen)).id == "teams.trade_changed_since"
    assert market.accept(trade).state == Trade.State.DONE


@pytest.mark.rules("C8")
def test_the_rules_are_asked_again_at_every_step(cast: Cast) -> None:
    market = open_market(cast, "approval")
    player = market.player(market.ours)
    trade = market.accepted(gives=Stake(players=(player,)))
    from rules.journal import PlayerKilled

    squads.write(market.ours, PlayerKilled(player=player))
    refusal = refused(lambda: market.approve(trade))
    assert [violation.id for violation in refusal.violations] == ["trade.not_on_roster"]


def test_one_player_is_not_traded_twice(market: Market) -> None:
    player = market.player(market.ours)
    first, second = (market.offered(gives=Stake(players=(player,))) for _ in range(2))
    market.accept(first)
    refusal = refused(lambda: market.accept(second))
    assert [violation.id for violation in refusal.violations] == ["trade.not_on_roster"]


def test_a_team_in_a_match_does_not_trade(market: Market) -> None:
    from django.db import transaction

    trade = market.offered(gives=Stake(gold=10_000))
    with transaction.atomic():
        ledger.hold(market.theirs, "match:abc")
    refusal = refused(lambda: market.accept(trade))
    assert refusal.id == "teams.held"
    assert "Finish the post-match" in str(refusal)
    with transaction.atomic():
        ledger.release(market.theirs, "match:abc")
    assert market.accept(trade).state == Trade.State.DONE


def test_a_team_that_plays_no_more_trades_no_more(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    team = Team.objects.get(pk=market.ours.pk)
    services.retire_team(team=team, expected=team.version, by=market.cast.coach)
    assert refused(lambda: market.accept(now(trade))).id == "teams.no_partner"
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    by = market.cast.other_coach
    assert (
        refused(
            lambda: trading.offer_trade(offering=market.theirs, asked=Team.objects.get(pk=team.pk), offer=offer, by=by)
        ).id
        == "teams.no_partner"
    )


def test_a_team_of_another_league_is_no_partner(market: Market) -> None:
    elsewhere = squads.founded(market.cast.private, market.cast.other_coach, by=market.cast.commissioner)
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    refusal = refused(
        lambda: trading.offer_trade(offering=market.ours, asked=elsewhere, offer=offer, by=market.cast.coach)
    )
    assert refusal.id == "teams.no_partner"


def test_a_league_in_the_archive_has_no_trades(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    leagues.archive_league(league=market.league, by=market.cast.commissioner, reason="Over.")
    assert refused(lambda: market.accept(trade)).id == "leagues.archived"
    assert refused(lambda: market.offered(gives=Stake(gold=10_000))).id == "leagues.archived"


def test_offers_do_not_pile_up(market: Market) -> None:
    for _ in range(trading.MOST_WAITING):
        market.offered(gives=Stake(gold=10_000))
    assert refused(lambda: market.offered(gives=Stake(gold=10_000))).id == "teams.too_many_offers"


def test_a_traded_player_is_named_by_his_new_coach_only(market: Market) -> None:
    player = market.player(market.ours)
    market.accepted(gives=Stake(players=(player,)), until=None)
    team = Team.objects.get(pk=market.theirs.pk)
    how = {"colours": 1, "name": "Theirs", "expected": team.version}
    services.rename(team=team, by=market.cast.other_coach, players={player: "New name"}, **how)
    assert names_of(market.ours)[player] == "New name"
    mine = Team.objects.get(pk=market.ours.pk)
    how = {"colours": 1, "name": "Ours", "expected": mine.version}
    refusal = refused(lambda: services.rename(team=mine, by=market.cast.coach, players={player: "Old"}, **how))
    assert refusal.id == "teams.not_his_player"


def test_a_day_to_come_is_needed_for_a_loan(market: Market) -> None:
    lent = Stake(players_lent=(market.player(market.ours),))
    assert market.offered(gives=lent, until=tomorrow()).state == Trade.State.OFFERED
    refusal = refused(lambda: market.offered(gives=lent, until=tomorrow(-3)))
    assert [violation.id for violation in refusal.violations] == ["trade.day_over"]
