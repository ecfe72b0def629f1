"""The page on which a coach builds a team: what it shows, saves and refuses."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse

from leagues import services
from rules.book.rows.packs import PackTier
from rules.team.founding_run import Choice
from teams.building import drafting, page
from teams.models import Team, TeamState
from tests.leagues.cast import Cast, add_member, create_league, form_data, signed_in
from tests.teams import pages, team_builders

pytestmark = pytest.mark.once

LISTS = 21


@pytest.fixture
def coach(cast: Cast) -> Client:
    return signed_in(cast.coach)


@pytest.fixture
def team(cast: Cast) -> Team:
    return drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Human")


def reload(team: Team) -> Team:
    return Team.objects.get(pk=team.pk)


def test_the_page_offers_all_lists_with_positions_and_skills(cast: Cast, coach: Client) -> None:
    response = coach.get(reverse("teams:create", args=[cast.league.slug]))
    html, text = response.content.decode(), pages.text_of(response)
    assert html.count('name="team_list"') == LISTS
    for words in ("Wardancer", "0–2 Catcher 70k", "apothecary for Thrall only", "a necromancer for free", "Take Root"):
        assert words in text
    assert 'popovertarget="skill-dodge"' in html and 'id="skill-dodge"' in html


def test_a_new_team_is_a_draft_with_unused_colours(cast: Cast, coach: Client) -> None:
    team_builders.drafted_team(cast.league, cast.other_coach, "Others")
    sent = form_data(name="  Reikland   Reavers ", team_list="Human")
    response = coach.post(reverse("teams:create", args=[cast.league.slug]), sent)
    team = Team.objects.get(name="Reikland Reavers")
    assert response["Location"] == pages.url("build", team)
    assert (team.state, team.team_list, team.coach) == ("draft", "Human", cast.coach)
    assert (team.crest["first"], team.crest["emblem"]) == ("navy", "human"), "the other team has the first kit"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": "Reavers", "team_list": "Space Marine"}, "There is no team list called Space Marine"),
        ({"name": "Reavers"}, "Choose a team list."),
        ({"name": "", "team_list": "Human"}, "This field is required"),
        ({"name": "x" * 61, "team_list": "Human"}, "at most 60 characters"),
        ({"name": "Rea\u202evers", "team_list": "Human"}, "cannot be seen or printed (U+202E)"),
        ({"name": "Rea\x07vers", "team_list": "Human"}, "cannot be seen or printed (U+0007)"),
        ({"name": "Rea\x00vers", "team_list": "Human"}, "cannot be seen or printed (U+0000)"),
        ({"name": "TAKEN", "team_list": "Human"}, "This league already has a team called TAKEN."),
    ],
)
def test_a_refused_new_team_says_why_and_keeps_what_was_typed(
    sent: dict[str, Any], said: str, cast: Cast, coach: Client
) -> None:
    team_builders.drafted_team(cast.league, cast.other_coach, "Taken")
    response = coach.post(reverse("teams:create", args=[cast.league.slug]), form_data(**sent))
    assert response.status_code == 422
    assert said in pages.text_of(response)
    if "\x00" not in sent["name"]:  # which HTML cannot hold
        assert pages.fields_of(response)["name"] == sent["name"]
    assert Team.objects.count() == 1


def test_a_second_team_of_a_coach_is_refused_with_the_rule(cast: Cast, coach: Client, team: Team) -> None:
    sent = form_data(name="Another", team_list="Orc")
    response = coach.post(reverse("teams:create", args=[cast.league.slug]), sent)
    assert response.status_code == 422
    assert "each coach has one team" in pages.text_of(response)


def test_the_page_offers_only_the_lists_positions(coach: Client, team: Team) -> None:
    fields = pages.fields_of(coach.get(pages.url("build", team)))
    counts = {name for name in fields if name.startswith("count-")}
    assert counts == {f"count-{each}" for each in ("lineman", "catcher", "thrower", "blitzer", "ogre")}
    assert {"rerolls", "fan_factor", "staff-apothecary", "staff-cheerleader", "staff-assistant_coach"} <= set(fields)


def test_a_list_without_an_apothecary_is_not_offered_one(cast: Cast, coach: Client) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Bones", team_list="Khemri")
    assert "staff-apothecary" not in pages.fields_of(coach.get(pages.url("build", team)))


def test_free_fan_factor_cannot_be_bought(cast: Cast, coach: Client) -> None:
    league = create_league("Free Fans", by=cast.commissioner, options={"free_fan_factor": True})
    add_member(league, cast.coach)
    team = drafting.draft_team(league=league, coach=cast.coach, name="Crowd", team_list="Human")
    assert "fan_factor" not in pages.fields_of(coach.get(pages.url("build", team)))


def test_a_saved_draft_is_shown_as_it_was_typed(coach: Client, team: Team) -> None:
    names = {"name-lineman-1": "Griff", "name-blitzer-2": "Éowyn <i>", "number-blitzer-2": "10"}
    response = coach.post(pages.url("build", team), pages.typed(team, name="Reikland Reavers", **names))
    assert response["Location"] == pages.url("build", team)
    saved = reload(team)
    assert (saved.name, saved.version) == ("Reikland Reavers", team.version + 1)
    fields = pages.fields_of(coach.get(pages.url("build", team)))
    assert (fields["count-lineman"], fields["staff-cheerleader"], fields["rerolls"]) == ("7", "2", "2")
    assert {name: fields[name] for name in names} == names
    draft = drafting.draft_of(saved)
    assert draft.shirts == (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10, 12)
    assert draft.choice.players == ("Lineman",) * 7 + ("Catcher", "Thrower") + ("Blitzer",) * 3


def test_a_draft_saved_without_the_form_is_shown_too(coach: Client, team: Team) -> None:
    players = ("Blitzer",) + ("Lineman",) * 20 + ("Ogre",)
    draft = team_builders.Draft(choice=team_builders.legal_choice(players=players), names=("Bea", "Lou"))
    drafting.save_draft(team=team, expected=team.version, draft=draft, name="Sent")
    response = coach.get(pages.url("build", team))
    fields = pages.fields_of(response)
    assert (fields["count-lineman"], fields["name-blitzer-1"]) == ("20", "Bea")
    assert "22 players are too many" in pages.text_of(response)


@pytest.mark.parametrize("seven", ["7", " 7 ", "+7", "7.0", "٧", "07"])
def test_the_sum_and_the_name_fields_read_a_count_alike(seven: str, coach: Client, team: Team) -> None:
    response = coach.post(pages.url("build", team), pages.typed(team, **{"count-lineman": seven}))
    assert response.status_code == 302
    assert drafting.draft_of(reload(team)).choice.players.count("Lineman") == 7


def test_typed_markup_is_shown_as_text(coach: Client, team: Team) -> None:
    name = "<script>alert(1)</script>"
    coach.post(pages.url("build", team), pages.typed(team, name=name, **{"name-lineman-1": name}))
    html = coach.get(pages.url("build", team)).content.decode()
    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 2


def test_an_illegal_draft_is_saved_but_not_submitted(coach: Client, team: Team) -> None:
    illegal = {"count-ogre": 2, "rerolls": 9}
    assert coach.post(pages.url("build", team), pages.typed(team, **illegal)).status_code == 302
    team = reload(team)
    response = coach.post(pages.url("submit", team), pages.typed(team, **illegal))
    assert response.status_code == 422
    text = pages.text_of(response)
    assert "breaks the rules of team creation" in text
    assert "2 × Ogre" in text and "9 team re-rolls" in text
    assert pages.fields_of(response)["count-ogre"] == "2"
    assert reload(team).state == Team.State.DRAFT
    assert reload(team).version == team.version


C_RULES: dict[str, tuple[dict[str, Any], str]] = {
    "C1: dearer than the treasury": ({"rerolls": 8}, "(C1, p. 17)"),
    "C2: too few players": ({"count-lineman": 5}, "(C2, p. 17)"),
    "C2: too many players": ({"count-lineman": 12}, "(C2, p. 17)"),
    "C2: more of a position than the list has": ({"count-blitzer": 5, "count-lineman": 6}, "5 × Blitzer"),
    "C3: too many re-rolls": ({"rerolls": 9, "count-blitzer": 0, "count-lineman": 9}, "(C3, p. 17)"),
    "C4: too many fans": ({"fan_factor": 10}, "(C4, p. 17)"),
    "C6: two apothecaries": ({"staff-apothecary": 2, "rerolls": 0}, "(C6, p. 18)"),
}


@pytest.mark.parametrize("rule", C_RULES)
def test_the_page_checks_every_rule_of_team_creation(rule: str, coach: Client, team: Team) -> None:
    changes, said = C_RULES[rule]
    live = pages.live_check(coach, team, pages.typed(team, **changes))
    assert live.status_code == 200
    assert said in pages.text_of(live)
    response = coach.post(pages.url("submit", team), pages.typed(team, **changes))
    assert response.status_code == 422
    assert said in pages.text_of(response)
    assert reload(team).state == Team.State.DRAFT


def test_an_apothecary_where_the_list_has_none_is_refused(cast: Cast, coach: Client) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Bones", team_list="Khemri")
    sent = {"count-skeleton": 11, "rerolls": 2, "staff-apothecary": 1}
    sent = form_data(name="Bones", version=team.version, **sent)
    assert "(C6, p. 18)" in pages.text_of(pages.live_check(coach, team, sent))
    response = coach.post(pages.url("submit", team), sent)
    assert response.status_code == 422
    assert "cannot have an apothecary" in pages.text_of(response)


def test_two_players_cannot_have_the_same_number(coach: Client, team: Team) -> None:
    numbers = {"number-lineman-1": 7, "number-blitzer-1": 7}
    assert "has the number 7" in pages.text_of(pages.live_check(coach, team, pages.typed(team, **numbers)))
    response = coach.post(pages.url("submit", team), pages.typed(team, **numbers))
    assert response.status_code == 422
    assert "has the number 7" in pages.text_of(response)
    assert reload(team).state == Team.State.DRAFT


def test_the_live_check_follows_the_form_and_saves_nothing(coach: Client, team: Team) -> None:
    response = pages.live_check(coach, team, pages.typed(team, **{"count-blitzer": 4}))
    text = pages.text_of(response)
    assert "Cost 1,050k" in text and "Left −50k" in text and "1 problem to fix" in text
    assert response.content.decode().count('hx-swap-oob="innerHTML"') == 2
    assert 'name="name-blitzer-4"' in response.content.decode()
    assert "<html" not in response.content.decode()
    assert reload(team).draft == {} and reload(team).version == team.version


def test_without_scripts_checking_shows_the_page_with_all_typed_values(coach: Client, team: Team) -> None:
    sent = pages.typed(team, name="Not saved", **{"count-blitzer": 4, "name-lineman-3": "Typed"})
    response = coach.post(pages.url("judge", team), sent)
    assert response.status_code == 200
    assert "Cost 1,050k" in pages.text_of(response)
    fields = pages.fields_of(response)
    assert {name: fields[name] for name in ("name", "count-blitzer", "name-lineman-3", "version", "command_id")} == {
        "name": "Not saved",
        "count-blitzer": "4",
        "name-lineman-3": "Typed",
        "version": str(team.version),
        "command_id": sent["command_id"],
    }
    assert fields["name-blitzer-4"] == ""
    assert reload(team).name == team.name


def test_names_of_removed_players_return_with_them(coach: Client, team: Team) -> None:
    typed = {"count-lineman": 6, "name-lineman-7": "Seventh"}
    response = coach.post(pages.url("judge", team), pages.typed(team, **typed))
    fields = pages.fields_of(response)
    assert fields["name-lineman-7"] == "Seventh"
    assert 'type="hidden" name="name-lineman-7"' in response.content.decode()
    saved = coach.post(pages.url("build", team), pages.typed(team, **typed))
    assert saved.status_code == 302
    assert "Seventh" not in drafting.draft_of(reload(team)).all_names


def test_a_stale_draft_shows_both_versions_and_keeps_what_was_typed(coach: Client, team: Team) -> None:
    first = coach.post(pages.url("build", team), pages.typed(team, name="From the phone", rerolls=3))
    assert first.status_code == 302
    response = coach.post(pages.url("build", team), pages.typed(team, name="From the desk", **{"count-ogre": 1}))
    assert response.status_code == 409
    text = pages.text_of(response)
    assert "This was changed in the meantime" in text
    assert "Team's name From the phone From the desk" in text
    assert "Team re-rolls 3 2" in text
    fields = pages.fields_of(response)
    assert (fields["name"], fields["count-ogre"], fields["version"]) == ("From the desk", "1", str(team.version + 1))
    assert reload(team).name == "From the phone"
    again = coach.post(pages.url("build", team), fields)
    assert again.status_code == 302
    assert reload(team).name == "From the desk"


def test_sending_a_draft_twice_saves_it_once(coach: Client, team: Team) -> None:
    sent = pages.typed(team, name="Once")
    for _ in range(2):
        assert coach.post(pages.url("build", team), sent)["Location"] == pages.url("build", team)
    assert reload(team).version == team.version + 1


def test_a_taken_name_is_refused_at_its_field(cast: Cast, coach: Client, team: Team) -> None:
    team_builders.drafted_team(cast.league, cast.other_coach, "Taken")
    response = coach.post(pages.url("build", team), pages.typed(team, name="taken"))
    assert response.status_code == 422
    assert 'href="#id_name"' in response.content.decode()
    assert "This league already has a team called taken." in pages.text_of(response)


def test_a_submitted_team_cannot_be_changed(cast: Cast, coach: Client) -> None:
    team = team_builders.submitted_team(cast.league, cast.coach)
    response = coach.post(pages.url("build", team), pages.typed(team, name="Sneaky"))
    assert response.status_code == 409
    assert "is not a draft" in pages.text_of(response)
    live = pages.live_check(coach, team, pages.typed(team))
    assert live.status_code == 409
    assert "is not a draft" in pages.text_of(live) and "<html" not in live.content.decode()
    assert reload(team).name == team.name


def test_a_league_without_approval_accepts_a_team_at_once(cast: Cast, coach: Client) -> None:
    league = create_league("Quick", by=cast.commissioner, teams_need_approval=False)
    add_member(league, cast.coach)
    team = drafting.draft_team(league=league, coach=cast.coach, name="Quick", team_list="Human")
    assert coach.post(pages.url("submit", team), pages.typed(team)).status_code == 302
    assert reload(team).state == Team.State.ACTIVE
    assert TeamState.objects.get(team=team).value == 1_000_000


def test_an_archived_league_accepts_no_drafts(cast: Cast, coach: Client, team: Team) -> None:
    from leagues.services import archive_league

    archive_league(league=cast.league, by=cast.commissioner, reason="over")
    response = coach.post(pages.url("build", team), pages.typed(team, name="Late"))
    assert response.status_code == 422
    assert "is archived" in pages.text_of(response)
    assert reload(team).name == team.name


def test_the_fans_that_every_team_starts_with_are_told_and_counted(cast: Cast, coach: Client) -> None:
    details = services.Details(name="Crowded")
    league = services.create_league(by=cast.commissioner, details=details, edition="bb2025")
    add_member(league, cast.coach)
    team = drafting.draft_team(league=league, coach=cast.coach, name="Crowd", team_list="Human")
    said = pages.text_of(coach.get(pages.url("build", team)))
    assert "On top of the 1 that every team starts with" in said
    assert "Fans bring gold to each match" in said and "than your opponent" not in said  # both sides get the same
    choice = Choice(team_list="Human", players=("Human Lineman",) * 11, fan_factor=2)
    draft = team_builders.Draft(choice=choice)
    assert ("Dedicated fans", 3) in page.chosen_goods(team.founding_rules, draft)


@pytest.mark.rules("bb2025:D1")
def test_the_pack_of_a_league_is_told_where_a_team_is_begun_and_where_it_is_drafted(cast: Cast, coach: Client) -> None:
    options = {"pack": "Matched play 1150k"}
    details = services.Details(name="Candle Cup")
    league = services.create_league(by=cast.commissioner, details=details, edition="bb2025", options=options)
    add_member(league, cast.coach)
    begun = pages.text_of(coach.get(reverse("teams:create", args=[league.slug])))
    assert "Matched play 1150k" in begun and "Tier 1: 1,150k, 6 points" in begun and "Tier 4: 1,150k" in begun
    team = drafting.draft_team(league=league, coach=cast.coach, name="Gobbos", team_list="Goblin")
    drafted = pages.text_of(coach.get(pages.url("build", team)))
    assert "Matched play 1150k" in drafted and "Tier 4: 1,150k, 10 points for skills" in drafted
    assert "Tier 1:" not in drafted and "a secondary one 2" in drafted
    assert "Skills are given when the team is created." in drafted
    with patch.object(PackTier, "gives_skills", False):
        drafted = pages.text_of(coach.get(pages.url("build", team)))
    assert "Built by the pack" in drafted and "Skills are given" not in drafted
