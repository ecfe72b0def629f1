"""Inducements as part of the roster (L9): bought with a new team, shown on its page, in print and in matches."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues import services as leagues
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from rules.sheet.sheet import Permanent
from rules.team.inducements import Item
from teams.building import approval, drafting
from teams.building.drafts import Draft
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from tests.audits import audit
from tests.leagues.cast import Cast, form_data, signed_in
from tests.matches.match_builders import answer_for, closed_match, opened_match, ready_match
from tests.printing.reading import page_texts
from tests.teams import pages, team_builders

EVENT = {
    "starting_treasury": 1_500_000,
    "permanent_inducements": ["wizard", "star", "mercenary", "halfling_master_chef"],
}


@pytest.fixture
def event(cast: Cast) -> Cast:
    """The cast in a league that allows them."""
    allow(cast, **EVENT)
    return cast


def allow(cast: Cast, **options: Any) -> None:
    cast.league.refresh_from_db()
    values = cast.league.ruleset.values | options
    leagues.change_house_rules(
        league=cast.league, by=cast.commissioner, expected=cast.league.ruleset_id, options=values
    )
    cast.league.refresh_from_db()


def sent(team: Team, **more: Any) -> dict[str, Any]:
    return pages.typed(team) | {"inducement-wizard": 1, "inducement-star-griff-oberwald": 1} | more


def drafted(cast: Cast) -> Team:
    return drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Human")


def founded(cast: Cast, coach: Any = None, name: str = "Eventers") -> Team:
    inducements = (Item(kind="wizard"), Item(kind="star", name="Griff Oberwald"))
    draft = Draft(choice=team_builders.legal_choice(inducements=inducements))
    team = team_builders.drafted_team(cast.league, coach or cast.coach, name, draft)
    team = approval.submit_team(team=team, expected=team.version, by=coach or cast.coach)
    return approval.approve_team(team=team, expected=team.version, by=cast.commissioner)


@pytest.mark.rules("L9")
def test_the_page_offers_and_saves_what_the_league_allows(event: Cast) -> None:
    team, coach = drafted(event), signed_in(event.coach)
    looked = coach.get(pages.url("build", team))
    page, html = pages.text_of(looked), looked.content.decode()
    assert "One spell in the match" in page and "for the kick-off result Cheering Fans" in page
    called = set(re.findall(r'popovertarget="(skill-[^"]+)"', html))
    assert "skill-fend" in called, "Griff's, whom none of the list's positions shares it with"
    assert sorted(called) == sorted(re.findall(r'popover id="(skill-[^"]+)"', html))
    assert "Griff Oberwald" in page and "Ogre, 170k" in page and "Halfling Master Chef" in page
    assert "Bloodweiser" not in page
    assert "In every match" in page and "MA 7 ST 4 AG 4 AV 8 Loner Block Dodge Fend Sprint Sure Feet" in page
    judged = pages.text_of(pages.live_check(coach, team, sent(team)))
    assert "180k (1 × wizard)" in judged or "1 × wizard" in judged
    assert coach.post(pages.url("build", team), sent(team)).status_code == 302
    team.refresh_from_db()
    assert team.draft["inducements"] == [{"kind": "star", "name": "Griff Oberwald"}, {"kind": "wizard"}]
    fields = pages.fields_of(coach.get(pages.url("build", team)))
    assert (fields["inducement-wizard"], fields["inducement-star-griff-oberwald"]) == ("1", "1")


@pytest.mark.rules("L9")
def test_by_default_a_league_offers_and_accepts_none(cast: Cast) -> None:
    team, coach = drafted(cast), signed_in(cast.coach)
    assert "inducement-" not in coach.get(pages.url("build", team)).content.decode()
    refused = coach.post(pages.url("build", team), sent(team))
    assert refused.status_code == 422
    assert "has nothing called" in pages.text_of(refused)


@pytest.mark.rules("L9")
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("inducement-wizard", "2", "at most 1"),
        ("inducement-wizard", "-1", "greater than or equal to 0"),
        ("inducement-wizard", "many", "whole number"),
        ("inducement-wizard", "999", "less than or equal to"),
        ("inducement-star-griff-oberwald", "2", "can be hired only once"),
        ("mercenary-1-skill-1", "Guard", "Mercenary 1 has skills but no position"),
        ("mercenary-1", "Dragon", "This is not available"),
        ("mercenary-99", "Ogre", "has nothing called"),
        ("inducement-bribe", "1", "has nothing called"),
    ],
)
def test_a_forbidden_inducement_is_named(event: Cast, field: str, value: str, said: str) -> None:
    team, coach = drafted(event), signed_in(event.coach)
    response = coach.post(pages.url("submit", team), sent(team, **{field: value}))
    assert response.status_code == 422
    assert said in pages.text_of(response)
    team.refresh_from_db()
    assert team.state == Team.State.DRAFT


@pytest.mark.rules("L9", "I1")
def test_mercenaries_of_a_roster_can_have_skills(event: Cast) -> None:
    """From the Normal categories of their position, at 50k each, as for a match (I1, p. 35)."""
    team, coach = drafted(event), signed_in(event.coach)
    lineman = {"mercenary-1": "Lineman", "mercenary-1-skill-1": "Tackle"}
    ogre = {"mercenary-2": "Ogre", "mercenary-2-skill-1": "Guard", "mercenary-2-skill-2": "Grab"}
    assert coach.post(pages.url("build", team), pages.typed(team) | lineman | ogre).status_code == 302
    team.refresh_from_db()
    assert [(item["position"], item["skills"]) for item in team.draft["inducements"]] == [
        ("Lineman", ["Tackle"]),
        ("Ogre", ["Guard", "Grab"]),
    ]
    page = coach.get(pages.url("build", team))
    assert "1 × mercenary: Lineman (Tackle)" in pages.text_of(page)
    assert [pages.fields_of(page)[f"mercenary-{nth}"] for nth in (1, 2, 3, 4)] == ["Lineman", "Ogre", "", ""]
    assert coach.post(pages.url("submit", team), pages.fields_of(page)).status_code == 302
    team.refresh_from_db()
    team = approval.approve_team(team=team, expected=team.version, by=event.commissioner)
    sheet = ledger.sheet_in(TeamState.objects.get(team=team))
    assert [(one.position, one.skills, one.cost) for one in sheet.inducements] == [
        ("Lineman", ("Tackle",), 130_000),
        ("Ogre", ("Guard", "Grab"), 270_000),
    ]
    history = pages.text_of(signed_in(None).get(pages.url("history", team)))
    assert "1 × mercenary: Ogre (Guard, Grab) on the roster (270k)" in history


@pytest.mark.rules("L9", "I1")
@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ({"mercenary-1": "Ogre", "mercenary-2": "Ogre"}, "The list allows 1 × Ogre"),
        ({"mercenary-1": "Lineman", "mercenary-1-skill-1": "Guard"}, "A mercenary Lineman cannot have Guard"),
        (
            {"mercenary-1": "Ogre", "mercenary-1-skill-1": "Grab", "mercenary-1-skill-2": "Grab"},
            "A mercenary Ogre cannot have Grab",
        ),
    ],
)
def test_a_forbidden_mercenary_is_reported_and_saved(event: Cast, rows: dict[str, str], said: str) -> None:
    team, coach = drafted(event), signed_in(event.coach)
    assert said in pages.text_of(pages.live_check(coach, team, pages.typed(team) | rows))
    refused = coach.post(pages.url("submit", team), pages.typed(team) | rows)
    assert refused.status_code == 422
    assert pages.fields_of(refused)["mercenary-1"] == rows["mercenary-1"]


@pytest.mark.rules("L9", "V1")
def test_the_teams_page_and_print_show_them(event: Cast) -> None:
    team = founded(event)
    state = TeamState.objects.get(team=team)
    assert state.value == 1_500_000
    assert ledger.sheet_in(state).inducements == (
        Permanent(inducement="wizard", count=1, cost=180_000),
        Permanent(inducement="star", count=1, cost=310_000, star="Griff Oberwald"),
    )
    text = pages.text_of(signed_in(None).get(reverse("matches:team", args=[team.public_id])))
    assert "Wizard 1 180k, in every match" in text and "Star player: Griff Oberwald 1 310k, in every match" in text
    assert "Griff Oberwald, star player, on the roster (310k)" in pages.text_of(
        signed_in(None).get(pages.url("history", team))
    )
    printed = roster_print(team, state)
    assert [(term.name, term.amount) for term in printed.value_terms if term.name == "Inducements"] == [
        ("Inducements", 490_000)
    ]
    front = page_texts(roster_pdf([printed]))[0]
    assert "1 × Wizard (180k, in every match)" in front and "Star player: Griff Oberwald" in front


@pytest.mark.rules("L9")
def test_the_commissioner_sees_them_and_the_current_rules_decide(event: Cast) -> None:
    draft = Draft(choice=team_builders.legal_choice(inducements=(Item(kind="wizard"),)))
    team = team_builders.drafted_team(event.league, event.coach, "Eventers", draft)
    team = approval.submit_team(team=team, expected=team.version, by=event.coach)
    commissioner = signed_in(event.commissioner)
    approvals = reverse("teams:approvals", args=[event.league.slug])
    assert "Wizard: 1" in pages.text_of(commissioner.get(approvals))
    allow(event, permanent_inducements=[])
    assert "In this league, this inducement cannot be part of a roster: wizard." in pages.text_of(
        commissioner.get(approvals)
    )
    refused = commissioner.post(pages.url("approve", team), form_data(version=team.version))
    assert refused.status_code == 422


@pytest.mark.rules("L9", "I4")
def test_a_match_shows_them_from_its_first_page(event: Cast) -> None:
    home, away = (
        founded(event),
        team_builders.approved_team(event.league, event.other_coach, "Others", by=event.commissioner),
    )
    match = opened_match(home, away)
    table = MatchState(match)
    market = table.prepared.state.market("home")
    assert [item.kind for item in market.permanent] == ["wizard", "star"]
    coach: Client = signed_in(event.coach)
    answering.answer(match=match, given=[answer_for(match, table.questions()[0], {})], by=event.coach)
    page = pages.text_of(coach.get(reverse("matches:pre_match", args=[match.public_id])))
    assert "On the roster and available in this match: wizard, Griff Oberwald." in page
    assert page.count("Already on the roster, and the maximum is reached (I4, p. 35)") == 1
    assert page.count("Already on the roster, and the maximum is reached (I3, p. 35)") == 1


@pytest.mark.rules("L9", "U7")
def test_they_are_still_there_after_the_match(event: Cast) -> None:
    home, away = (
        founded(event),
        team_builders.approved_team(event.league, event.other_coach, "Others", by=event.commissioner),
    )
    before = ledger.sheet_in(TeamState.objects.get(team=home)).inducements
    assert closed_match(home, away).state == "closed"
    assert ledger.sheet_in(TeamState.objects.get(team=home)).inducements == before
    assert all(finding.differences == () for finding in audit())
    again = ready_match(home, away)
    assert [item["kind"] for item in MatchState(again).sides["home"].inducements] == ["wizard", "star"]


@pytest.mark.rules("L9", "I3")
def test_they_can_play_in_a_match(event: Cast) -> None:
    home, away = (
        founded(event),
        team_builders.approved_team(event.league, event.other_coach, "Others", by=event.commissioner),
    )
    match = ready_match(home, away)
    kept = MatchState(match).sides["home"].inducements
    assert [(item["kind"], item.get("name", "")) for item in kept] == [("wizard", ""), ("star", "Griff Oberwald")]
    page = pages.text_of(signed_in(event.coach).get(reverse("matches:report", args=[match.public_id])))
    assert "Griff Oberwald" in page


def test_rules_saved_before_the_option_existed_still_work(cast: Cast) -> None:
    from leagues.models import League, Ruleset

    old = {name: value for name, value in cast.league.ruleset.values.items() if name != "permanent_inducements"}
    row = Ruleset.objects.create(edition=cast.league.ruleset.edition, revision="old", values=old)
    League.objects.filter(pk=cast.league.pk).update(ruleset=row)
    cast.league.refresh_from_db()
    assert row.rules().house.choices("permanent_inducements") == ()
    team = team_builders.approved_team(cast.league, cast.coach, by=cast.commissioner)
    assert TeamState.objects.get(team=team).value == 1_000_000
    page = signed_in(cast.commissioner).get(reverse("leagues:change_house_rules", args=[cast.league.slug]))
    assert "Inducements as part of the roster" in pages.text_of(page)
