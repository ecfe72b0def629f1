"""The end of a team: a draft is deleted from lists, an approved team retires, and no row is deleted."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.models import LogEntry
from rules.journal import FanFactorChanged
from teams.building import approval
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamState
from teams.roster import retiring
from tests.leagues.cast import Cast, form_data, signed_in
from tests.matches.forms import visit
from tests.teams import pages, team_builders
from web.errors import Refusal


@pytest.fixture
def coach(cast: Cast) -> Client:
    return signed_in(cast.coach)


def retire(client: Client, team: Team, **more: str) -> int:
    return client.post(pages.url("retire", team), form_data(version=team.version, **more)).status_code


def test_the_name_of_a_deleted_draft_is_free_again(cast: Cast, coach: Client) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    assert retire(coach, draft) == 302
    assert Team.objects.get(pk=draft.pk).state == Team.State.RETIRED
    again = team_builders.drafted_team(cast.league, cast.coach, draft.name)
    assert again.pk != draft.pk


def test_a_retired_team_keeps_its_history_and_cannot_change(cast: Cast, coach: Client) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    entries = JournalEntry.objects.filter(team=team).count()
    assert retire(coach, team, reason="Moved away") == 302
    assert JournalEntry.objects.filter(team=team).count() == entries
    assert LogEntry.objects.get(kind="teams.retired").reason == "Moved away"
    assert signed_in(None).get(pages.url("history", team)).status_code == 200
    for late in (
        lambda: ledger.hold(team, "match:1"),
        lambda: team_builders.append_entries(team, FanFactorChanged(change=1)),
    ):
        with pytest.raises(Refusal) as refused:
            late()
        assert refused.value.id == "teams.retired"
    assert retire(coach, Team.objects.get(pk=team.pk)) == 409


def test_a_retired_team_keeps_its_names(cast: Cast, coach: Client) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    page = visit(coach, pages.url("rename", team))
    assert retire(coach, team) == 302
    for late in (page, visit(coach, pages.url("rename", team))):
        after = late.press("Save names", name="Somebody else")
        assert after.status == 409
        assert "is retired" in after.text
    assert Team.objects.get(pk=team.pk).name == team.name


def test_a_team_in_a_match_cannot_retire(cast: Cast, coach: Client) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    ledger.hold(team, "match:1")
    assert retire(coach, team) == 409
    assert Team.objects.get(pk=team.pk).state == Team.State.ACTIVE
    assert TeamState.objects.get(team=team).held_by == "match:1"


def test_a_commissioner_can_delete_a_draft_and_the_log_says_so(cast: Cast) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    assert retire(signed_in(cast.commissioner), draft, reason="Absent") == 302
    entry = LogEntry.objects.get(kind="teams.discarded")
    assert (entry.by, entry.about, entry.reason) == (cast.commissioner, cast.coach, "Absent")


def test_the_address_of_a_deleted_draft_opens_nothing(cast: Cast, coach: Client) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    address = f"/teams/{draft.public_id}/"
    assert coach.get(address, follow=True).status_code == 200
    assert retire(coach, draft) == 302
    for person in (cast.coach, cast.commissioner, cast.stranger, None):
        client = signed_in(person)
        assert [client.get(f"{address}{page}").status_code for page in ("", "record/")] == [404] * 2
    assert retire(coach, draft) == 409, "what is sent twice says so"


def test_a_coach_can_start_again_after_retiring_a_team(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    retiring.retire_team(team=team, expected=team.version, by=cast.coach)
    assert team_builders.approved_team(cast.league, cast.coach, "Phoenixes").state == Team.State.ACTIVE


def test_a_team_that_changed_since_it_was_shown_is_not_retired(cast: Cast, coach: Client) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    approval.submit_team(team=draft, expected=draft.version, by=cast.coach)
    assert retire(coach, draft) == 409
    assert Team.objects.get(pk=draft.pk).state == Team.State.SUBMITTED


def test_retired_teams_are_in_the_leagues_list_and_in_their_coachs(cast: Cast, coach: Client) -> None:
    team = team_builders.approved_team(cast.league, cast.coach, by=cast.commissioner)
    draft = team_builders.drafted_team(cast.league, cast.other_coach, "Never Played")
    retire(coach, team, reason="Moved away")
    retire(signed_in(cast.other_coach), draft)
    for address in (f"/leagues/{cast.league.slug}/teams/", "/teams/mine/"):
        page = coach.get(address).content.decode()
        assert "1 retired team" in page and f"/teams/{team.public_id}/" in page
    assert "Never Played" not in coach.get(f"/leagues/{cast.league.slug}/teams/").content.decode()
