"""A commissioner does not correct, approve, bring back or favour their own team alone; in a small league all hear."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from competitions.models import Adjustment, Competition, Withdrawal
from competitions.rulings import withdrawals
from competitions.setup.adjustments import adjustments
from leagues.models import Agreement, League, LogEntry, Membership
from notices.models import Notice
from rules.correcting.manual_correction import ManualCorrection
from rules.team.trades import Stake
from teams.building import approval
from teams.ledger.manual_correction import correct_figure
from teams.models import Team, TeamState, Trade
from teams.roster.retiring import retire_team
from teams.trading.takeovers import offer_team, take_over
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import Page, visit
from tests.matches.own_match_builders import run_alone, runs_too
from tests.teams import pages, team_builders
from tests.teams.team_file_builders import arrival_form, brought_team
from tests.teams.trade_builders import create_trading_teams
from web.errors import Refusal

GOLD = ManualCorrection(figure="treasury", amount=20_000)


@pytest.fixture
def ours(cast: Cast) -> Team:
    return team_builders.approved_team(cast.league, cast.coach, "Ours", by=cast.commissioner)


def treasury(team: Team) -> int:
    return int(TeamState.objects.get(team=team).sheet["treasury"])


def correct(team: Team, by: User, **more: Any) -> TeamState:
    seq = TeamState.objects.get(team=team).seq
    return correct_figure(team=team, by=by, expected=seq, word=GOLD, reason="Typed wrong.", **more)


def page(who: User, address: str) -> Page:
    return visit(signed_in(who), address)


def has(page: Page, words: str) -> bool:
    return any(form.has_button(words) for form in page.forms)


def told(person: User, kind: str = "leagues.decided_alone") -> bool:
    return Notice.objects.filter(reader=person, happening__kind=kind, done_at=None).exists()


def test_a_commissioner_asks_another_one_to_agree_to_a_correction_of_their_own_team(cast: Cast, ours: Team) -> None:
    runs_too(cast)
    before = treasury(ours)
    with pytest.raises(Refusal) as refused:
        correct(ours, cast.coach)
    assert refused.value.id == "leagues.own_team" and cast.commissioner.name in refused.value.remedy
    address = pages.url("correct", ours)
    opened = page(cast.coach, address)
    assert "You coach this team, so you cannot decide this alone." in opened.text
    asked = opened.press("Ask to agree", figure="treasury", amount="20000", reason="Typed wrong.")
    assert "Once somebody agrees" in asked.text and treasury(ours) == before
    assert told(cast.commissioner, "leagues.asked_to_agree") and not told(cast.other_coach, "leagues.asked_to_agree")
    seen = page(cast.commissioner, address)
    assert "coach asks to correct a figure of Ours (Treasury, in gp: +20,000)" in seen.text
    assert "Typed wrong." in seen.text and not has(page(cast.coach, address), "Agree")
    seen.press("Agree")
    assert treasury(ours) == before + 20_000
    entry = LogEntry.objects.get(kind="leagues.own_team_agreed")
    assert (entry.by, entry.about) == (cast.coach, cast.commissioner)
    assert not told(cast.other_coach)


def test_another_commissioner_corrects_it_without_being_asked(cast: Cast, ours: Team) -> None:
    runs_too(cast)
    correct(ours, cast.commissioner)
    assert not Agreement.objects.exists() and not told(cast.coach)


def test_a_commissioner_corrects_the_teams_of_others_alone(cast: Cast) -> None:
    runs_too(cast)
    theirs = team_builders.approved_team(cast.league, cast.other_coach, "Theirs", by=cast.commissioner)
    correct(theirs, cast.coach)
    assert not LogEntry.objects.filter(kind__startswith="leagues.own_team").exists()


def test_the_only_commissioner_corrects_their_own_team_and_all_members_are_told(cast: Cast, ours: Team) -> None:
    run_alone(cast)
    before = treasury(ours)
    opened = page(cast.coach, pages.url("correct", ours))
    assert "all members of the league are told" in opened.text
    opened.press("Save correction", figure="treasury", amount="20000", reason="Typed wrong.")
    assert treasury(ours) == before + 20_000
    assert told(cast.other_coach) and told(cast.commissioner) and not told(cast.coach) and not told(cast.stranger)
    inbox = signed_in(cast.other_coach).get("/inbox/").content.decode()
    here = f"/leagues/{cast.league.slug}"
    by, rest = f'<a href="{here}/coaches/{cast.coach.pk}/">coach</a>', "decided about their own team Ours"
    assert f'{by} <a href="{here}/log/">{rest}</a>' in inbox
    log = page(cast.other_coach, f"/leagues/{cast.league.slug}/log/").text
    assert "coach decided about Ours, which they coach: there is no other commissioner." in log
    correct(ours, cast.coach)
    assert Notice.objects.filter(reader=cast.other_coach, happening__kind="leagues.decided_alone").count() == 2


def test_site_staff_can_agree_where_there_is_no_other_commissioner(cast: Cast, ours: Team) -> None:
    run_alone(cast)
    User.objects.filter(pk=cast.staff.pk).update(is_staff=True)
    address = pages.url("correct", ours)
    page(cast.coach, address).press("Ask to agree", figure="treasury", amount="20000", reason="Typed wrong.")
    before = treasury(ours)
    page(User.objects.get(pk=cast.staff.pk), address).press("Agree")
    assert treasury(ours) == before + 20_000


@pytest.mark.parametrize("ends", ["retired", "passed on"])
def test_what_was_asked_about_a_team_that_is_gone_waits_for_nobody(cast: Cast, ours: Team, ends: str) -> None:
    runs_too(cast)
    page(cast.coach, pages.url("correct", ours)).press(
        "Ask to agree", figure="treasury", amount="20000", reason="Typed wrong."
    )
    ours.refresh_from_db()
    if ends == "retired":
        retire_team(team=ours, expected=ours.version, by=cast.coach)
    else:
        offer = offer_team(team=ours, to=cast.other_coach, by=cast.commissioner, reason="x")
        take_over(offer=offer, by=cast.other_coach)
    assert not told(cast.commissioner, "leagues.asked_to_agree")


# -- approving --


def own_draft(cast: Cast) -> Team:
    return team_builders.submitted_team(cast.league, cast.coach)


def own_arrival(cast: Cast) -> Team:
    team = brought_team(cast)
    coach = signed_in(cast.coach)
    coach.post(pages.url("submit_arrival", team), arrival_form(coach, team))
    return Team.objects.select_related("league", "coach").get(pk=team.pk)


def approve(team: Team, by: User) -> Team:
    team = Team.objects.select_related("league", "coach").get(pk=team.pk)
    return approval.approve_team(team=team, expected=team.version, by=by)


def test_a_legal_new_team_is_approved_by_its_own_coach_since_the_rules_decide(cast: Cast) -> None:
    runs_too(cast)
    assert approve(own_draft(cast), cast.coach).state == Team.State.ACTIVE
    assert not told(cast.other_coach)


def test_a_team_from_elsewhere_is_approved_by_another_commissioner(cast: Cast) -> None:
    runs_too(cast)
    team = own_arrival(cast)
    with pytest.raises(Refusal) as refused:
        approve(team, cast.coach)
    assert refused.value.id == "leagues.own_team"
    address = f"/leagues/{cast.league.slug}/teams/approvals/"
    opened = page(cast.coach, address)
    assert "so you cannot approve this alone. It waits for commissioner" in opened.text
    assert not has(opened, "Approve")
    page(cast.commissioner, address).press("Approve")
    assert Team.objects.get(pk=team.pk).state == Team.State.ACTIVE


def test_the_only_commissioner_approves_their_team_from_elsewhere_and_all_members_are_told(cast: Cast) -> None:
    run_alone(cast)
    team = own_arrival(cast)
    opened = page(cast.coach, f"/leagues/{cast.league.slug}/teams/approvals/")
    assert "If you approve, all members of the league are told." in opened.text
    opened.press("Approve")
    assert Team.objects.get(pk=team.pk).state == Team.State.ACTIVE
    assert told(cast.other_coach)


def test_site_staff_hear_of_an_arrival_that_only_they_can_approve(cast: Cast) -> None:
    run_alone(cast)
    User.objects.filter(pk=cast.staff.pk).update(is_staff=True)
    own_arrival(cast)
    assert told(cast.staff, "teams.to_approve")


@pytest.mark.parametrize("alone", [False, True])
def test_a_trade_of_ones_own_team_is_approved_by_another_commissioner(cast: Cast, alone: bool) -> None:
    trading = create_trading_teams(cast, "approval")
    run_alone(cast) if alone else runs_too(cast)
    trade = trading.accepted(gives=Stake(gold=10_000))
    opened = page(cast.coach, f"/trades/{trade.pk}/")
    assert has(opened, "Approve") is alone
    if alone:
        opened.press("Approve")
        assert told(cast.other_coach)
    else:
        with pytest.raises(Refusal) as refused:
            trading.approve(trade, by=cast.coach)
        assert refused.value.id == "leagues.own_team"
        trading.approve(trade)
    assert Trade.objects.get(pk=trade.pk).state == Trade.State.DONE


# -- in a competition --


@pytest.fixture
def cup(cast: Cast) -> Competition:
    teams = [bare_team(cast.league, "Ours", cast.coach), bare_team(cast.league, "Theirs", cast.other_coach)]
    return competition_in(cast.league, [*teams, *bare_teams(cast.league, 2)], started=True)


def withdrawn(cast: Cast, cup: Competition, name: str) -> Team:
    team = Team.objects.get(name=name)
    how = Withdrawal.How.WALKOVERS
    withdrawals.leave(
        competition=cup, by=cast.commissioner, expected=cup.version, team=team, how=how, reason="moved away"
    )
    return team


@pytest.mark.parametrize(("name", "refusal"), [("Ours", "leagues.own_team"), ("Theirs", "leagues.own_match")])
def test_a_withdrawal_of_ones_own_team_or_an_opponent_is_not_undone_alone(
    cast: Cast, cup: Competition, name: str, refusal: str
) -> None:
    team = withdrawn(cast, cup, name)
    runs_too(cast)
    cup.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        withdrawals.come_back(competition=cup, by=cast.coach, expected=cup.version, team=team, reason="x")
    assert refused.value.id == refusal
    address = f"/competitions/{cup.public_id}/"
    page(cast.coach, f"{address}teams/{team.public_id}/leave/").press("Ask to agree", reason="They are back.")
    shown = page(cast.commissioner, f"{address}fixtures/")
    assert f"coach asks to undo the withdrawal of {name} from {cup.name}" in shown.text
    shown.press("Agree")
    assert not Withdrawal.objects.exists()


def test_the_only_commissioner_brings_their_own_team_back_and_all_members_are_told(
    cast: Cast, cup: Competition
) -> None:
    team = withdrawn(cast, cup, "Ours")
    run_alone(cast)
    page(cast.coach, f"/competitions/{cup.public_id}/teams/{team.public_id}/leave/").press(
        "Undo withdrawal", reason="We are back."
    )
    assert not Withdrawal.objects.exists()
    assert told(cast.other_coach)


def test_another_commissioner_who_undoes_it_ends_what_was_asked(cast: Cast, cup: Competition) -> None:
    team = withdrawn(cast, cup, "Ours")
    runs_too(cast)
    page(cast.coach, f"/competitions/{cup.public_id}/teams/{team.public_id}/leave/").press("Ask to agree", reason="x")
    assert told(cast.commissioner, "leagues.asked_to_agree")
    cup.refresh_from_db()
    withdrawals.come_back(competition=cup, by=cast.commissioner, expected=cup.version, team=team, reason="x")
    assert not told(cast.commissioner, "leagues.asked_to_agree")


def adjust(cup: Competition, by: User, team: Team, points: int) -> Adjustment:
    cup.refresh_from_db()
    return adjustments.adjust_points(
        competition=cup, by=by, expected=cup.version, team=team, points=points, reason="Late"
    )


def test_points_for_ones_own_team_need_another_commissioner(cast: Cast, cup: Competition) -> None:
    runs_too(cast)
    team = Team.objects.get(name="Ours")
    with pytest.raises(Refusal) as refused:
        adjust(cup, cast.coach, team, 2)
    assert refused.value.id == "leagues.own_team"
    address = f"/competitions/{cup.public_id}/adjust/"
    page(cast.coach, address).press("Save adjustment", team=team.public_id, points="2", reason="Best kit")
    assert not Adjustment.objects.exists()
    shown = page(cast.commissioner, address)
    assert f"coach asks to adjust the points of Ours in {cup.name}: +2" in shown.text
    shown.press("Agree")
    assert Adjustment.objects.get().points == 2


def test_points_taken_from_ones_own_team_are_given_back_by_another_commissioner(cast: Cast, cup: Competition) -> None:
    runs_too(cast)
    made = adjust(cup, cast.coach, Team.objects.get(name="Ours"), -2)
    address = f"/adjustments/{made.pk}/withdraw/"
    opened = page(cast.coach, address)
    assert "so you cannot decide this alone" in opened.text
    opened.press("Withdraw adjustment", reason="x")
    assert not Adjustment.objects.filter(withdraws=made).exists()
    page(cast.commissioner, f"/competitions/{cup.public_id}/adjust/").press("Agree")
    assert Adjustment.objects.filter(withdraws=made).exists()


def test_the_only_commissioner_gives_their_own_team_points_and_all_members_are_told(
    cast: Cast, cup: Competition
) -> None:
    run_alone(cast)
    adjust(cup, cast.coach, Team.objects.get(name="Ours"), 2)
    assert told(cast.other_coach)


def test_former_members_are_not_told(cast: Cast, ours: Team) -> None:
    run_alone(cast)
    Membership.objects.filter(league=cast.league, user=cast.other_coach).update(left_at=timezone.now())
    correct(ours, cast.coach)
    assert not told(cast.other_coach) and League.objects.get(pk=cast.league.pk)
