"""Loans (C8): what was lent comes back on its day, by both coaches, or by a commissioner's word."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest
from django.db import transaction
from django.utils import timezone

from jobs.models import Job
from jobs.runner import run_next
from leagues.models import LogEntry
from matches.models import Match
from matches.sequence import opening
from rules.journal import GoldMoved, PlayerKilled, PointsEarned
from rules.team.trades import Stake
from teams.building import services
from teams.ledger import ledger
from teams.ledger.audit import audit
from teams.models import JournalEntry, Player, Team, Trade
from teams.selectors import names_of
from teams.trading.loans import end_due_loans, end_loan
from tests.leagues.cast import Cast
from tests.matches.scene import scheduled
from tests.teams import squads
from tests.teams.market import Market, noon, now, open_market, the_day_has_come, tomorrow  # noqa: F401 - noon is a fixture
from web.errors import Refusal


@pytest.fixture
def market(cast: Cast) -> Market:
    return open_market(cast)


@pytest.fixture
def loan(market: Market) -> Trade:
    """A Blitzer and 30k lent for 5k."""
    gives = Stake(players_lent=(market.player(market.ours),), gold_lent=30_000)
    return market.accepted(gives, Stake(gold=5_000), tomorrow())


def lent(market: Market, trade: Trade) -> int:
    return int(trade.gives["players_lent"][0])


def home_again(market: Market, trade: Trade) -> bool:
    player = lent(market, trade)
    assert [finding.differences for finding in audit() if finding.differences] == []
    here, there = market.sheet(market.ours).player(player), market.sheet(market.theirs).player(player)
    assert (here is None) != (there is None)
    row = Player.objects.get(pk=player)
    assert row.team == (market.ours if here else market.theirs)
    return here is not None


def end(trade: Trade, by: str, market: Market, **more: bool) -> Trade:
    return end_loan(trade=now(trade), expected=now(trade).version, by=market.cast[by], **more)


@pytest.mark.rules("C8")
def test_a_loan_runs_until_its_day(market: Market, loan: Trade) -> None:
    assert (loan.state, loan.owed_by_asked, loan.owed_by_offering) == (Trade.State.LENT, 30_000, 0)
    assert not home_again(market, loan)
    with transaction.atomic():
        assert end_due_loans([market.ours, market.theirs], market.league) == 0
    assert now(loan).state == Trade.State.LENT


@pytest.mark.rules("C8")
def test_what_was_lent_is_back_when_the_next_match_opens(market: Market, loan: Trade) -> None:
    player = lent(market, loan)
    squads.write(market.theirs, PointsEarned(player=player, spp=3, touchdowns=1))
    match = scheduled(market.theirs, market.ours)
    the_day_has_come(loan)
    opening.open_match(match=match, by=market.cast.other_coach)
    assert home_again(market, loan)
    line = market.sheet(market.ours).player(player)
    assert line is not None and (line.spp, line.loan) == (3, 0)
    assert (market.sheet(market.ours).treasury, market.sheet(market.theirs).treasury) == (45_000, 35_000)
    trade = now(loan)
    assert (trade.state, trade.owed_by_asked) == (Trade.State.RETURNED, 0) and trade.ended_at
    assert LogEntry.objects.get(kind="teams.loan_returned").by is None
    side = Match.objects.get(pk=match.pk).sides.get(team=market.ours)
    assert player in [one["player"] for one in side.sheet["players"]], "the roster is frozen with them on it"
    assert names_of(market.theirs)[player] == names_of(market.ours)[player]


def test_a_loan_waits_while_the_other_team_is_in_a_match(market: Market, loan: Trade) -> None:
    the_day_has_come(loan)
    with transaction.atomic():
        ledger.hold(market.theirs, "match:abc")
        assert end_due_loans([market.ours], market.league) == 0
    with pytest.raises(Refusal) as caught:
        end(loan, "coach", market)
    assert caught.value.id == "teams.held"
    assert now(loan).state == Trade.State.LENT and now(loan).ending_asked_by is None
    with transaction.atomic():
        ledger.release(market.theirs, "match:abc")
        assert end_due_loans([market.ours], market.league) == 1
    assert home_again(market, loan)


@pytest.mark.rules("C8")
def test_both_coaches_end_a_loan_early(market: Market, loan: Trade) -> None:
    asked = end(loan, "coach", market)
    assert (asked.state, asked.ending_asked_by) == (Trade.State.LENT, market.ours)
    with pytest.raises(Refusal) as caught:
        end(loan, "coach", market)
    assert caught.value.id == "teams.ending_asked_already"
    assert not home_again(market, loan)
    assert end(loan, "other_coach", market).state == Trade.State.RETURNED
    assert home_again(market, loan)


def test_from_its_day_on_either_coach_ends_a_loan(market: Market, loan: Trade) -> None:
    the_day_has_come(loan)
    assert end(loan, "other_coach", market).state == Trade.State.RETURNED
    assert home_again(market, loan)


def test_a_commissioner_ends_a_loan_and_a_stranger_does_not(market: Market, loan: Trade) -> None:
    for person in ("stranger", "commissioner"):
        with pytest.raises(Refusal) as caught:
            end(loan, person, market)
        assert caught.value.id == "teams.not_its_coach"
    assert end(loan, "commissioner", market, commissioner=True).state == Trade.State.RETURNED
    assert home_again(market, loan)
    with pytest.raises(Refusal) as caught:
        end(loan, "commissioner", market, commissioner=True)
    assert caught.value.id == "teams.trade_answered"


@pytest.mark.rules("C8")
def test_the_dead_do_not_come_back_and_are_buried_at_home(market: Market, loan: Trade) -> None:
    player = lent(market, loan)
    squads.write(market.theirs, PlayerKilled(player=player))
    the_day_has_come(loan)
    end(loan, "coach", market)
    ours = market.sheet(market.ours)
    assert ours.player(player) is None
    assert [(gone.how, gone.line.player) for gone in ours.departed] == [("dead", player)]
    assert [finding.differences for finding in audit() if finding.differences] == []
    kinds = JournalEntry.objects.filter(team=market.ours, source=f"trade:{loan.pk}").values_list("kind", flat=True)
    assert "player_lost" in kinds


@pytest.mark.rules("C8")
def test_gold_that_is_not_there_stays_owed_until_it_is(market: Market, loan: Trade) -> None:
    squads.write(market.theirs, GoldMoved(amount=45_000, source="treasury", target="expenses"))
    the_day_has_come(loan)
    trade = end(loan, "coach", market)
    assert (trade.state, trade.owed_by_asked) == (Trade.State.LENT, 10_000)
    assert home_again(market, loan)
    assert LogEntry.objects.filter(kind="teams.loan_owing").count() == 1
    written = JournalEntry.objects.count()
    assert end(loan, "coach", market).state == Trade.State.LENT
    assert JournalEntry.objects.count() == written, "there is nothing to write where nothing can be paid"
    squads.write(market.theirs, GoldMoved(amount=50_000, source="winnings", target="treasury"))
    with transaction.atomic():
        assert end_due_loans([market.theirs], market.league) == 1
    assert now(loan).state == Trade.State.RETURNED
    assert (market.sheet(market.ours).treasury, market.sheet(market.theirs).treasury) == (45_000, 40_000)


def test_a_team_that_plays_no_more_gives_back_what_it_borrowed(market: Market, loan: Trade) -> None:
    team = Team.objects.get(pk=market.theirs.pk)
    services.retire_team(team=team, expected=team.version, by=market.cast.other_coach)
    the_day_has_come(loan)
    end(loan, "coach", market)
    assert home_again(market, loan)


def test_a_player_who_is_back_may_be_lent_again(market: Market, loan: Trade) -> None:
    end(loan, "commissioner", market, commissioner=True)
    again = market.accepted(Stake(players_lent=(lent(market, loan),)), until=tomorrow(5))
    assert not home_again(market, again)
    end(again, "commissioner", market, commissioner=True)
    assert home_again(market, again)


def the_job(market: Market) -> Job:
    """The one job of the league's loans that is not done, run as a worker would."""
    job = Job.objects.filter(kind="end_loan").latest("pk")
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now())
    assert run_next() == job
    return Job.objects.get(pk=job.pk)


