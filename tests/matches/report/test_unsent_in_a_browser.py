"""A report that is being written, in real browsers: on two phones, without a connection, without scripts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from matches.models import Match, Report
from matches.report.unsent import unsent_of
from tests.browser_pages import show_fields
from tests.chromium import PATIENCE, settle
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 360, "height": 740}
SAVE, TAKE_OVER, SEND = "Save draft", "Take over and save", "Send report"
CHOOSE = "Choose the player who was hurt first."
SAVED = re.compile(r"^Saved \d\d:\d\d$")
A_STRANGER_FIRST = """() => {
  const key = Object.keys(localStorage).find((each) => each.startsWith("report-"));
  const copy = JSON.parse(localStorage.getItem(key));
  const fields = {"injury.away.0.d68": "11"};
  for (const [name, value] of Object.entries(copy.fields))
    fields[name.replace("injury.away.0", "injury.away.1")] = value;
  copy.victims.unshift(["away", "999999999"]);
  localStorage.setItem(key, JSON.stringify({...copy, fields}));
}"""
"""Adds an injury of a player who is no longer in the match, before the injuries saved on this device."""
Visit = Callable[..., Page]


@pytest.fixture
def two_teams(transactional_db: None) -> TwoTeams:
    cast = create_cast()
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    return TwoTeams(cast, home, team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human"))


@pytest.fixture
def phone(chromium: Browser, live_server) -> Iterator[Visit]:
    """Opens an address of the site on a phone of its own."""
    contexts = []

    def opened(who: Client, address: str, *, scripts: bool = True) -> Page:
        context = chromium.new_context(viewport=PHONE, java_script_enabled=scripts, reduced_motion="reduce")
        contexts.append(context)
        cookie = who.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])
        page = context.new_page()
        page.goto(live_server.url + address)
        if scripts and address.endswith("/report/"):
            show_fields(page)
        return page

    yield opened
    for context in contexts:
        context.close()


def expect_notice(page: Page, words: str | re.Pattern[str]) -> None:
    """Waits until the bar at the bottom says how saving went."""
    expect(page.locator("#unsent-told")).to_have_text(words)


def wait_for_last_save(page: Page, match: Match) -> None:
    """Waits until the server has the last typed value: on a slow machine the bar may still speak of an earlier save."""
    give_up = time.monotonic() + PATIENCE / 1000
    while unsent_of(match).fields.get("score.home") != "1":
        assert time.monotonic() < give_up
        page.wait_for_timeout(100)
    expect_notice(page, SAVED)


def scores(page: Page, home: str, away: str) -> None:
    for side, score in (("home", home), ("away", away)):
        page.fill(f"input[name='score.{side}']", score)


def fits_and_is_accessible(page: Page) -> None:
    page.wait_for_load_state()
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.thorough
def test_two_coaches_write_one_report_and_one_phone_switches_off(phone: Visit, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    address = f"/matches/{match.public_id}/"
    victim = match_builders.players_of(match, "away")[2]

    dying = phone(two_teams.coach, f"{address}report/")
    dying.select_option("select[name='add.away']", str(victim))
    dying.click("button[name='add'][value='away']")
    dying.fill("input[name='injury.away.0.d68']", "61")
    scores(dying, "1", "")
    wait_for_last_save(dying, match)
    dying.context.close()

    theirs = phone(two_teams.other, address)
    expect(theirs.locator("#so-far")).to_be_visible()
    fits_and_is_accessible(theirs)
    theirs.click("text=Continue the report")
    show_fields(theirs)
    expect(theirs.locator("main")).to_contain_text("coach is writing the report")
    fits_and_is_accessible(theirs)
    expect(theirs.locator("input[name='injury.away.0.d68']")).to_have_value("61")

    mine = phone(two_teams.coach, f"{address}report/")
    expect(mine.locator("input[name='injury.away.0.d68']")).to_have_value("61")
    theirs.fill("input[name='score.away']", "2")
    theirs.click(f"text={TAKE_OVER}")
    expect(theirs.locator("main")).to_contain_text("Draft saved at")
    check_take_over(mine, match, two_teams)
    check_offline(mine, match)
    mine.click(f"text={SEND}")
    mine.wait_for_url("**/matches/*/")
    assert Report.objects.get().data["away"]["injuries"][0]["player"] == victim
    assert not unsent_of(match).begun


def check_take_over(mine: Page, match: Match, two_teams: TwoTeams) -> None:
    """The coach whose draft was taken over is told, sees both versions, and still has what they typed."""
    mine.fill("input[name='score.home']", "0")
    expect_notice(mine, "Not saved: other_coach is writing the report now.")
    mine.click(f"text={TAKE_OVER}")
    expect(mine.locator("#stale")).to_be_visible()
    expect(mine.locator("input[name='score.home']")).to_have_value("0")
    assert unsent_of(match).by == two_teams.cast.other_coach
    mine.click(f"text={TAKE_OVER}")
    expect(mine.locator("main")).to_contain_text("Draft saved at")
    assert unsent_of(match).fields["score.home"] == "0"
    expect(mine.locator("[data-offered]")).to_be_hidden()


def check_offline(mine: Page, match: Match) -> None:
    """Offline is no error: typed values stay on the device and are saved when the connection is back."""
    settle(mine)
    mine.context.set_offline(True)
    scores(mine, "0", "0")
    mine.click(f"text={SAVE}")
    expect_notice(mine, "No connection: saved on this device only.")
    mine.select_option("select[name='add.home']", index=1)
    mine.click("button[name='add'][value='home']")
    mine.click("text=Remove injury >> visible=true")
    expect(mine.locator("#live-notices")).to_be_empty()
    mine.context.set_offline(False)
    expect_notice(mine, SAVED)
    assert unsent_of(match).fields["score.away"] == "0"
    assert mine.evaluate("localStorage.length") == 0


@pytest.mark.thorough
def test_values_that_could_not_be_saved_are_offered_again(phone: Visit, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    theirs, mine, other = match_builders.players_of(match, "away")[:3]
    page = phone(two_teams.coach, f"/matches/{match.public_id}/report/")
    page.context.set_offline(True)
    page.select_option("select[name='add.away']", str(mine))
    page.click("button[name='add'][value='away']")
    page.fill("input[name='injury.away.0.d68']", "42")
    scores(page, "3", "1")
    expect_notice(page, "No connection: saved on this device only.")
    fields = {"unsent_version": "0", "score.home": "2", "command_id": "1b4e28ba-2fa1-41d2-883f-0016d3cca427"}
    for nth, victim in enumerate((theirs, other)):
        fields |= {f"injury.away.{nth}.player": str(victim), f"injury.away.{nth}.d68": "61"}
    assert two_teams.other.post(f"/matches/{match.public_id}/report/save/", fields).status_code == 302
    page.context.route("**/report/save/", lambda route: route.abort())  # the last message of the page that was left
    page.context.set_offline(False)
    page.evaluate(A_STRANGER_FIRST)
    page.reload()
    expect(page.locator("[data-offered]")).to_be_visible()
    expect(page.locator("input[name='score.home']")).to_have_value("2")
    expect(page.locator("[data-left-out]")).to_be_hidden()
    page.click("text=Restore entries")
    expect(page.locator("[data-left-out]")).to_contain_text("no longer in this match")
    expect(page.locator("input[name='score.home']")).to_have_value("3")
    expect(page.locator("input[name='injury.away.0.d68']")).to_have_value("42")
    victims = page.locator("fieldset.injury input[type='hidden']")
    assert victims.evaluate_all("rows => rows.map(row => row.value)") == [str(mine)], (
        "this coach's own entry, not the other coach's"
    )
    expect(page.locator("[data-offered]")).to_be_hidden()
    assert unsent_of(match).fields["score.home"] == "2", "the coach has not taken it over yet"


@pytest.mark.thorough
def test_injuries_are_restored_without_a_connection(phone: Visit, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    first, second, third = match_builders.players_of(match, "away")[:3]
    page = phone(two_teams.coach, f"/matches/{match.public_id}/report/")
    page.context.set_offline(True)
    page.click("button[name='add'][value='away']")
    assert page.locator("select[name='add.away']").evaluate("one => one.validationMessage") == CHOOSE
    for victim in (first, second, third):
        page.select_option("select[name='add.away']", str(victim))
        page.click("button[name='add'][value='away']")
    assert page.evaluate("document.activeElement.name") == "injury.away.2.cause"
    page.fill("input[name='injury.away.1.d68']", "42")
    page.fill("input[name='injury.away.2.d68']", "61")
    for nth in (1, 2):
        page.select_option(f"select[name='injury.away.{nth}.cause']", "crowd")
    page.click(".injury >> nth=0 >> text=Remove injury")
    assert page.evaluate("document.activeElement.name") == "add.away"
    expect(page.locator(".injury legend")).to_have_text([re.compile("^Injury 1: "), re.compile("^Injury 2: ")])
    expect(page.locator("input[name='injury.away.0.d68']")).to_have_value("42")
    scores(page, "0", "0")
    expect_notice(page, "No connection: saved on this device only.")
    fits_and_is_accessible(page)
    page.context.route("**/report/save/", lambda route: route.abort())  # the last message of the page that was left
    page.context.set_offline(False)
    page.reload()
    expect(page.locator("[data-restored]")).to_be_visible()
    expect(page.locator("input[name='injury.away.1.d68']")).to_have_value("61")
    expect(page.locator("#place-away-injuries-2")).to_contain_text("Dead")
    page.context.unroute("**/report/save/")
    page.click(f"text={SEND}")
    page.wait_for_url("**/matches/*/")
    told_of = Report.objects.get().data["away"]["injuries"]
    assert [(each["player"], each["casualty"]) for each in told_of] == [(second, 42), (third, 61)]


def test_a_button_saves_without_scripts(phone: Visit, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = phone(two_teams.coach, f"/matches/{match.public_id}/report/", scripts=False)
    scores(page, "2", "")
    page.click(f"text={SAVE}")
    expect(page.locator("main")).to_contain_text("Draft saved, not sent")
    expect(page.locator("#report-summary")).to_contain_text("1 problem to fix")
    expect(page.locator("input[name='score.home']")).to_have_value("2")
    page.click("text=Start over")
    page.click("text=Delete draft")
    expect(page.locator("main")).to_contain_text("You can start over")
    expect(page.locator("input[name='score.home']")).to_have_value("")
