"""The commissioner corrects a figure by hand (L1): an entry with a reason that everybody can read."""

from __future__ import annotations

import pytest
from django.test import Client

from teams.ledger import ledger
from teams.models import EntryReason, JournalEntry, Team, TeamState
from tests.audits import audit
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import visit
from tests.teams import team_builders


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.approved_team(cast.league, cast.coach, by=cast.commissioner)


@pytest.fixture
def commissioner(cast: Cast) -> Client:
    return signed_in(cast.commissioner)


def address(team: Team) -> str:
    return f"/teams/{team.public_id}/correct/"


def sheet(team: Team):
    return ledger.sheet_in(TeamState.objects.get(team=team))


def test_the_history_shows_who_gave_gold_and_why(cast: Cast, team: Team, commissioner: Client) -> None:
    before = sheet(team).treasury
    page = visit(commissioner, address(team))
    page = page.press("Save correction", figure="treasury", amount="15000", reason="The gate was counted wrong.")
    assert page.status == 200
    assert sheet(team).treasury == before + 15_000
    history = signed_in(cast.other_coach).get(f"/teams/{team.public_id}/history/").content.decode()
    assert "15k given by the commissioner" in history and "The gate was counted wrong." in history
    assert "commissioner" in history
    assert JournalEntry.objects.get(team=team, source="word").by == cast.commissioner
    log = commissioner.get(f"/leagues/{cast.league.slug}/log/").content.decode()
    assert "corrected a figure" in log and "The gate was counted wrong." in log
    assert [finding.differences for finding in audit() if finding.differences] == []


def test_a_player_can_get_a_skill(team: Team, commissioner: Client) -> None:
    player = sheet(team).players[0].player
    page = visit(commissioner, address(team))
    page.press(
        "Save correction", figure="learned", player=str(player), name="Leap", amount="20000", reason="Forgotten."
    )
    assert "Leap" in sheet(team).player(player).skills


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"figure": "treasury", "amount": ""}, "is not a possible change"),
        ({"figure": "treasury", "amount": "-99000000"}, "greater than or equal"),
        ({"figure": "treasury", "amount": "much"}, "whole number"),
        ({"figure": "spp", "amount": "5"}, "not on the roster"),
        ({"figure": "glory", "amount": "5"}, "glory"),
        ({"figure": "treasury", "amount": "5000", "reason": ""}, "required"),
        ({"figure": "treasury", "amount": "-9000000"}, "short"),
    ],
)
def test_an_impossible_correction_is_refused_and_stays_in_the_form(
    team: Team, commissioner: Client, fields: dict[str, str], said: str
) -> None:
    entries = JournalEntry.objects.count()
    page = visit(commissioner, address(team)).press("Save correction", **{"reason": "Because.", **fields})
    assert page.status in (409, 422)
    assert said in page.text
    assert JournalEntry.objects.count() == entries and not EntryReason.objects.exists()


def test_a_stale_page_writes_nothing_until_it_is_opened_again(team: Team, commissioner: Client) -> None:
    page = visit(commissioner, address(team))
    visit(commissioner, address(team)).press("Save correction", figure="rerolls", amount="1", reason="First.")
    stale = page.press("Save correction", figure="rerolls", amount="1", reason="Second.")
    assert stale.status == 409
    assert JournalEntry.objects.filter(source="word").count() == 1


def test_a_team_in_a_match_can_be_corrected(cast: Cast, team: Team, commissioner: Client) -> None:
    TeamState.objects.filter(team=team).update(held_by="match:abcdefghij")
    page = visit(commissioner, address(team))
    assert "continues with the corrected roster" in page.text
    page.press("Save correction", figure="rerolls", amount="1", reason="Was lost.")
    assert TeamState.objects.get(team=team).held_by == "match:abcdefghij"
    assert JournalEntry.objects.filter(source="word").exists()


def test_a_retired_team_cannot_be_corrected(team: Team, commissioner: Client) -> None:
    TeamState.objects.filter(team=team).update(held_by=ledger.RETIREMENT)
    page = visit(commissioner, address(team)).press("Save correction", figure="rerolls", amount="1", reason="Why not.")
    assert page.status == 409
    assert not JournalEntry.objects.filter(source="word").exists()