@pytest.mark.rules("C8")
def test_a_worker_ends_the_loan_on_its_day(market: Market, loan: Trade) -> None:
    job = Job.objects.get(kind="end_loan")
    starts = datetime.combine(tomorrow(), time.min, tzinfo=UTC)
    assert (job.not_before, job.params) == (starts, {"trade": loan.pk})
    the_day_has_come(loan)
    assert the_job(market).state == "done"
    assert home_again(market, loan) and now(loan).state == Trade.State.RETURNED


def test_a_worker_waits_while_a_team_is_in_a_match(market: Market, loan: Trade) -> None:
    the_day_has_come(loan)
    with transaction.atomic():
        ledger.hold(market.theirs, "match:abc")
    assert the_job(market).state == "done"
    assert not home_again(market, loan)
    later = Job.objects.filter(kind="end_loan").latest("pk")
    assert later.state == "queued" and later.not_before > timezone.now()
    with transaction.atomic():
        ledger.release(market.theirs, "match:abc")
    the_job(market)
    assert home_again(market, loan)
    assert Job.objects.filter(kind="end_loan").count() == 2


def test_a_worker_leaves_alone_what_is_over(market: Market, loan: Trade) -> None:
    end(loan, "commissioner", market, commissioner=True)
    written = JournalEntry.objects.count()
    assert the_job(market).state == "done"
    assert JournalEntry.objects.count() == written
    assert Job.objects.filter(kind="end_loan").count() == 1
