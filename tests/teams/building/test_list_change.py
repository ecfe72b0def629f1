"""The team list of a draft can change; that of any other team cannot."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse

from leagues import services
from teams.building import approval, drafting
from teams.building.list_change import change_list
from teams.models import Team
from tests.leagues.cast import PEOPLE, Cast, form_data, signed_in
from tests.teams import pages, team_builders
from web.errors import Refusal, StaleVersion

pytestmark = pytest.mark.once


@pytest.fixture
def team(cast: Cast) -> Team:
    """A Human draft with twelve players, two re-rolls, an apothecary and two cheerleaders."""
    return team_builders.drafted_team(cast.league, cast.coach)


def reload(team: Team) -> Team:
    return Team.objects.get(pk=team.pk)


def post(cast: Cast, team: Team, person: str = "coach", **fields: object) -> HttpResponse:
    return signed_in(cast[person]).post(pages.url("change_list", team), form_data(version=team.version, **fields))


def test_another_list_removes_the_players_and_keeps_allowed_purchases(cast: Cast, team: Team) -> None:
    page = signed_in(cast.coach).get(pages.url("build", team)).content.decode()
    assert f'href="{pages.url("change_list", team)}"' in page
    response = post(cast, team, team_list="Undead", let_go="on")
    assert response["Location"] == pages.url("build", team)
    draft, changed = drafting.draft_of(reload(team)), reload(team)
    assert (changed.team_list, changed.name) == ("Undead", team.name)
    assert changed.crest == team.crest | {"emblem": "undead"}
    assert draft.choice.players == () and draft.all_names == ()
    assert (draft.choice.rerolls, draft.choice.fan_factor) == (2, 3)
    assert dict(draft.choice.staff) == {"cheerleader": 2}
    text = pages.text_of(signed_in(cast.coach).get(pages.url("build", team)))
    assert "Undead team (draft)" in text and "Mummy" in text


def test_a_list_with_an_apothecary_keeps_the_apothecary(cast: Cast, team: Team) -> None:
    change_list(team=team, expected=team.version, team_list="Orc")
    assert dict(drafting.draft_of(reload(team)).choice.staff) == {"apothecary": 1, "cheerleader": 2}


def test_removing_players_needs_a_confirmation(cast: Cast, team: Team) -> None:
    response = post(cast, team, team_list="Orc")
    text = pages.text_of(response)
    assert response.status_code == 422
    assert "Players of one list cannot play for another" in text and "remove the 12 players" in text
    assert re.search(r'value="Orc"[^>]* checked', response.content.decode())
    assert reload(team).team_list == "Human" and len(drafting.draft_of(reload(team)).choice.players) == 12


def test_no_confirmation_is_needed_without_players(cast: Cast) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Empty", team_list="Human")
    assert "let_go" not in signed_in(cast.coach).get(pages.url("change_list", team)).content.decode()
    assert post(cast, team, team_list="Orc").status_code == 302
    assert reload(team).team_list == "Orc"


@pytest.mark.parametrize("named", ["Human", "Space Marine", "", "Or\x00c", "x" * 100_000])
def test_the_same_or_an_unknown_list_is_refused(cast: Cast, team: Team, named: str) -> None:
    assert post(cast, team, team_list=named, let_go="on").status_code == 422
    assert reload(team).team_list == "Human"


def test_a_list_that_is_switched_off_for_this_team_alone_is_not_offered(cast: Cast) -> None:
    details = services.Details(name="Second Edition")
    league = services.create_league(by=cast.commissioner, details=details, edition="crp")
    team = drafting.draft_team(league=league, coach=cast.commissioner, name="Reavers", team_list="Orc")
    client, address = signed_in(cast.commissioner), pages.url("change_list", team)
    offered = 'value="Slann"'
    assert offered in client.get(address).content.decode()
    Team.objects.filter(pk=team.pk).update(own_rules={"extra_lists": False})
    assert offered not in client.get(address).content.decode()


def test_a_change_of_a_stale_draft_is_refused(cast: Cast, team: Team) -> None:
    drafting.save_draft(team=team, expected=team.version, draft=drafting.draft_of(team), name="Renamed")
    with pytest.raises(StaleVersion):
        change_list(team=team, expected=team.version, team_list="Orc")
    assert post(cast, team, team_list="Orc", let_go="on").status_code == 409


def test_a_submitted_team_or_one_from_elsewhere_keeps_its_list(cast: Cast, team: Team) -> None:
    Team.objects.filter(pk=team.pk).update(from_elsewhere=True)
    with pytest.raises(Refusal, match="was imported"):
        change_list(team=reload(team), expected=team.version, team_list="Orc")
    Team.objects.filter(pk=team.pk).update(from_elsewhere=False)
    waiting = approval.submit_team(team=reload(team), expected=team.version, by=cast.coach)
    with pytest.raises(Refusal):
        change_list(team=waiting, expected=waiting.version, team_list="Orc")
    assert signed_in(cast.coach).get(pages.url("change_list", team)).status_code == 302
    assert reload(team).team_list == "Human"


@pytest.mark.parametrize("person", PEOPLE)
def test_only_its_coach_and_commissioners_can_change_a_drafts_list(cast: Cast, team: Team, person: str) -> None:
    post(cast, team, person, team_list="Orc", let_go="on")
    allowed = person in ("coach", "commissioner", "staff")
    assert reload(team).team_list == ("Orc" if allowed else "Human")


@pytest.mark.parametrize(
    ("team_list", "said"),
    [
        ("Undead", "The Undead list has no apothecary. It has a Necromancer, who costs nothing (p. "),
        ("Necromantic", "The Necromantic list has no apothecary. It has a Necromancer, who costs nothing (p. "),
        ("Khemri", "The Khemri list has no apothecary (p. "),
        ("Nurgle", "The Nurgle list has no apothecary (p. "),
        ("Vampire", "An apothecary of the Vampire list treats only: Thrall (p. "),
    ],
)
def test_the_build_page_says_why_a_list_has_no_apothecary(cast: Cast, team_list: str, said: str) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Bones", team_list=team_list)
    assert said in pages.text_of(signed_in(cast.coach).get(pages.url("build", team)))


def test_the_build_page_has_no_note_about_an_ordinary_list(cast: Cast, team: Team) -> None:
    assert "apothecary." not in pages.text_of(signed_in(cast.coach).get(pages.url("build", team)))
