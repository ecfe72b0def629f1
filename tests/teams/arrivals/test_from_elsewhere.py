"""Importing a team by hand or from a file: saved, checked, submitted, approved, and who may do it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from leagues.models import League, LogEntry
from teams.building import drafting
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamPast, TeamState
from teams.selectors import names_of
from tests.leagues.cast import Cast, form_data, signed_in
from tests.teams import pages
from tests.teams.team_file_builders import (
    OLD_HAND,
    PAST,
    UNLISTED,
    VALUE,
    arrival_form,
    bring_url,
    brought_team,
    team_json,
    upload,
)

pytestmark = pytest.mark.once


@pytest.mark.rules("C9")
def test_a_file_becomes_a_draft_that_shows_all_its_data(cast: Cast) -> None:
    team = brought_team(cast)
    text = pages.text_of(signed_in(cast.coach).get(pages.url("arrival", team)))
    assert "The team can join" in text
    assert "1 × Star Catcher: not on the Human list." in text
    assert f"{VALUE // 1000:,}k" in text
    sent = arrival_form(signed_in(cast.coach), team)
    assert (sent["player-1-name"], sent["player-1-gained"], sent["player-1-lost"]) == (
        "Griff Oberwald", "Dodge, +ST, Guard", "AV",
    )  # fmt: skip
    assert (sent["player-2-MA"], sent["player-2-cost"], sent["story"]) == ("8", "80", PAST["story"])


@pytest.mark.rules("C9")
def test_sending_the_form_unchanged_changes_nothing(cast: Cast) -> None:
    team = brought_team(cast)
    before = team.draft
    coach = signed_in(cast.coach)
    assert coach.post(pages.url("arrival", team), arrival_form(coach, team)).status_code == 302
    team.refresh_from_db()
    assert team.draft == {key: value for key, value in before.items() if key != "edition"}


@pytest.mark.rules("C9", "V1")
def test_an_approved_team_has_a_journal_and_a_separate_past(cast: Cast) -> None:
    coach, commissioner = signed_in(cast.coach), signed_in(cast.commissioner)
    team = brought_team(cast)
    response = coach.post(pages.url("submit_arrival", team), arrival_form(coach, team))
    assert response["Location"] == pages.url("build", team)
    assert "The team can join" in pages.text_of(coach.get(response["Location"]))
    listed = pages.text_of(commissioner.get(reverse("teams:approvals", args=[cast.league.slug])))
    assert "Griff Oberwald" in listed and "12–3–5" in listed and "no longer on the list" in listed
    team.refresh_from_db()
    approved = commissioner.post(pages.url("approve", team), form_data(version=team.version))
    assert approved.status_code == 302
    team.refresh_from_db()
    state = TeamState.objects.get(team=team)
    assert (team.state, team.draft, state.value, state.treasury) == (Team.State.ACTIVE, {}, VALUE, 60_000)
    sheet = ledger.sheet_in(state)
    griff = sheet.numbered(7)
    assert griff is not None
    assert (griff.gained_skills, griff.improvements, griff.deed("touchdowns")) == (("Dodge", "Guard"), 3, 9)
    assert names_of(team)[griff.player] == "Griff Oberwald"
    kinds = list(JournalEntry.objects.filter(team=team).values_list("kind", flat=True))
    assert kinds == ["team_brought_over"] + ["player_brought_over"] * 11
    past = TeamPast.objects.get(team=team)
    assert (past.won, past.drawn, past.lost, past.story) == (12, 3, 5, PAST["story"])
    assert LogEntry.objects.filter(league=cast.league, kind="teams.brought_over").exists()
    assert "came along as Blitzer (40 SPP)" in pages.text_of(coach.get(pages.url("history", team)))


def test_skills_open_their_notes_on_the_page_of_approvals(cast: Cast) -> None:
    coach, commissioner = signed_in(cast.coach), signed_in(cast.commissioner)
    team = brought_team(cast)
    coach.post(pages.url("submit_arrival", team), arrival_form(coach, team))
    html = commissioner.get(reverse("teams:approvals", args=[cast.league.slug])).content.decode()
    opened = set(re.findall('popovertarget="(skill-[^"]+)"', html))
    assert {"skill-dodge", "skill-guard"} <= opened
    assert sorted(re.findall('<div popover id="([^"]+)"', html)) == sorted(opened)


@pytest.mark.rules("C9")
def test_a_team_can_be_entered_by_hand_without_scripts(cast: Cast) -> None:
    coach = signed_in(cast.coach)
    response = coach.post(bring_url(cast.league), form_data(name="By Hand", team_list="Orc"))
    team = Team.objects.get(name="By Hand")
    assert response["Location"] == pages.url("arrival", team)
    sent = arrival_form(coach, team)
    assert sent["rows"] == "11"
    typed = {"player-1-position": "Blitzer", "player-1-spp": "7", "player-1-gained": "guard, +st", "treasury": "50"}
    more = coach.post(pages.url("arrival", team), sent | typed | {"add": "1"})
    assert more.status_code == 200
    assert (pages.fields_of(more)["rows"], pages.fields_of(more)["player-1-gained"]) == ("14", "guard, +st")
    team.refresh_from_db()
    assert team.draft["players"] == [], "more rows keep nothing"
    assert coach.post(pages.url("arrival", team), sent | typed).status_code == 302
    team.refresh_from_db()
    (kept,) = team.draft["players"]
    assert kept == {"number": 1, "name": "", "position": "Blitzer", "spp": 7, "gained": ["guard", "+ST"]}
    assert team.draft["treasury"] == 50_000
    text = pages.text_of(coach.get(pages.url("arrival", team)))
    assert "1 player is fewer than a new team has (11)" in text


@pytest.mark.rules("C9")
def test_every_broken_rule_is_shown_and_nothing_is_lost(cast: Cast) -> None:
    bad = [OLD_HAND | {"spp": -4, "gained": ["Juggling"]}, OLD_HAND, UNLISTED | {"cost": 0}]
    team = brought_team(cast, team_json(players=bad, rerolls=12, bank=500_000, staff={"apothecary": 3}))
    coach = signed_in(cast.coach)
    for response in (
        coach.get(pages.url("arrival", team)),
        coach.post(pages.url("submit_arrival", team), arrival_form(coach, team)),
    ):
        text = pages.text_of(response)
        for said in (
            "2 players have the number 7", "12 team re-rolls", "A bank of 500k", "3 × Apothecary", "-4 SPP",
            "no skill called “Juggling”", "needs a cost",
        ):  # fmt: skip
            assert said in text, said
        fields = pages.fields_of(response)
        assert (fields["player-1-spp"], fields["player-1-gained"], fields["bank"]) == ("-4", "Juggling", "500")
    team.refresh_from_db()
    assert team.state == Team.State.DRAFT


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("player-1-spp", "many", "“many” is not a whole number."),
        ("player-1-spp", "1e9", "is not a whole number"),
        ("player-1-spp", "9" * 40, "is not a whole number"),
        ("player-1-name", "a\u202eb", "cannot be seen or printed"),
        ("player-1-gained", "Blo\u0000ck", "cannot be seen or printed"),
        ("player-1-position", "x" * 61, "at most 60"),
        ("treasury", "lots", "“lots” is not an amount of gold. Type thousands: 60 for 60k."),
        ("treasury", "1.2345", "is not an amount of gold"),
        ("treasury", "1e9999999", "is not an amount of gold"),
        ("player-2-cost", "NaN", "“NaN” is not an amount of gold"),
        ("won", "-1", "greater than or equal to 0"),
        ("bank", "99999999999", "is not an amount of gold"),
        ("story", "bell \u0007", "that is not allowed"),
        ("team_list", "Squats", "Select a valid choice"),
    ],
)
def test_unreadable_values_are_named_at_their_field_and_stay(cast: Cast, field: str, typed: str, said: str) -> None:
    team = brought_team(cast)
    coach = signed_in(cast.coach)
    response = coach.post(pages.url("arrival", team), arrival_form(coach, team) | {field: typed})
    assert response.status_code == 422
    assert said in pages.text_of(response)
    if field.startswith("player") and "\u0000" not in typed:
        assert pages.fields_of(response)[field] == typed
    team.refresh_from_db()
    assert team.draft["players"][0]["spp"] == 40


def test_a_row_can_be_removed(cast: Cast) -> None:
    team = brought_team(cast)
    coach = signed_in(cast.coach)
    coach.post(pages.url("arrival", team), arrival_form(coach, team) | {"player-2-remove": "on"})
    team.refresh_from_db()
    assert [player["number"] for player in team.draft["players"]] == [7, *range(11, 20)]


def test_a_stale_form_shows_what_changed(cast: Cast) -> None:
    team = brought_team(cast)
    coach = signed_in(cast.coach)
    stale = arrival_form(coach, team)
    coach.post(pages.url("arrival", team), arrival_form(coach, team) | {"treasury": "10", "player-2-remove": "on"})
    response = coach.post(pages.url("arrival", team), stale | form_data(treasury="30"))
    assert response.status_code == 409
    text = pages.text_of(response)
    assert "This was changed in the meantime" in text and "Treasury, in thousands (60 for 60k) 10 30" in text
    assert pages.fields_of(response)["treasury"] == "30"


def test_a_team_from_elsewhere_cannot_use_the_page_for_new_teams(cast: Cast) -> None:
    team = brought_team(cast)
    coach = signed_in(cast.coach)
    assert coach.get(pages.url("build", team))["Location"] == pages.url("arrival", team)
    for page in ("submit", "judge"):
        assert coach.post(pages.url(page, team), pages.typed(team)).status_code == 409
    assert coach.post(pages.url("build", team), pages.typed(team)).status_code == 302
    team.refresh_from_db()
    assert team.from_elsewhere and len(team.draft["players"]) == 11


def test_a_new_draft_has_no_page_for_teams_from_elsewhere(cast: Cast) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="New", team_list="Human")
    coach = signed_in(cast.coach)
    assert coach.get(pages.url("arrival", team))["Location"] == pages.url("build", team)
    assert coach.post(pages.url("arrival", team), form_data(version=1)).status_code == 409
    assert coach.post(pages.url("submit_arrival", team), form_data(version=1)).status_code == 409


def test_without_approval_the_team_joins_at_once(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(teams_need_approval=False)
    coach = signed_in(cast.coach)
    team = brought_team(cast)
    response = coach.post(pages.url("submit_arrival", team), arrival_form(coach, team))
    assert response["Location"] == reverse("matches:team", args=[team.public_id])
    assert TeamState.objects.get(team=team).value == VALUE


def test_one_team_per_coach_also_limits_teams_from_elsewhere(cast: Cast) -> None:
    drafting.draft_team(league=cast.league, coach=cast.coach, name="First", team_list="Human")
    response = signed_in(cast.coach).post(bring_url(cast.league), form_data(file=upload(team_json())))
    assert response.status_code == 422
    assert "each coach has one team" in pages.text_of(response)


def test_an_unknown_list_must_be_replaced(cast: Cast) -> None:
    coach = signed_in(cast.coach)
    refused = coach.post(bring_url(cast.league), form_data(file=upload(team_json(team_list="Squat"))))
    assert refused.status_code == 422
    assert "There is no team list called Squat" in pages.text_of(refused)
    taken = coach.post(bring_url(cast.league), form_data(file=upload(team_json(team_list="Squat")), team_list="Dwarf"))
    assert taken.status_code == 302
    assert Team.objects.get(from_elsewhere=True).team_list == "Dwarf"


def test_without_a_file_a_name_and_a_list_are_required(cast: Cast) -> None:
    response = signed_in(cast.coach).post(bring_url(cast.league), form_data())
    assert response.status_code == 422
    assert pages.text_of(response).count("Fill this in, or choose a file.") == 4  # above the form and at the fields


@pytest.mark.parametrize(
    ("who", "status"), [("visitor", 302), ("stranger", 403), ("coach", 200), ("commissioner", 200), ("staff", 200)]
)
def test_members_can_bring_teams_over(cast: Cast, who: str, status: int) -> None:
    assert signed_in(cast[who]).get(bring_url(cast.league)).status_code == status


@pytest.mark.parametrize(
    ("who", "status"),
    [("visitor", 302), ("stranger", 403), ("coach", 200), ("other_coach", 403), ("commissioner", 200), ("staff", 200)],
)
def test_only_its_coach_and_commissioners_can_use_a_draft(cast: Cast, who: str, status: int) -> None:
    team = brought_team(cast)
    assert signed_in(cast[who]).get(pages.url("arrival", team)).status_code == status
