"""Loans (C8): they end on their last day, earlier if both coaches agree, or by a commissioner."""

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
from notices.telling import MAIL_JOB
from rules.journal import GoldMoved, PlayerKilled, PointsEarned
from rules.sheet.sheet import counts
from rules.team.trades import Stake
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, Trade
from teams.roster import retiring
from teams.selectors import names_of
from teams.trading.loans import end_due_loans, end_loan
from tests.audits import audit
from tests.leagues.cast import Cast
from tests.matches.match_builders import scheduled_match
from tests.teams import team_builders
from tests.teams.trade_builders import TradingTeams, create_trading_teams, days_ahead, noon, reach_last_day, reloaded  # noqa: F401 - noon is a fixture
from web.errors import Refusal


@pytest.fixture
def trading_teams(cast: Cast) -> TradingTeams:
    return create_trading_teams(cast)


@pytest.fixture
def loan(trading_teams: TradingTeams) -> Trade:
    """A Blitzer and 30k lent for 5k."""
    gives = Stake(players_lent=(trading_teams.player(trading_teams.ours),), gold_lent=30_000)
    return trading_teams.accepted(gives, Stake(gold=5_000), days_ahead())


def player_on_loan(trading_teams: TradingTeams, trade: Trade) -> int:
    return int(trade.gives["players_lent"][0])


def is_home(trading_teams: TradingTeams, trade: Trade) -> bool:
    player = player_on_loan(trading_teams, trade)
    assert [finding.differences for finding in audit() if finding.differences] == []
    here, there = (
        trading_teams.sheet(trading_teams.ours).player(player),
        trading_teams.sheet(trading_teams.theirs).player(player),
    )
    assert (here is None) != (there is None)
    row = Player.objects.get(pk=player)
    assert row.team == (trading_teams.ours if here else trading_teams.theirs)
    return here is not None


def end(trade: Trade, by: str, trading_teams: TradingTeams, **more: bool) -> Trade:
    return end_loan(trade=reloaded(trade), expected=reloaded(trade).version, by=trading_teams.cast[by], **more)


@pytest.mark.rules("C8")
def test_a_loan_runs_until_its_last_day(trading_teams: TradingTeams, loan: Trade) -> None:
    assert (loan.state, loan.owed_by_asked, loan.owed_by_offering) == (Trade.State.LENT, 30_000, 0)
    assert not is_home(trading_teams, loan)
    with transaction.atomic():
        assert end_due_loans([trading_teams.ours, trading_teams.theirs], trading_teams.league) == 0
    assert reloaded(loan).state == Trade.State.LENT


@pytest.mark.rules("C8")
def test_a_loan_that_is_over_ends_when_the_next_match_opens(trading_teams: TradingTeams, loan: Trade) -> None:
    player = player_on_loan(trading_teams, loan)
    team_builders.append_entries(trading_teams.theirs, PointsEarned(player=player, spp=3, deeds=counts(touchdowns=1)))
    match = scheduled_match(trading_teams.theirs, trading_teams.ours)
    reach_last_day(loan)
    opening.open_match(match=match, by=trading_teams.cast.other_coach)
    assert is_home(trading_teams, loan)
    line = trading_teams.sheet(trading_teams.ours).player(player)
    assert line is not None and (line.spp, line.loan) == (3, 0)
    assert (trading_teams.sheet(trading_teams.ours).treasury, trading_teams.sheet(trading_teams.theirs).treasury) == (
        45_000,
        35_000,
    )
    trade = reloaded(loan)
    assert (trade.state, trade.owed_by_asked) == (Trade.State.RETURNED, 0) and trade.ended_at
    assert LogEntry.objects.get(kind="teams.loan_returned").by is None
    side = Match.objects.get(pk=match.pk).sides.get(team=trading_teams.ours)
    assert player in [one["player"] for one in side.sheet["players"]], "the roster is frozen with them on it"
    assert names_of(trading_teams.theirs)[player] == names_of(trading_teams.ours)[player]


def test_a_loan_waits_while_the_other_team_is_in_a_match(trading_teams: TradingTeams, loan: Trade) -> None:
    reach_last_day(loan)
    with transaction.atomic():
        ledger.hold(trading_teams.theirs, "match:abc")
        assert end_due_loans([trading_teams.ours], trading_teams.league) == 0
    with pytest.raises(Refusal) as caught:
        end(loan, "coach", trading_teams)
    assert caught.value.id == "teams.held"
    assert reloaded(loan).state == Trade.State.LENT and reloaded(loan).ending_asked_by is None
    with transaction.atomic():
        ledger.release(trading_teams.theirs, "match:abc")
        assert end_due_loans([trading_teams.ours], trading_teams.league) == 1
    assert is_home(trading_teams, loan)


@pytest.mark.rules("C8")
def test_both_coaches_together_can_end_a_loan_early(trading_teams: TradingTeams, loan: Trade) -> None:
    asked = end(loan, "coach", trading_teams)
    assert (asked.state, asked.ending_asked_by) == (Trade.State.LENT, trading_teams.ours)
    with pytest.raises(Refusal) as caught:
        end(loan, "coach", trading_teams)
    assert caught.value.id == "teams.ending_asked_already"
    assert not is_home(trading_teams, loan)
    assert end(loan, "other_coach", trading_teams).state == Trade.State.RETURNED
    assert is_home(trading_teams, loan)


def test_after_the_last_day_either_coach_can_end_a_loan(trading_teams: TradingTeams, loan: Trade) -> None:
    reach_last_day(loan)
    assert end(loan, "other_coach", trading_teams).state == Trade.State.RETURNED
    assert is_home(trading_teams, loan)


