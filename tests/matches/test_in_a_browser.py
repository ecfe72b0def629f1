"""The match pages in a real browser: accessibility, phone screens, and the report's script."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from matches.models import Match, Report
from matches.report import reporting
from rules.journal import PointsEarned
from rules.sheet.match import Injury
from teams.models import Player, Team
from tests.browser_pages import DESK, LONG_WORD, PHONE, WIDER, Open, show_fields
from tests.chromium import settle
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def two_teams(transactional_db: None) -> TwoTeams:
    cast = create_cast()
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc", staff=(("apothecary", 1),))
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human")
    team_builders.add_gold(home, 150_000)
    return TwoTeams(cast, home, away)


def to_be_played(two_teams: TwoTeams) -> str:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    return f"/matches/{match.public_id}/"


def before_kick_off(two_teams: TwoTeams) -> str:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    return f"/matches/{match.public_id}/pre-match/"


def report(two_teams: TwoTeams) -> str:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim = match_builders.players_of(match, "home")[0]
    reported = match_builders.report_with(
        match, home=1, home_injuries=[Injury(player=victim, casualty=57, cause="crowd")]
    )
    reporting.report_match(match=match, expected=match.version, reported=reported, by=two_teams.cast.coach)
    return f"/matches/{match.public_id}/report/"


def improving(two_teams: TwoTeams) -> str:
    two_teams.typed_dice()
    player = team_builders.add_entry(two_teams.home, 0, lambda player: PointsEarned(player=player, spp=5))
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    page = page.answer("mvp.1", choice=page.form_of("mvp.1").options["choice"][3])
    for key in [key for key in page.keys if key == f"improvements.{player}.1.roll"]:
        page.answer(key, die0="6", die1="6")
    return f"/matches/{match.public_id}/post-match/"


def played(two_teams: TwoTeams) -> str:
    return f"/matches/{match_builders.closed_match(two_teams.home, two_teams.away).public_id}/"


def team(two_teams: TwoTeams) -> str:
    match_builders.closed_match(two_teams.home, two_teams.away)
    return f"/teams/{two_teams.home.public_id}/"


def player(two_teams: TwoTeams) -> str:
    match = match_builders.closed_match(two_teams.home, two_teams.away)
    return f"/teams/{two_teams.home.public_id}/players/{match_builders.players_of(match, 'home')[0]}/"


def at_the_table(two_teams: TwoTeams) -> str:
    return f"/matches/{match_builders.ready_match(two_teams.home, two_teams.away).public_id}/at-the-table/"


BROKEN_NAMES = """() => [...document.querySelectorAll('.stay a, .vs strong a, .tc-facts :is(dt, dd)')].filter(name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  const lines = new Set([...range.getClientRects()].map(each => each.top));
  return lines.size > name.innerText.trim().split(/[\\s-]+/).length;
}).map(name => name.innerText)"""
PAGES = (to_be_played, before_kick_off, report, improving, played, team, player, at_the_table)


@pytest.mark.thorough
@pytest.mark.parametrize("make", PAGES, ids=lambda make: make.__name__)
def test_axe_finds_nothing_and_the_page_fits_a_phone(open_page: Open, two_teams: TwoTeams, make: Callable) -> None:
    address = make(two_teams)
    for size, night in ((PHONE, False), (DESK, True)):
        page = open_page(address, size=size, night=night)
        page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.evaluate(BROKEN_NAMES) == [], "on paper a name takes no more lines than it has words"


def test_on_paper_words_stay_whole_in_the_head_of_a_match_and_on_the_card_of_a_player(
    open_page: Open, two_teams: TwoTeams
) -> None:
    Team.objects.filter(pk=two_teams.home.pk).update(name="Gorefield Stompers")
    address = player(two_teams)
    match = Match.objects.get()
    for each in (f"/matches/{match.public_id}/", address):
        page = open_page(each, size=(703, 1000))
        page.emulate_media(media="print")
        assert page.locator(".vs strong a, .tc-facts dt").count() in (2, 6)
        assert page.evaluate(BROKEN_NAMES) == []


LONG_WORDS = "Grimgor Ironhide of the Bloody Fist, Terror of the Old World"


@pytest.mark.thorough
@pytest.mark.parametrize("named", [LONG_WORDS, LONG_WORD], ids=["words", "one word"])
@pytest.mark.parametrize("make", PAGES, ids=lambda make: make.__name__)
def test_the_longest_names_fit_a_phone_too(open_page: Open, two_teams: TwoTeams, make: Callable, named: str) -> None:
    address = make(two_teams)
    assert len(named) == 60, "the longest name that a player may have"
    Player.objects.update(name=named)
    Team.objects.filter(pk=two_teams.home.pk).update(name=named)
    page = open_page(address)
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], page.evaluate(WIDER)


@pytest.mark.thorough
def test_step_buttons_count_and_a_tapped_player_unfolds(open_page: Open, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = open_page(f"/matches/{match.public_id}/report/")
    show_fields(page)
    row = page.locator("tr.player").first
    assert "folded" in row.get_attribute("class")
    row.locator(".player-toggle").click()
    step = row.locator("td[data-abbr='TD'] button[data-step='1']")
    box = step.bounding_box()
    assert box["width"] >= 44
    assert box["height"] >= 44
    for _each in range(3):
        step.click()
    row.locator("td[data-abbr='TD'] button[data-step='-1']").click()
    expect(row.locator("td[data-abbr='TD'] input")).to_have_value("2")
    expect(page.locator("#place-home-score .place-wrong")).to_contain_text("players scored 2")
    settle(page)


@pytest.mark.thorough
def test_a_report_is_saved_on_the_device_while_typing(open_page: Open, two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim, culprit = match_builders.players_of(match, "away")[2], match_builders.players_of(match, "home")[4]
    page = open_page(f"/matches/{match.public_id}/report/")
    saving = "**/report/save/"
    show_fields(page)
    page.route(saving, lambda route: None)  # the server gets nothing, however slow the machine is
    page.select_option("select[name='add.away']", str(victim))
    page.click("button[name='add'][value='away']")
    page.wait_for_selector("input[name='injury.away.0.d68']")
    page.select_option("select[name='injury.away.0.by']", str(culprit))
    page.fill("input[name='injury.away.0.d68']", "53")
    casualties = page.locator(f"input[name='line.home.{culprit}.casualties']")
    expect(casualties).to_have_value("1")  # a block that injured a player counts as a casualty
    settle(page)
    page.reload()
    expect(page.locator("input[name='injury.away.0.d68']")).to_have_value("53")
    expect(casualties).to_have_value("1")
    expect(page.locator("[data-restored]")).to_be_visible()
    page.unroute(saving)
    for side in ("home", "away"):
        page.fill(f"input[name='score.{side}']", "0")
    settle(page)
    page.click("text=Send report")
    page.wait_for_url("**/matches/*/")
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    assert Report.objects.get().data["away"]["injuries"][0]["by"] == culprit


@pytest.mark.thorough
def test_the_total_follows_the_choices(open_page: Open, two_teams: TwoTeams) -> None:
    page = open_page(before_kick_off(two_teams))
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    page.fill("input[name='count.bribe']", "1")
    expect(page.locator(".sum-line")).to_contain_text("100k")
    expect(page.locator("button[name='work_out']").first).to_be_hidden()


@pytest.mark.thorough
def test_the_log_opens_in_place(open_page: Open, two_teams: TwoTeams) -> None:
    page = open_page(played(two_teams))
    page.click("text=Log of answers and rolls")
    page.wait_for_selector("#log .answer-log")
    assert page.url.endswith("/")
    assert page.locator("#log .die").count() > 4
    expect(page.locator("#log .answer-log")).to_have_css("list-style-type", "none")
    assert page.locator("link[href*='pages/log']").count() == 1
