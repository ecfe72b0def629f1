"""Submission and approval: the commissioner approves a team or sends it back, under the current house rules."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues import services as leagues
from leagues.models import League, LogEntry
from teams.building import approval, drafting
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamState
from teams.roster import retiring
from tests.leagues.cast import Cast, add_member, form_data, signed_in
from tests.teams import pages, team_builders
from web.errors import Refusal


@pytest.fixture
def waiting(cast: Cast) -> Team:
    return team_builders.submitted_team(cast.league, cast.coach)


@pytest.fixture
def commissioner(cast: Cast) -> Client:
    return signed_in(cast.commissioner)


def reload(team: Team) -> Team:
    return Team.objects.get(pk=team.pk)


def tighten(league: League, by: Any, **options: Any) -> None:
    """Change the house rules."""
    values = league.ruleset.values | options
    leagues.change_house_rules(league=league, by=by, expected=league.ruleset_id, options=values)


def approvals(league: League) -> str:
    return reverse("teams:approvals", args=[league.slug])


def test_a_submitted_team_appears_on_the_commissioners_page(cast: Cast, commissioner: Client) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Human")
    response = signed_in(cast.coach).post(pages.url("submit", team), pages.typed(team, **{"name-ogre-1": ""}))
    assert response["Location"] == pages.url("build", team)
    assert reload(team).state == Team.State.SUBMITTED
    assert "waiting for approval" in pages.text_of(signed_in(cast.coach).get(pages.url("build", team)))
    text = pages.text_of(commissioner.get(approvals(cast.league)))
    assert "Reavers" in text and "coached by coach" in text and "Cost 960k" in text and "Players 12" in text


def test_a_commissioner_can_approve_a_legal_team_on_its_page(cast: Cast, commissioner: Client, waiting: Team) -> None:
    page, button = pages.url("build", waiting), f'action="{pages.url("approve", waiting)}"'
    assert button in commissioner.get(page).content.decode()
    assert button not in signed_in(cast.coach).get(page).content.decode()
    tighten(cast.league, cast.commissioner, starting_treasury=900_000)
    assert button not in commissioner.get(page).content.decode()


def test_a_team_submitted_under_a_new_name_has_that_name(cast: Cast) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Human")
    coach = signed_in(cast.coach)
    coach.post(pages.url("submit", team), pages.typed(team, name="Marauders"))
    assert "Marauders has been submitted. It joins the league when a commissioner approves it." in pages.text_of(
        coach.get(pages.url("build", team))
    )


def test_an_approved_team_has_a_journal(cast: Cast, commissioner: Client, waiting: Team) -> None:
    response = commissioner.post(pages.url("approve", waiting), form_data(version=waiting.version))
    assert response["Location"] == approvals(cast.league)
    team = reload(waiting)
    state = TeamState.objects.get(team=team)
    assert (team.state, team.ruleset, team.draft) == (Team.State.ACTIVE, cast.league.ruleset, {})
    assert team.founded_at is not None
    assert (state.value, state.treasury, state.players) == (1_000_000, 40_000, 12)
    assert {entry.by for entry in JournalEntry.objects.filter(team=team)} == {cast.commissioner}
    assert LogEntry.objects.filter(league=cast.league, kind="teams.founded", by=cast.commissioner).exists()
    empty = commissioner.get(approvals(cast.league)).content.decode()
    assert "Nothing to approve" in empty and "What comes next in the league" in empty
    assert f'href="/leagues/{cast.league.slug}/invite/"' in empty


def test_approving_twice_founds_one_team(commissioner: Client, waiting: Team) -> None:
    sent = form_data(version=waiting.version)
    for _ in range(2):
        assert commissioner.post(pages.url("approve", waiting), sent).status_code == 302
    response = commissioner.post(pages.url("approve", waiting), form_data(version=waiting.version))
    assert response.status_code == 409
    assert "is not waiting for approval" in pages.text_of(response)
    assert JournalEntry.objects.filter(team=waiting, kind="team_founded").count() == 1


def test_a_team_sent_back_is_a_draft_and_shows_the_reason(cast: Cast, commissioner: Client, waiting: Team) -> None:
    reason = "Too many <b>fans</b>,\nplease."
    sent = form_data(version=waiting.version, reason=reason)
    assert commissioner.post(pages.url("send_back", waiting), sent)["Location"] == approvals(cast.league)
    team = reload(waiting)
    assert (team.state, team.sent_back) == (Team.State.DRAFT, reason)
    html = signed_in(cast.coach).get(pages.url("build", team)).content.decode()
    assert "Too many &lt;b&gt;fans&lt;/b&gt;,<br>please." in html
    assert LogEntry.objects.get(kind="teams.sent_back").reason == reason
    again = approval.submit_team(team=team, expected=team.version, by=cast.coach)
    assert again.sent_back == ""


def test_sending_back_needs_a_reason(commissioner: Client, waiting: Team) -> None:
    for reason in ("", " ", "x" * 501):
        response = commissioner.post(pages.url("send_back", waiting), form_data(version=waiting.version, reason=reason))
        assert response.status_code == 422
    assert reload(waiting).state == Team.State.SUBMITTED


def test_a_coach_can_withdraw_a_submitted_team(cast: Cast, waiting: Team) -> None:
    coach = signed_in(cast.coach)
    assert coach.post(pages.url("withdraw", waiting), form_data(version=waiting.version)).status_code == 302
    assert reload(waiting).state == Team.State.DRAFT
    assert drafting.draft_of(reload(waiting)).choice == team_builders.legal_choice()


def test_a_team_that_changed_since_it_was_shown_is_not_approved(
    cast: Cast, commissioner: Client, waiting: Team
) -> None:
    seen = waiting.version
    draft = approval.withdraw_team(team=waiting, expected=seen)
    approval.submit_team(team=draft, expected=draft.version, by=cast.coach)
    for page, more in (("approve", {}), ("send_back", {"reason": "No."})):
        response = commissioner.post(pages.url(page, waiting), form_data(version=seen, **more))
        assert response.status_code == 409
        assert "was changed after you opened this page" in pages.text_of(response)
    assert reload(waiting).state == Team.State.SUBMITTED


def test_approval_checks_the_current_house_rules(cast: Cast, commissioner: Client, waiting: Team) -> None:
    tighten(cast.league, cast.commissioner, starting_treasury=900_000)
    text = pages.text_of(commissioner.get(approvals(cast.league)))
    assert "costs 60k too much" in text
    assert "Approve Reikland Reavers" not in text
    response = commissioner.post(pages.url("approve", waiting), form_data(version=waiting.version))
    assert response.status_code == 422
    assert "breaks the rules of team creation" in pages.text_of(response)
    assert reload(waiting).state == Team.State.SUBMITTED
    assert not TeamState.objects.filter(team=waiting).exists()
    assert not JournalEntry.objects.filter(team=waiting).exists()


def test_a_team_is_founded_under_the_current_house_rules(cast: Cast, waiting: Team) -> None:
    tighten(cast.league, cast.commissioner, starting_treasury=1_100_000)
    team = approval.approve_team(team=reload(waiting), expected=waiting.version, by=cast.commissioner)
    assert ledger.sheet_in(TeamState.objects.get(team=team)).treasury == 140_000
    assert team.ruleset.values["starting_treasury"] == 1_100_000


def test_a_coach_with_a_team_approved_in_the_meantime_gets_no_second_one(cast: Cast) -> None:
    tighten(cast.league, cast.commissioner, several_teams_per_coach=True)
    cast.league.refresh_from_db()
    first, second = (team_builders.submitted_team(cast.league, cast.coach, name) for name in ("First", "Second"))
    approval.approve_team(team=first, expected=first.version, by=cast.commissioner)
    tighten(cast.league, cast.commissioner, several_teams_per_coach=False)
    with pytest.raises(Refusal) as refused:
        approval.approve_team(team=reload(second), expected=second.version, by=cast.commissioner)
    assert refused.value.id == "teams.one_each"


def test_an_archived_league_approves_no_teams(cast: Cast, waiting: Team) -> None:
    leagues.archive_league(league=cast.league, by=cast.commissioner, reason="over")
    for change in (
        lambda: approval.approve_team(team=waiting, expected=waiting.version, by=cast.commissioner),
        lambda: approval.send_back(team=waiting, expected=waiting.version, by=cast.commissioner, reason="no"),
        lambda: approval.withdraw_team(team=waiting, expected=waiting.version),
        lambda: retiring.retire_team(team=waiting, expected=waiting.version, by=cast.coach),
    ):
        with pytest.raises(Refusal) as refused:
            change()
        assert refused.value.id == "leagues.archived"


def seen_on(page: str) -> list[str]:
    """The teams that the button for all legal teams sends."""
    return re.findall(r'name="team" value="([^"]+)"', page)


def test_one_button_approves_all_legal_teams_and_leaves_the_others(cast: Cast, commissioner: Client) -> None:
    first = team_builders.submitted_team(cast.league, cast.coach, "First")
    assert not seen_on(commissioner.get(approvals(cast.league)).content.decode())  # it has its own button
    second = team_builders.submitted_team(cast.league, cast.other_coach, "Second")
    third = team_builders.submitted_team(cast.league, cast.commissioner, "Third")
    page = commissioner.get(approvals(cast.league)).content.decode()
    assert "Approve all 3 legal teams" in page
    draft = approval.withdraw_team(team=third, expected=third.version)
    approval.submit_team(team=draft, expected=draft.version, by=cast.commissioner)
    add_member(cast.league, cast.stranger)
    late = team_builders.submitted_team(cast.league, cast.stranger, "Late")
    sent = form_data(team=seen_on(page))
    url = reverse("teams:approve_legal", args=[cast.league.slug])
    for _ in range(2):
        assert commissioner.post(url, sent)["Location"] == approvals(cast.league)
    assert {reload(team).state for team in (first, second)} == {Team.State.ACTIVE}
    assert {reload(team).state for team in (third, late)} == {Team.State.SUBMITTED}
    text = pages.text_of(commissioner.get(approvals(cast.league)))
    assert "2 teams have been approved: First, Second." in text
    assert "Still waiting, because they changed, break a rule or need somebody else: Third." in text
    assert LogEntry.objects.filter(league=cast.league, kind="teams.founded").count() == 2
    again = commissioner.post(url, form_data(team=seen_on(page)))
    assert again.status_code == 409 and "None of these teams can be approved" in pages.text_of(again)


def test_an_illegal_team_is_not_among_all_and_cannot_be_sent_with_them(cast: Cast, commissioner: Client) -> None:
    teams = [
        team_builders.submitted_team(cast.league, coach, name)
        for coach, name in ((cast.coach, "First"), (cast.other_coach, "Second"))
    ]
    tighten(cast.league, cast.commissioner, starting_treasury=900_000)
    assert not seen_on(commissioner.get(approvals(cast.league)).content.decode())
    sent = form_data(team=[f"{team.public_id}:{team.version}" for team in teams])
    response = commissioner.post(reverse("teams:approve_legal", args=[cast.league.slug]), sent)
    assert response.status_code == 409
    assert not JournalEntry.objects.filter(team__in=teams).exists()


@pytest.mark.parametrize("sent", ["", ":", "x", "x:", "x:1e9", "x:9223372036854775807", "x:-1", "x\x00:1"])
def test_damaged_teams_are_refused_with_a_message(sent: str, cast: Cast, commissioner: Client, waiting: Team) -> None:
    url = reverse("teams:approve_legal", args=[cast.league.slug])
    assert commissioner.post(url, form_data(team=[sent])).status_code in (400, 422)
    assert commissioner.post(url, form_data()).status_code == 409
    assert reload(waiting).state == Team.State.SUBMITTED


def test_only_a_commissioner_approves_all(cast: Cast, waiting: Team) -> None:
    sent = form_data(team=[f"{waiting.public_id}:{waiting.version}"])
    url = reverse("teams:approve_legal", args=[cast.league.slug])
    assert signed_in(cast.coach).post(url, sent).status_code == 403
    assert reload(waiting).state == Team.State.SUBMITTED
