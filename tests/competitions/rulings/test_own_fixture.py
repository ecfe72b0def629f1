"""A commissioner does not decide alone about a fixture, tie, challenge or opponent of their own team."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from competitions.formats.knock_out import manual_advance
from competitions.models import Competition, Decision, Fixture, Tie, Withdrawal
from competitions.rulings import decisions, withdrawals
from competitions.setup.shape import Shape
from leagues.members.memberships import remove_member
from leagues.models import Agreement, League
from teams.models import Team
from teams.roster.retiring import retire_team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, matches_of
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import Page, visit
from tests.matches.own_match_builders import run_alone, runs_too
from tests.teams.team_builders import approved_team
from web.errors import Refusal


def teams_of(cast: Cast) -> list[Team]:
    return [bare_team(cast.league, "Ours", cast.coach), bare_team(cast.league, "Theirs", cast.other_coach)]


@pytest.fixture
def competition(cast: Cast) -> Competition:
    return competition_in(cast.league, teams_of(cast), started=True)


@pytest.fixture
def fixture(competition: Competition) -> Fixture:
    return matches_of(competition)[0]


def given(cast: Cast, fixture: Fixture) -> dict[str, Any]:
    return {"fixture": fixture, "by": cast.coach, "expected": fixture.version, "reason": "nobody came"}


def page(who: Any, fixture: Fixture, name: str = "") -> Page:
    return visit(signed_in(who), f"/fixtures/{fixture.pk}/{name}")


def has(page: Page, words: str) -> bool:
    return any(form.has_button(words) for form in page.forms)


@pytest.mark.parametrize(
    "decide",
    [decisions.toss_coin, decisions.declare_void, decisions.give_double_loss, decisions.give_draw],
)
def test_no_kind_of_decision_is_made_alone(cast: Cast, fixture: Fixture, decide: Any) -> None:
    runs_too(cast)
    with pytest.raises(Refusal) as refused:
        decide(**given(cast, fixture))
    assert refused.value.id == "leagues.own_match"
    assert not Decision.objects.exists()


def test_the_only_commissioner_asks_for_a_walkover_and_the_opponent_agrees(cast: Cast, fixture: Fixture) -> None:
    run_alone(cast)
    side = "home" if fixture.home.name == "Ours" else "away"
    with pytest.raises(Refusal):
        decisions.award_walkover(**given(cast, fixture), to=side)
    asked = page(cast.coach, fixture, "decide/").press("Ask to agree", how=side, reason="nobody came")
    assert "Waiting for other_coach" in asked.text
    on_match = visit(signed_in(cast.other_coach), f"/matches/{fixture.match.public_id}/")
    assert "coach asks to decide the match without play" in on_match.text
    done = on_match.press("Agree")
    decision = Decision.objects.get()
    assert (decision.winner, decision.by, decision.agreed_by) == (side, cast.coach, cast.other_coach)
    assert "other_coach agreed" in done.text


def test_after_the_leagues_days_the_only_commissioner_makes_the_same_decision(cast: Cast, fixture: Fixture) -> None:
    run_alone(cast)
    League.objects.filter(pk=cast.league.pk).update(confirm_days=2)
    page(cast.coach, fixture, "decide/").press("Ask to agree", how="void", reason="x")
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=1), tick=False):
        with pytest.raises(Refusal):
            decisions.toss_coin(**given(cast, fixture))
        decisions.declare_void(**given(cast, fixture))
    assert Decision.objects.get().kind == Decision.Kind.VOID


def test_the_log_says_that_an_opponent_who_cannot_agree_has_left_the_league(cast: Cast, fixture: Fixture) -> None:
    run_alone(cast)
    membership = cast.league.memberships.get(user=cast.other_coach)
    remove_member(membership=membership, by=cast.coach, reason="They moved away.")
    decisions.declare_void(**given(cast, fixture))
    log = visit(signed_in(cast.coach), f"/leagues/{cast.league.slug}/log/").text
    assert "there is no other commissioner, and the opponent has left the league" in log
    assert "has no account" not in log


def test_a_fixture_that_changed_since_ends_the_question(cast: Cast, fixture: Fixture) -> None:
    run_alone(cast)
    page(cast.coach, fixture, "decide/").press("Ask to agree", how="void", reason="x")
    Fixture.objects.filter(pk=fixture.pk).update(version=fixture.version + 1)
    assert not has(page(cast.other_coach, fixture), "Agree")


def test_revoking_a_decision_on_ones_own_match_needs_somebody_else(cast: Cast, fixture: Fixture) -> None:
    decisions.declare_void(**given(cast, fixture) | {"by": cast.commissioner})
    run_alone(cast)
    fixture.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        decisions.revoke_decision(**given(cast, fixture))
    assert refused.value.id == "leagues.own_match"
    page(cast.coach, fixture, "decide/back/").press("Ask to agree", reason="they came")
    page(cast.other_coach, fixture).press("Agree")
    assert not Decision.objects.exists()


def cup_of(cast: Cast) -> Tie:
    shape = Shape(scheduling="knock_out")
    cup = competition_in(cast.league, teams_of(cast), started=True, legs=1, shape=shape, name="Cup")
    return Tie.objects.select_related("competition").get(competition=cup)


def test_choosing_who_advances_from_ones_own_tie_needs_somebody_else(cast: Cast) -> None:
    tie = cup_of(cast)
    cup, ours = tie.competition, Team.objects.get(name="Ours")
    run_alone(cast)
    asked = {"competition": cup, "by": cast.coach, "expected": cup.version, "number": tie.number}
    with pytest.raises(Refusal) as refused:
        manual_advance.advance_team(**asked, team=ours, reason="x")
    assert refused.value.id == "leagues.own_match"
    side = "home" if tie.home_id == ours.pk else "away"
    address = f"/competitions/{cup.public_id}/bracket/"
    visit(signed_in(cast.coach), f"{address}{tie.number}/").press("Ask to agree", team=side, reason="x")
    visit(signed_in(cast.other_coach), address).press("Agree")
    tie.refresh_from_db()
    assert (tie.winner_id, tie.how) == (ours.pk, Tie.How.WORD)
    cup.refresh_from_db()
    asked["expected"] = cup.version
    with pytest.raises(Refusal):
        manual_advance.revoke_ruling(**asked)


def test_withdrawing_an_opponent_needs_its_coach_or_another_commissioner(cast: Cast) -> None:
    cup = competition_in(cast.league, [*teams_of(cast), *bare_teams(cast.league, 2)], started=True)
    theirs = Team.objects.get(name="Theirs")
    run_alone(cast)
    how = Withdrawal.How.WALKOVERS
    leaving = {"competition": cup, "by": cast.coach, "expected": cup.version, "team": theirs, "how": how}
    with pytest.raises(Refusal) as refused:
        withdrawals.leave(**leaving, reason="x")
    assert refused.value.id == "leagues.own_match"
    address = f"/competitions/{cup.public_id}/"
    page = visit(signed_in(cast.coach), f"{address}teams/{theirs.public_id}/leave/")
    page.press("Ask to agree", how=how.value, reason="moved away")
    visit(signed_in(cast.other_coach), f"{address}fixtures/").press("Agree")
    assert Withdrawal.objects.get().entrant.team == theirs


def test_retiring_an_opponent_first_does_not_make_its_withdrawal_ones_own_decision(cast: Cast) -> None:
    cup = competition_in(cast.league, [*teams_of(cast), *bare_teams(cast.league, 2)], started=True)
    theirs = Team.objects.get(name="Theirs")
    run_alone(cast)
    how = Withdrawal.How.WALKOVERS
    leaving = {"competition": cup, "by": cast.coach, "expected": cup.version, "team": theirs, "how": how}
    retire_team(team=theirs, expected=theirs.version, by=cast.coach, reason="x")
    theirs.refresh_from_db()
    with pytest.raises(Refusal) as refused:
        withdrawals.leave(**leaving, reason="x")
    assert refused.value.id == "leagues.own_match"


def test_a_team_that_its_own_coach_has_retired_is_withdrawn_alone(cast: Cast) -> None:
    ours, theirs = bare_team(cast.league, "Ours", cast.coach), approved_team(cast.league, cast.other_coach, "Theirs")
    cup = competition_in(cast.league, [ours, theirs, *bare_teams(cast.league, 2)], started=True)
    run_alone(cast)
    theirs = retire_team(team=theirs, expected=theirs.version, by=cast.other_coach)
    how = Withdrawal.How.WALKOVERS
    withdrawals.leave(competition=cup, by=cast.coach, expected=cup.version, team=theirs, how=how, reason="x")
    assert Withdrawal.objects.get().entrant.team == theirs


def test_another_commissioner_decides_without_being_asked(cast: Cast, fixture: Fixture) -> None:
    runs_too(cast)
    decisions.declare_void(**given(cast, fixture) | {"by": cast.commissioner})
    assert Decision.objects.get().agreed_by is None
    assert not Agreement.objects.exists()