def test_a_commissioner_can_end_a_loan_and_a_stranger_cannot(trading_teams: TradingTeams, loan: Trade) -> None:
    for person in ("stranger", "commissioner"):
        with pytest.raises(Refusal) as caught:
            end(loan, person, trading_teams)
        assert caught.value.id == "teams.not_its_coach"
    assert end(loan, "commissioner", trading_teams, commissioner=True).state == Trade.State.RETURNED
    assert is_home(trading_teams, loan)
    with pytest.raises(Refusal) as caught:
        end(loan, "commissioner", trading_teams, commissioner=True)
    assert caught.value.id == "teams.trade_answered"


@pytest.mark.rules("C8")
def test_a_player_who_dies_on_loan_is_in_the_owners_graveyard(trading_teams: TradingTeams, loan: Trade) -> None:
    player = player_on_loan(trading_teams, loan)
    team_builders.append_entries(trading_teams.theirs, PlayerKilled(player=player))
    reach_last_day(loan)
    end(loan, "coach", trading_teams)
    ours = trading_teams.sheet(trading_teams.ours)
    assert ours.player(player) is None
    assert [(gone.how, gone.line.player) for gone in ours.departed] == [("dead", player)]
    assert [finding.differences for finding in audit() if finding.differences] == []
    kinds = JournalEntry.objects.filter(team=trading_teams.ours, source=f"trade:{loan.pk}").values_list(
        "kind", flat=True
    )
    assert "player_lost" in kinds


@pytest.mark.rules("C8")
def test_gold_that_is_missing_stays_outstanding(trading_teams: TradingTeams, loan: Trade) -> None:
    team_builders.append_entries(trading_teams.theirs, GoldMoved(amount=45_000, source="treasury", target="expenses"))
    reach_last_day(loan)
    trade = end(loan, "coach", trading_teams)
    assert (trade.state, trade.owed_by_asked) == (Trade.State.LENT, 10_000)
    assert is_home(trading_teams, loan)
    assert LogEntry.objects.filter(kind="teams.loan_owing").count() == 1
    written = JournalEntry.objects.count()
    assert end(loan, "coach", trading_teams).state == Trade.State.LENT
    assert JournalEntry.objects.count() == written, "there is nothing to write where nothing can be paid"
    team_builders.append_entries(trading_teams.theirs, GoldMoved(amount=50_000, source="winnings", target="treasury"))
    with transaction.atomic():
        assert end_due_loans([trading_teams.theirs], trading_teams.league) == 1
    assert reloaded(loan).state == Trade.State.RETURNED
    assert (trading_teams.sheet(trading_teams.ours).treasury, trading_teams.sheet(trading_teams.theirs).treasury) == (
        45_000,
        40_000,
    )


def test_a_retired_team_returns_what_it_borrowed(trading_teams: TradingTeams, loan: Trade) -> None:
    team = Team.objects.get(pk=trading_teams.theirs.pk)
    retiring.retire_team(team=team, expected=team.version, by=trading_teams.cast.other_coach)
    reach_last_day(loan)
    end(loan, "coach", trading_teams)
    assert is_home(trading_teams, loan)


def test_a_returned_player_can_be_lent_again(trading_teams: TradingTeams, loan: Trade) -> None:
    end(loan, "commissioner", trading_teams, commissioner=True)
    again = trading_teams.accepted(Stake(players_lent=(player_on_loan(trading_teams, loan),)), until=days_ahead(5))
    assert not is_home(trading_teams, again)
    end(again, "commissioner", trading_teams, commissioner=True)
    assert is_home(trading_teams, again)


def run_job(trading_teams: TradingTeams) -> Job:
    """Runs the one open job of the league's loans as a worker does."""
    Job.objects.filter(kind=MAIL_JOB).delete()
    job = Job.objects.filter(kind="end_loan").latest("pk")
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now())
    assert run_next() == job
    return Job.objects.get(pk=job.pk)


@pytest.mark.rules("C8")
def test_a_worker_ends_a_loan_after_its_last_day(trading_teams: TradingTeams, loan: Trade) -> None:
    job = Job.objects.get(kind="end_loan")
    starts = datetime.combine(days_ahead(), time.min, tzinfo=UTC)
    assert (job.not_before, job.params) == (starts, {"trade": loan.pk})
    reach_last_day(loan)
    assert run_job(trading_teams).state == "done"
    assert is_home(trading_teams, loan) and reloaded(loan).state == Trade.State.RETURNED


def test_a_worker_waits_while_a_team_is_in_a_match(trading_teams: TradingTeams, loan: Trade) -> None:
    reach_last_day(loan)
    with transaction.atomic():
        ledger.hold(trading_teams.theirs, "match:abc")
    assert run_job(trading_teams).state == "done"
    assert not is_home(trading_teams, loan)
    later = Job.objects.filter(kind="end_loan").latest("pk")
    assert later.state == "queued" and later.not_before > timezone.now()
    with transaction.atomic():
        ledger.release(trading_teams.theirs, "match:abc")
    run_job(trading_teams)
    assert is_home(trading_teams, loan)
    assert Job.objects.filter(kind="end_loan").count() == 2


def test_a_worker_does_nothing_for_an_ended_loan(trading_teams: TradingTeams, loan: Trade) -> None:
    end(loan, "commissioner", trading_teams, commissioner=True)
    written = JournalEntry.objects.count()
    assert run_job(trading_teams).state == "done"
    assert JournalEntry.objects.count() == written
    assert Job.objects.filter(kind="end_loan").count() == 1
