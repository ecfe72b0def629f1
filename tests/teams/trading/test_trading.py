"""Trades between teams of different coaches (C8): offered, accepted, approved, written to both journals or neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command

from leagues import services as leagues
from leagues.models import LogEntry
from rules.team.trades import Offer, Stake
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState, Trade
from teams.roster import renaming, retiring
from teams.selectors import names_of
from teams.trading import trading
from teams.trading.terms import trade_terms
from tests.audits import audit
from tests.leagues.cast import Cast
from tests.teams import team_builders
from tests.teams.trade_builders import (  # noqa: F401 - noon is a fixture
    NOTHING,
    TradingTeams,
    allow_trades,
    create_trading_teams,
    days_ahead,
    noon,
    reloaded,
)
from web.errors import Refusal, StaleVersion


@pytest.fixture
def trading_teams(cast: Cast) -> TradingTeams:
    return create_trading_teams(cast)


def journals() -> list[tuple[int, int, str]]:
    return list(JournalEntry.objects.order_by("pk").values_list("team", "seq", "kind"))


def assert_journals_agree() -> None:
    assert [finding.differences for finding in audit() if finding.differences] == []


def refused(work: Callable[[], Any]) -> Refusal:
    before, trades = journals(), list(Trade.objects.order_by("pk").values())
    with pytest.raises(Refusal) as caught:
        work()
    assert journals() == before
    assert list(Trade.objects.order_by("pk").values()) == trades
    return caught.value


@pytest.mark.rules("C8")
def test_a_trade_is_written_to_both_journals_at_once(trading_teams: TradingTeams) -> None:
    ours, theirs = trading_teams.player(trading_teams.ours), trading_teams.player(trading_teams.theirs, "Thrower")
    name = Player.objects.get(pk=ours).name
    before = {team.pk: TeamState.objects.get(team=team) for team in (trading_teams.ours, trading_teams.theirs)}
    trade = trading_teams.accepted(Stake(gold=20_000, players=(ours,)), Stake(gold=5_000, players=(theirs,)))
    assert trade.state == Trade.State.DONE
    assert (trade.answered_by, trade.done_by) == (trading_teams.cast.other_coach, trading_teams.cast.other_coach)
    assert (trading_teams.sheet(trading_teams.ours).treasury, trading_teams.sheet(trading_teams.theirs).treasury) == (
        25_000,
        55_000,
    )
    assert trading_teams.sheet(trading_teams.theirs).player(ours) and not trading_teams.sheet(
        trading_teams.ours
    ).player(ours)
    assert trading_teams.sheet(trading_teams.ours).player(theirs) and not trading_teams.sheet(
        trading_teams.theirs
    ).player(theirs)
    for team in (trading_teams.ours, trading_teams.theirs):
        state = TeamState.objects.get(team=team)
        assert state.seq == before[team.pk].seq + 4
        written = JournalEntry.objects.filter(team=team, source=f"trade:{trade.pk}")
        assert sorted(written.values_list("kind", flat=True)) == [
            "gold_moved", "gold_moved", "player_joined", "player_traded",
        ]  # fmt: skip
    assert Player.objects.get(pk=ours).team == trading_teams.theirs
    assert names_of(trading_teams.ours)[ours] == names_of(trading_teams.theirs)[ours] == name
    assert LogEntry.objects.filter(league=trading_teams.league, kind="teams.traded").count() == 1
    assert_journals_agree()
    call_command("audit")


@pytest.mark.rules("C8")
def test_a_trade_that_needs_approval_takes_effect_on_approval(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    player = trading_teams.player(trading_teams.ours)
    before = journals()
    trade = trading_teams.accepted(Stake(players=(player,)), Stake(gold=40_000))
    assert trade.state == Trade.State.ACCEPTED
    assert journals() == before
    done = trading_teams.approve(trade)
    assert (done.state, done.done_by) == (Trade.State.DONE, cast.commissioner)
    assert trading_teams.sheet(trading_teams.theirs).player(player)
    assert [entry.kind for entry in LogEntry.objects.filter(kind__startswith="teams.trade").order_by("pk")] == [
        "teams.trade_agreed", "teams.traded",
    ]  # fmt: skip


@pytest.mark.rules("C8")
def test_an_illegal_offer_cannot_be_made(trading_teams: TradingTeams) -> None:
    def offered(**offer: Any) -> list[str]:
        refusal = refused(lambda: trading_teams.offered(**offer))
        assert refusal.id == "teams.illegal_trade"
        assert all("C" in finding and "p" in finding for finding in refusal.findings)
        return [violation.id for violation in refusal.violations]

    assert offered() == ["trade.nothing"]
    assert offered(gives=Stake(gold=40_001)) == ["trade.gold_not_there"]
    assert offered(takes=Stake(players=(trading_teams.player(trading_teams.ours),))) == ["trade.not_on_roster"]
    assert offered(takes=Stake(players_lent=(trading_teams.player(trading_teams.theirs),))) == ["trade.no_day"]
    assert offered(
        takes=Stake(players=tuple(trading_teams.player(trading_teams.theirs, "Blitzer", nth) for nth in range(2)))
    ) == ["trade.position_full"]
    allow_trades(trading_teams.league, trading_teams.cast.commissioner, "off")
    trading_teams.ours.league.refresh_from_db()
    assert offered(gives=Stake(gold=10_000)) == ["trade.off"]
    assert not Trade.objects.exists()


@pytest.mark.rules("C8")
def test_two_teams_of_one_coach_cannot_trade(trading_teams: TradingTeams) -> None:
    values = trading_teams.league.ruleset.values | {"several_teams_per_coach": True}
    by = trading_teams.cast.commissioner
    leagues.change_house_rules(
        league=trading_teams.league, by=by, expected=trading_teams.league.ruleset_id, options=values
    )
    trading_teams.league.refresh_from_db()
    second = team_builders.approved_team(trading_teams.league, trading_teams.cast.coach, "Second", by=by)
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    refusal = refused(
        lambda: trading.offer_trade(offering=trading_teams.ours, asked=second, offer=offer, by=trading_teams.cast.coach)
    )
    assert [violation.id for violation in refusal.violations] == ["trade.one_coach"]
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    Team.objects.filter(pk=trading_teams.theirs.pk).update(coach=trading_teams.cast.coach)
    refusal = refused(lambda: trading_teams.accept(reloaded(trade), by=trading_teams.cast.coach))
    assert [violation.id for violation in refusal.violations] == ["trade.one_coach"]


def test_only_the_right_coach_can_answer(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    seen = trade_terms(trade).seen
    wrong = [
        lambda: trading.accept_trade(trade=trade, expected=1, seen=seen, by=cast.coach),
        lambda: trading.accept_trade(trade=trade, expected=1, seen=seen, by=cast.stranger),
        lambda: trading.accept_trade(trade=trade, expected=1, seen=seen, by=cast.commissioner),
        lambda: trading.refuse_trade(trade=trade, expected=1, by=cast.coach),
        lambda: trading.withdraw_trade(trade=trade, expected=1, by=cast.other_coach),
        lambda: trading.offer_trade(
            offering=trading_teams.theirs,
            asked=trading_teams.ours,
            offer=Offer(gives=Stake(gold=1), takes=NOTHING),
            by=cast.coach,
        ),
    ]
    assert {refused(work).id for work in wrong} == {"teams.not_its_coach"}
    assert refused(
        lambda: trading.refuse_trade(trade=trade, expected=1, by=cast.commissioner, commissioner=True)
    ).id == ("teams.trade_answered")


def test_an_early_or_repeated_answer_changes_nothing(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    assert refused(lambda: trading_teams.approve(trade)).id == "teams.trade_answered"
    accepted = trading_teams.accept(trade)
    assert refused(lambda: trading_teams.accept(trade)).id == "teams.trade_answered"
    done = trading_teams.approve(accepted)
    for again in (
        lambda: trading_teams.approve(accepted),
        lambda: trading_teams.approve(done),
        lambda: trading_teams.accept(done),
        lambda: trading.withdraw_trade(trade=done, expected=done.version, by=cast.coach),
        lambda: trading.refuse_trade(trade=done, expected=done.version, by=cast.other_coach),
        lambda: trading.refuse_trade(trade=done, expected=done.version, by=cast.commissioner, commissioner=True),
    ):
        assert refused(again).id == "teams.trade_answered"
    assert trading_teams.sheet(trading_teams.theirs).treasury == 50_000


@pytest.mark.parametrize("end", ["withdraw", "refuse"])
def test_a_withdrawn_or_refused_offer_is_over(trading_teams: TradingTeams, end: str) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    if end == "withdraw":
        trading.withdraw_trade(trade=trade, expected=trade.version, by=trading_teams.cast.coach)
    else:
        trading.refuse_trade(trade=trade, expected=trade.version, by=trading_teams.cast.other_coach)
    assert refused(lambda: trading_teams.accept(reloaded(trade))).id == "teams.trade_answered"
    assert not LogEntry.objects.filter(kind__startswith="teams.trade").exists()


def test_a_commissioner_can_refuse_an_accepted_trade(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    trade = trading_teams.accepted(gives=Stake(gold=10_000))
    over = trading.refuse_trade(trade=trade, expected=trade.version, by=cast.commissioner, commissioner=True)
    assert over.state == Trade.State.REFUSED
    assert LogEntry.objects.get(kind="teams.trade_refused").by == cast.commissioner
    assert refused(lambda: trading_teams.approve(reloaded(trade))).id == "teams.trade_answered"


def test_a_coach_can_withdraw_before_the_commissioner_approves(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    first, second = (trading_teams.accepted(gives=Stake(gold=10_000)) for _ in range(2))
    assert trading.withdraw_trade(trade=first, expected=first.version, by=cast.coach).state == "withdrawn"
    assert trading.refuse_trade(trade=second, expected=second.version, by=cast.other_coach).state == "refused"


def test_a_stale_version_is_refused(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    with pytest.raises(StaleVersion):
        trading_teams.accept(trade, expected=trade.version + 1)
    assert reloaded(trade).state == Trade.State.OFFERED


def test_a_coach_accepts_only_the_teams_as_the_page_showed_them(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    seen = trade_terms(trade).seen
    from rules.journal import PlayerInjured

    team_builders.append_entries(
        trading_teams.ours, PlayerInjured(player=trading_teams.player(trading_teams.ours), niggling=1)
    )
    assert refused(lambda: trading_teams.accept(trade, seen=seen)).id == "teams.trade_changed_since"
    assert trading_teams.accept(trade).state == Trade.State.DONE


@pytest.mark.rules("C8")
def test_every_step_checks_the_rules_again(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    player = trading_teams.player(trading_teams.ours)
    trade = trading_teams.accepted(gives=Stake(players=(player,)))
    from rules.journal import PlayerKilled

    team_builders.append_entries(trading_teams.ours, PlayerKilled(player=player))
    refusal = refused(lambda: trading_teams.approve(trade))
    assert [violation.id for violation in refusal.violations] == ["trade.not_on_roster"]


def test_one_player_cannot_be_traded_twice(trading_teams: TradingTeams) -> None:
    player = trading_teams.player(trading_teams.ours)
    first, second = (trading_teams.offered(gives=Stake(players=(player,))) for _ in range(2))
    trading_teams.accept(first)
    refusal = refused(lambda: trading_teams.accept(second))
    assert [violation.id for violation in refusal.violations] == ["trade.not_on_roster"]


def test_a_team_in_a_match_cannot_trade(trading_teams: TradingTeams) -> None:
    from django.db import transaction

    trade = trading_teams.offered(gives=Stake(gold=10_000))
    with transaction.atomic():
        ledger.hold(trading_teams.theirs, "match:abc")
    refusal = refused(lambda: trading_teams.accept(trade))
    assert refusal.id == "teams.held"
    assert "Finish the post-match" in str(refusal)
    with transaction.atomic():
        ledger.release(trading_teams.theirs, "match:abc")
    assert trading_teams.accept(trade).state == Trade.State.DONE


def test_a_retired_team_cannot_trade(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    team = Team.objects.get(pk=trading_teams.ours.pk)
    retiring.retire_team(team=team, expected=team.version, by=trading_teams.cast.coach)
    assert refused(lambda: trading_teams.accept(reloaded(trade))).id == "teams.no_partner"
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    by = trading_teams.cast.other_coach
    assert (
        refused(
            lambda: trading.offer_trade(
                offering=trading_teams.theirs, asked=Team.objects.get(pk=team.pk), offer=offer, by=by
            )
        ).id
        == "teams.no_partner"
    )


def test_teams_of_different_leagues_cannot_trade(trading_teams: TradingTeams) -> None:
    elsewhere = team_builders.approved_team(
        trading_teams.cast.private, trading_teams.cast.other_coach, by=trading_teams.cast.commissioner
    )
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    refusal = refused(
        lambda: trading.offer_trade(
            offering=trading_teams.ours, asked=elsewhere, offer=offer, by=trading_teams.cast.coach
        )
    )
    assert refusal.id == "teams.no_partner"


def test_an_archived_league_has_no_trades(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    leagues.archive_league(league=trading_teams.league, by=trading_teams.cast.commissioner, reason="Over.")
    assert refused(lambda: trading_teams.accept(trade)).id == "leagues.archived"
    assert refused(lambda: trading_teams.offered(gives=Stake(gold=10_000))).id == "leagues.archived"


def test_the_number_of_open_offers_is_limited(trading_teams: TradingTeams) -> None:
    for _ in range(trading.MOST_WAITING):
        trading_teams.offered(gives=Stake(gold=10_000))
    assert refused(lambda: trading_teams.offered(gives=Stake(gold=10_000))).id == "teams.too_many_offers"


def test_only_the_new_coach_can_rename_a_traded_player(trading_teams: TradingTeams) -> None:
    player = trading_teams.player(trading_teams.ours)
    trading_teams.accepted(gives=Stake(players=(player,)), until=None)
    team = Team.objects.get(pk=trading_teams.theirs.pk)
    how = {"name": "Theirs", "expected": team.version}
    renaming.rename(team=team, by=trading_teams.cast.other_coach, players={player: "New name"}, **how)
    assert names_of(trading_teams.ours)[player] == "New name"
    mine = Team.objects.get(pk=trading_teams.ours.pk)
    how = {"name": "Ours", "expected": mine.version}
    refusal = refused(lambda: renaming.rename(team=mine, by=trading_teams.cast.coach, players={player: "Old"}, **how))
    assert refusal.id == "teams.not_his_player"


def test_a_loan_needs_a_future_day(trading_teams: TradingTeams) -> None:
    lent = Stake(players_lent=(trading_teams.player(trading_teams.ours),))
    assert trading_teams.offered(gives=lent, until=days_ahead()).state == Trade.State.OFFERED
    refusal = refused(lambda: trading_teams.offered(gives=lent, until=days_ahead(-3)))
    assert [violation.id for violation in refusal.violations] == ["trade.day_over"]
