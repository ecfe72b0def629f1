"""Building a team in a real browser, with and without scripts, on a phone and a desktop."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from rules.journal import PointsEarned
from teams.building import drafting
from teams.models import Team
from tests.browser_pages import DESK, LONG_WORD, PHONE, WIDER, Open
from tests.leagues.cast import Cast
from tests.teams import pages, team_builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def team(cast: Cast) -> Team:
    return drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Human")


@pytest.mark.thorough
def test_changes_are_checked_at_once_and_a_name_typed_meanwhile_stays(opened: Open, team: Team) -> None:
    page = opened(pages.url("build", team))
    expect(page.locator("#totals")).to_contain_text("Cost 0")
    more = page.get_by_role("button", name="Lineman: one more")
    for _ in range(3):
        more.click()
    expect(page.locator("#squad li")).to_have_count(3)
    expect(page.locator("#totals")).to_contain_text("Cost 150k")
    page.get_by_label("Name of Lineman 2").fill("Griff")
    page.get_by_role("button", name="Blitzer: one more").press("Enter")
    expect(page.locator("#squad li")).to_have_count(4)
    expect(page.get_by_label("Name of Lineman 2")).to_have_value("Griff")
    expect(page.locator("#judgement")).to_contain_text("4 players are too few")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("status").first).to_contain_text("Draft saved.")
    assert drafting.draft_of(Team.objects.get(pk=team.pk)).all_names == ("", "Griff", "", "")


@pytest.mark.thorough
def test_step_buttons_stay_within_the_lists_limits(opened: Open, team: Team) -> None:
    page = opened(pages.url("build", team))
    ogre = page.get_by_label("Ogre, how many")
    page.get_by_role("button", name="Ogre: one fewer").click()
    expect(ogre).to_have_value("0")
    for _ in range(3):
        page.get_by_role("button", name="Ogre: one more").click()
    expect(ogre).to_have_value("1")


@pytest.mark.thorough
def test_an_unfolded_list_of_problems_stays_unfolded(opened: Open, team: Team) -> None:
    page = opened(pages.url("build", team))
    page.locator(".to-mend summary").click()
    page.get_by_role("button", name="Lineman: one more").click()
    expect(page.locator(".to-mend li").first).to_contain_text("1 player is too few")
    expect(page.locator(".to-mend li").first).to_be_visible()


def test_a_team_can_be_built_and_submitted_without_scripts(opened: Open, team: Team) -> None:
    page = opened(pages.url("build", team), script=False)
    assert page.locator("[data-step]:visible").count() == 0
    for what, count in (("Lineman", "7"), ("Blitzer", "4"), ("Thrower", "1")):
        page.get_by_label(f"{what}, how many").fill(count)
    page.get_by_label("Team re-rolls, how many").fill("3")
    page.get_by_role("button", name="Check").last.click()
    expect(page.locator("#totals")).to_contain_text("Cost 930k")
    page.get_by_label("Name of Blitzer 1").fill("Griff")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("main")).to_contain_text("waiting for approval")
    kept = Team.objects.get(pk=team.pk)
    assert kept.state == Team.State.SUBMITTED
    assert "Griff" in drafting.draft_of(kept).all_names


@pytest.mark.thorough
def test_enter_in_a_field_only_checks_the_team(opened: Open, team: Team) -> None:
    page = opened(pages.url("build", team), script=False)
    page.get_by_label("Team's name").fill("Not saved")
    page.get_by_label("Team's name").press("Enter")
    expect(page).to_have_url(re.compile("/judge/$"))
    expect(page.get_by_label("Team's name")).to_have_value("Not saved")
    assert Team.objects.get(pk=team.pk).name == "Reavers"


@pytest.mark.thorough
def test_a_skills_note_opens_by_key_and_closes_by_escape(opened: Open, team: Team) -> None:
    page = opened(pages.url("build", team))
    page.get_by_role("button", name="Block", exact=True).press("Enter")
    note = page.locator("#skill-block")
    expect(note).to_be_visible()
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()


PAGES: dict[str, Callable[[Cast], str]] = {
    "list": lambda cast: f"/leagues/{cast.league.slug}/teams/",
    "create": lambda cast: f"/leagues/{cast.league.slug}/teams/new/",
    "change_list": lambda cast: pages.url("change_list", team_builders.drafted_team(cast.league, cast.coach)),
    "build": lambda cast: pages.url("build", team_builders.drafted_team(cast.league, cast.coach)),
    "waiting": lambda cast: pages.url("build", team_builders.submitted_team(cast.league, cast.coach)),
    "approvals": lambda cast: (
        team_builders.submitted_team(cast.league, cast.coach),
        f"/leagues/{cast.league.slug}/teams/approvals/",
    )[1],
    "send_back": lambda cast: pages.url("send_back", team_builders.submitted_team(cast.league, cast.coach)),
    "rename": lambda cast: pages.url("rename", team_builders.veteran_team(cast.league, cast.coach)),
    "history": lambda cast: pages.url("history", team_builders.veteran_team(cast.league, cast.coach)),
    "retire": lambda cast: pages.url("retire", team_builders.approved_team(cast.league, cast.coach)),
    "mine": lambda cast: "/teams/mine/",
}


@pytest.mark.thorough
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_the_page_fits(name: str, size: tuple[int, int], opened: Open, cast: Cast) -> None:
    person = "commissioner" if name in ("approvals", "send_back", "create") else "coach"
    page = opened(PAGES[name](cast), size=size, person=person)
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.thorough
def test_the_history_of_a_player_with_a_long_name_fits_a_phone(opened: Open, cast: Cast) -> None:
    team = team_builders.veteran_team(cast.league, cast.coach)
    team.players.update(name=LONG_WORD)
    page = opened(pages.url("history", team))
    expect(page.get_by_text(LONG_WORD).first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0], page.evaluate(WIDER)


def test_on_a_phone_a_roster_has_a_row_for_each_player_and_no_scrolling(opened: Open, cast: Cast) -> None:
    team = team_builders.veteran_team(cast.league, cast.coach)
    page = opened(f"/teams/{team.public_id}/")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    roster = page.locator(".scroll:has(.roster)")
    assert roster.evaluate("each => each.scrollWidth <= each.clientWidth")
    first = roster.locator("tbody > tr").first
    first.locator(".cost summary").click()
    for cell in first.locator("td:not(:empty):visible").all():
        box = cell.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= PHONE[0], cell.inner_text()
    assert first.locator("td.st").count() == 4
    assert first.locator("th small").is_visible()
    assert Axe().run(page).violations_count == 0


def test_a_player_who_is_due_a_roll_leaves_room_for_names_on_a_phone(opened: Open, cast: Cast) -> None:
    team = team_builders.team_from_list(cast.league, cast.coach, "Harbour", "Human")
    team_builders.add_entry(team, 0, lambda player: PointsEarned(player=player, spp=6))
    page = opened(f"/teams/{team.public_id}/")
    assert page.locator(".roster .due").count() == 1
    name = page.locator(".roster tbody > tr > th").first.bounding_box()
    assert name is not None and name["width"] > 120


@pytest.mark.thorough
def test_on_a_desktop_a_roster_is_a_table(opened: Open, cast: Cast) -> None:
    team = team_builders.veteran_team(cast.league, cast.coach)
    page = opened(f"/teams/{team.public_id}/", size=DESK)
    first = page.locator(".roster tbody tr").first
    assert first.evaluate("each => getComputedStyle(each).display") == "table-row"
    costs = page.locator(".roster .cost .amount, .roster .cost summary")
    assert {each.evaluate("each => each.getClientRects().length") for each in costs.all()} == {1}


@pytest.mark.thorough
@pytest.mark.parametrize("width", [768, 1024, 1168, 1280])
def test_on_a_tablet_the_table_of_positions_stays_in_its_column(opened: Open, cast: Cast, width: int) -> None:
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Anvils", team_list="Dwarf", colours=0)
    page = opened(pages.url("build", team), size=(width, 900))
    right = "document.querySelector('{}').getBoundingClientRect().right"
    table, column = page.evaluate(f"[{right.format('.picks')}, {right.format('#choices')}]")
    assert table <= column


def test_random_names_without_scripts_keep_what_was_typed(opened: Open, team: Team) -> None:
    page = opened(pages.url("build", team), script=False)
    page.get_by_label("Lineman, how many").fill("3")
    page.get_by_role("button", name="Check").last.click()
    page.get_by_label("Name of Lineman 2").fill("Griff")
    page.get_by_role("button", name="Fill in random names").click()
    expect(page.get_by_label("Name of Lineman 2")).to_have_value("Griff")
    expect(page.get_by_label("Name of Lineman 1")).not_to_have_value("")
    expect(page.get_by_role("button", name="Fill in random names")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("status").first).to_contain_text("Draft saved.")
    assert all(drafting.draft_of(Team.objects.get(pk=team.pk)).all_names)
