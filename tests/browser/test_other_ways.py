"""The pages that matter most, without a script and without a mouse."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, expect

from matches.models import Match, MatchAnswer, Report
from teams.models import Team
from tests.browser.visitors import Person, Visitors
from tests.chromium import PATIENCE
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TABS = 150
IN_SIGHT = """it => {
    const box = it.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return seen !== null && (it.contains(seen) || seen.contains(it));
}"""
"""Whether nothing lies over the middle of an element, such as a bar that stays at the edge of the screen."""


@pytest.fixture
def two_teams(transactional_db: None) -> TwoTeams:
    """Two teams, where a server in another thread sees them."""
    cast = create_cast()
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside", "Orc")
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Harbour", "Human")
    return TwoTeams(cast, home, away)


# -- without a script --


def test_the_current_tab_is_in_view_on_a_phone(visitors: Visitors, two_teams: TwoTeams) -> None:
    league = two_teams.cast.league.slug
    boss = visitors.visit_as(two_teams.cast.commissioner, script=False)
    boss.page.set_viewport_size({"width": 360, "height": 740})
    for page in ("", "rules/", "log/", "settings/"):  # the pages of tabs
        boss.go(f"/leagues/{league}/{page}")
        box = boss.page.locator(".tabs li:has([aria-current])").bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360, page


def test_a_match_is_reported_without_a_script(visitors: Visitors, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    scorer, victim = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[3]
    coach = visitors.visit_as(two_teams.cast.coach, script=False)
    page = coach.page
    coach.go(f"/matches/{match.public_id}/report/")
    page.get_by_role("spinbutton", name="Ironside", exact=True).fill("1")
    page.get_by_role("spinbutton", name="Harbour", exact=True).fill("0")
    page.locator("#add-away").select_option(str(victim))
    coach.leave(page.locator("#injuries-away").get_by_role("button", name="Add the injury").click)
    page.get_by_label("By whom").select_option(str(scorer))
    page.get_by_label("D68").fill("53")
    coach.refused("Send report")
    coach.sees("Not saved yet")
    coach.sees("The score is 1, but the players scored only 0")
    for name in ("touchdowns", "casualties"):
        page.locator(f"input[name='line.home.{scorer}.{name}']").fill("1")
    coach.press("Send report")
    coach.sees("waiting for confirmation")
    told = Report.objects.get(match=match).data
    assert (told["home"]["score"], told["away"]["injuries"][0]["by"]) == (1, scorer)


def test_a_step_of_the_post_match_is_taken_without_a_script(visitors: Visitors, two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    coach = visitors.visit_as(two_teams.cast.coach, script=False)
    coach.go(f"/matches/{match.public_id}/post-match/")
    coach.sees("Most Valuable Player")
    coach.leave(coach.page.locator("section.question .btn-roll").click)
    coach.sees("1 MVP award")
    assert MatchAnswer.objects.get(match=match, key="mvp.1").rolled
    assert not coach.page.get_by_role("heading", name="Most Valuable Player").count()


# -- by keyboard --


def tab_to(person: Person, wanted: Locator) -> None:
    """Press Tab until that has the focus; everything that gets it on the way must be visible."""
    keyboard, focused = person.page.keyboard, person.page.locator("*:focus")
    for _press in range(MOST_TABS):
        keyboard.press("Tab")
        if focused.count() and not becomes_true(person, lambda: focused.evaluate(IN_SIGHT)):
            person.errors.append(f"not in sight when it is tabbed to: {focused.evaluate('it => it.outerHTML')}")
        if wanted.evaluate("it => it === document.activeElement"):
            return
    raise AssertionError(f"Tab does not come to {wanted}")


def becomes_true(person: Person, holds: Callable[[], bool]) -> bool:
    """Whether that holds soon: what a check puts above a field moves it, until the browser scrolls again."""
    give_up = time.monotonic() + PATIENCE / 1000
    while not (held := holds()) and time.monotonic() < give_up:
        person.page.wait_for_timeout(50)
    return held


def start_by_keyboard(person: Person, address: str) -> None:
    """A page, with the focus moved to its content by the skip link."""
    person.go(address)
    person.page.keyboard.press("Tab")
    expect(person.page.get_by_role("link", name="Skip to the content")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(person.page.locator("main")).to_be_focused()


def type_into(person: Person, fields: Sequence[tuple[Locator, str]]) -> None:
    """Tab from one field to the next, and type."""
    for wanted, text in fields:
        tab_to(person, wanted)
        person.page.keyboard.press("ControlOrMeta+a")
        person.page.keyboard.type(text)


@pytest.mark.thorough
def test_a_team_is_built_by_keyboard_alone(visitors: Visitors, transactional_db: None) -> None:
    cast = create_cast()
    team = team_builders.drafted_team(cast.league, cast.coach)
    coach = visitors.visit_as(cast.coach)
    start_by_keyboard(coach, f"/teams/{team.public_id}/build/")
    squad = {"Lineman": "7", "Thrower": "1", "Catcher": "0", "Blitzer": "4"}
    positions = coach.page.locator("table.picks input[type=number]").all()
    labelled = {each.get_attribute("id"): each for each in positions}
    wanted = {what: coach.field(f"{what}, how many").get_attribute("id") for what in squad}
    in_order = sorted(squad, key=lambda what: list(labelled).index(wanted[what]))
    type_into(coach, [(coach.field(f"{what}, how many"), squad[what]) for what in in_order])
    coach.settle()
    expect(coach.page.locator("#to-mend")).to_have_count(0)
    tab_to(coach, coach.page.get_by_role("button", name="Submit"))
    coach.settle()
    coach.leave(lambda: coach.page.keyboard.press("Enter"))
    coach.sees("waiting for approval")
    assert Team.objects.get(pk=team.pk).state == Team.State.SUBMITTED


@pytest.mark.thorough
def test_a_match_is_reported_by_keyboard_alone(visitors: Visitors, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    coach = visitors.visit_as(two_teams.cast.coach)
    page = coach.page
    start_by_keyboard(coach, f"/matches/{match.public_id}/report/")
    tab_to(coach, page.get_by_role("button", name="All fields"))
    page.keyboard.press("Enter")
    type_into(coach, [(page.locator("#score-home"), "1"), (page.locator("#score-away"), "0")])
    scorer = page.locator("tr.player").first
    tab_to(coach, scorer.locator(".player-toggle"))
    page.keyboard.press("Enter")
    type_into(coach, [(scorer.locator("input[name$='.touchdowns']"), "1")])
    coach.settle()
    expect(page.locator("#report-summary")).to_have_text("No problems found")
    tab_to(coach, page.get_by_role("button", name="Send report"))
    coach.settle()  # leaving a field that was typed into has it checked once more
    coach.leave(lambda: page.keyboard.press("Enter"))
    coach.sees("waiting for confirmation")
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
