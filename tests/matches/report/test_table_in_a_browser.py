"""The report at the table, on a phone: tap a player, tap what happened; the taps are counted."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.http import QueryDict
from playwright.sync_api import Locator, Page, expect

from leagues import services
from matches.correction import correcting
from matches.models import Match, Report
from matches.report import reporting
from matches.report.form.form import ReportForm
from matches.report.unsent import unsent_of
from matches.sequence.sequences import MatchState
from rules.sequence.codec import encode
from teams.models import Team
from tests.browser_pages import DESK, Open, show_fields
from tests.leagues.cast import Cast, add_member, create_cast, create_league
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = (390, 844)
PICTURES = os.environ.get("DUGOUT_PICTURES", "")
SAVED = re.compile(r"^Saved \d\d:\d\d$")


@pytest.fixture
def two_teams(transactional_db: None) -> TwoTeams:
    cast = create_cast()
    home = team_builders.team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc", staff=(("apothecary", 1),))
    return TwoTeams(cast, home, team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human"))


BUSIEST = 16
"""The most players of a team."""
PAUSE = 1.5
"""Seconds for which somebody who knows the game looks for the next place and hits it: an assumption, not measured."""


def match_of(cast: Cast, players: int) -> Match:
    """A match of two teams with so many players each, in a league of their own."""
    league = create_league("Mud Cup", by=cast.commissioner)
    teams = []
    for coach, name in ((cast.coach, "Mud Gnashers"), (cast.other_coach, "Bog Biters")):
        add_member(league, coach)
        teams.append(team_builders.team_from_list(league, coach, name, "Goblin", ["Goblin"] * players))
    return match_builders.ready_match(*teams)


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


IN_SIGHT = """it => {
    const box = it.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2
    const seen = document.elementFromPoint(x, y)
    return y >= 0 && y <= innerHeight && (it.contains(seen) || !!seen?.closest('label')?.contains(it))
}"""
"""Whether a thumb can hit something where the page stands, without scrolling."""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass
class Thumb:
    """A thumb that counts its taps, and how often it has to scroll first."""

    page: Page
    taps: int = 0
    moves: int = 0
    answered: float = 0
    """Seconds until the page has answered all taps."""

    def tap(self, what: str | Locator) -> None:
        there = self.page.locator(what) if isinstance(what, str) else what
        self.moves += not there.evaluate(IN_SIGHT)
        since = time.monotonic()
        there.click()
        self.page.evaluate(PAINTED)
        self.answered += time.monotonic() - since
        self.taps += 1

    @property
    def seconds(self) -> float:
        """How long a person would take: a pause for each tap, one more for each time that they scroll, and the page."""
        return (self.taps + self.moves) * PAUSE + self.answered

    def shirt(self, side: str, player: int) -> None:
        """A player of the team that is shown."""
        self.tap(f".table-columns [data-side='{side}'][data-who='{player}']")

    def chip(self, deed: str) -> None:
        self.tap(f".chips [data-arm='{deed}']")

    def team(self, side: str) -> None:
        self.tap(f".table-tabs [data-show='{side}']")

    def hurt(self, victim: int, roll: int) -> None:
        """Who was hurt and the roll, in the open sheet."""
        names = self.page.locator(f".player-shirt[data-who='{victim}']").get_attribute("data-called")
        self.tap(self.page.get_by_role("dialog").get_by_role("button", name=names))
        self.tap(self.page.get_by_role("dialog").get_by_role("radio", name=str(roll), exact=True))
        self.tap("#hurt-sheet [data-save]")


@pytest.fixture
def thumb(open_page: Open, match: Match) -> Thumb:
    return Thumb(open_page(f"/matches/{match.public_id}/report/", size=PHONE))


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES, f"{name}.png")))


def test_a_match_is_reported_in_thirty_taps(thumb: Thumb, match: Match) -> None:
    """Three touchdowns, two casualties and four completions; the report is what the steppers would have sent."""
    home, away = match_builders.players_of(match, "home"), match_builders.players_of(match, "away")
    page = thumb.page
    thumb.chip("completions")
    for player in (home[0], home[0], home[1]):
        thumb.shirt("home", player)
    thumb.chip("touchdowns")
    thumb.shirt("home", home[2])
    thumb.shirt("home", home[3])
    expect(page.locator("[data-score]")).to_have_text("2 – 0")
    thumb.chip("casualties")
    before = thumb.taps
    thumb.shirt("home", home[4])
    thumb.hurt(away[1], 42)
    assert thumb.taps - before == 4, "the deed stays chosen"
    thumb.tap("[data-half='2']")
    thumb.team("away")
    thumb.chip("")
    before = thumb.taps
    thumb.shirt("away", away[5])
    thumb.tap("#player-sheet [data-deed='casualties']")
    thumb.hurt(home[6], 61)
    assert thumb.taps - before <= 5, "a casualty"
    thumb.shirt("away", away[2])
    thumb.tap("#player-sheet [data-deed='touchdowns']")
    thumb.shirt("away", away[2])
    thumb.tap("#player-sheet [data-deed='completions']")
    expect(page.locator("[data-score]")).to_have_text("2 – 1")
    expect(page.locator("[data-hurts]")).to_have_text("casualties 1 – 1")
    expect(page.locator("[data-told]")).to_contain_text("Score 2 to 1")
    assert page.locator("[data-events] li").count() == 9
    expect(page.locator("#report-summary")).to_have_text("No problems found")
    expect(page.locator("#unsent-told")).to_have_text(SAVED)
    picture(page, "reported")
    thumb.tap("text=Send report")
    page.wait_for_url("**/matches/*/")
    assert thumb.taps <= 30, thumb.taps
    data = Report.objects.get().data
    order = data.pop("order")
    assert [each["deed"] for each in order[:3]] == ["completions"] * 3
    assert order[5] == {"side": "away", "player": away[1], "half": 1, "turn": 1}
    assert order[6] == {"side": "home", "player": home[6], "half": 2, "turn": 1}
    assert data == stepped(match, home, away)


@pytest.mark.costly
def test_a_match_of_the_busiest_teams_is_reported_in_ninety_seconds(open_page: Open, two_teams: TwoTeams) -> None:
    """The same by the last players of both teams, who are the farthest to reach. The pauses are counted, not waited."""
    match = match_of(two_teams.cast, BUSIEST)
    home, away = match_builders.players_of(match, "home"), match_builders.players_of(match, "away")
    thumb = Thumb(open_page(f"/matches/{match.public_id}/report/", size=PHONE))
    thumb.chip("completions")
    for player in (home[15], home[14], home[0], home[13]):
        thumb.shirt("home", player)
    thumb.chip("touchdowns")
    for player in (home[12], home[15]):
        thumb.shirt("home", player)
    thumb.chip("casualties")
    thumb.shirt("home", home[14])
    thumb.hurt(away[15], 42)
    thumb.tap("[data-half='2']")
    thumb.team("away")
    thumb.shirt("away", away[14])
    thumb.hurt(home[15], 61)
    thumb.chip("touchdowns")
    thumb.shirt("away", away[15])
    expect(thumb.page.locator("[data-score]")).to_have_text("2 – 1")
    expect(thumb.page.locator("[data-hurts]")).to_have_text("casualties 1 – 1")
    expect(thumb.page.locator("#report-summary")).to_have_text("No problems found")
    picture(thumb.page, "busiest")
    thumb.tap("text=Send report")
    thumb.page.wait_for_url("**/matches/*/")
    print(f"{thumb.taps} taps, {thumb.moves} times scrolled, page {thumb.answered:.1f} s, all {thumb.seconds:.0f} s")
    assert thumb.taps <= 30
    assert (thumb.taps + thumb.moves) * PAUSE <= 60, "half a minute is left for the page"


def stepped(match: Match, home: tuple[int, ...], away: tuple[int, ...]) -> dict[str, object]:
    """What the form without scripts would have sent."""
    typed = QueryDict(mutable=True)
    typed.update({"score.home": "2", "score.away": "1", f"line.home.{home[0]}.completions": "2"})
    typed.update({f"line.home.{home[1]}.completions": "1", f"line.home.{home[2]}.touchdowns": "1"})
    typed.update({f"line.home.{home[3]}.touchdowns": "1", f"line.home.{home[4]}.casualties": "1"})
    typed.update({f"line.away.{away[2]}.touchdowns": "1", f"line.away.{away[2]}.completions": "1"})
    typed.update({f"line.away.{away[5]}.casualties": "1"})
    for side, player, by, roll in (("away", away[1], home[4], 42), ("home", home[6], away[5], 61)):
        typed.update({f"injury.{side}.0.player": str(player), f"injury.{side}.0.cause": "block"})
        typed.update({f"injury.{side}.0.by": str(by), f"injury.{side}.0.d68": str(roll)})
    return dict(encode(ReportForm(typed, state=MatchState(match)).read()))


def test_the_tab_of_events_stays_on_one_line_beside_long_names(match: Match, open_page: Open) -> None:
    for nth, team in enumerate(Team.objects.filter(match_sides__match=match)):
        Team.objects.filter(pk=team.pk).update(name=f"Schienbeinbrecherinnen Unterschächental {nth}")
    page = open_page(f"/matches/{match.public_id}/report/", size=PHONE)
    tops = page.locator("[data-show='events']").evaluate(
        "tab => { const all = document.createRange(); all.selectNodeContents(tab);"
        " return [...all.getClientRects()].map((each) => Math.round(each.top)); }"
    )
    assert len(set(tops)) == 1


@pytest.mark.parametrize("nth", [0, 1])
def test_the_focus_in_the_list_of_events_stays_when_the_server_answers(thumb: Thumb, match: Match, nth: int) -> None:
    page = thumb.page
    thumb.chip("touchdowns")
    for player in match_builders.players_of(match, "home")[:2]:
        thumb.shirt("home", player)
    expect(page.locator("#unsent-told")).to_have_text(SAVED)
    page.locator("[data-undo]").nth(nth).focus()
    page.evaluate("document.dispatchEvent(new Event('htmx:oobAfterSwap'))")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    focused = page.evaluate("[...document.querySelectorAll('[data-undo]')].indexOf(document.activeElement)")
    assert focused == nth


def test_an_event_is_taken_back_and_stays_struck_through(thumb: Thumb, match: Match, open_page: Open) -> None:
    one, culprit = match_builders.players_of(match, "home")[:2]
    victim = match_builders.players_of(match, "away")[0]
    page = thumb.page
    thumb.chip("touchdowns")
    thumb.shirt("home", one)
    thumb.shirt("home", one)
    thumb.chip("casualties")
    thumb.shirt("home", culprit)
    thumb.hurt(victim, 55)
    expect(page.locator("[data-hurts]")).to_have_text("casualties 1 – 0")
    thumb.tap(page.locator("[data-undo]").first)
    expect(page.locator("[data-hurts]")).to_have_text("casualties 0 – 0")
    expect(page.locator(".injury")).to_have_count(0)
    thumb.tap(page.locator("[data-undo]").first)
    expect(page.locator("[data-score]")).to_have_text("1 – 0")
    expect(page.locator("[data-events] s")).to_have_count(2)
    assert page.evaluate("'undo' in document.activeElement.dataset"), "the focus stays in the list"
    expect(page.locator("#unsent-told")).to_have_text(SAVED)
    again = open_page(f"/matches/{match.public_id}/report/", size=PHONE)
    expect(again.locator("[data-events] s")).to_have_count(2)
    expect(again.locator("[data-score]")).to_have_text("1 – 0")
    again.click("text=Send report")
    again.wait_for_url("**/matches/*/")
    data = Report.objects.get().data
    assert [each["player"] for each in data["order"]] == [one]
    assert "injuries" not in data["away"]


def test_a_chosen_event_stays_for_the_next_player_and_each_one_is_taken_back(thumb: Thumb, match: Match) -> None:
    page, players = thumb.page, match_builders.players_of(match, "home")[:3]
    deeds = ("touchdowns", "completions", "interceptions")
    for deed in deeds:
        thumb.chip(deed)
        for player in players:
            thumb.shirt("home", player)
    assert thumb.taps == len(deeds) * (1 + len(players)), "no tap to choose the event again"
    expect(page.locator("[data-events] li")).to_have_count(9)
    expect(page.locator("[data-score]")).to_have_text("3 – 0")
    for struck in range(1, 10):
        thumb.tap(page.locator("[data-events] li:not(:has(s)) [data-undo]").first)
        expect(page.locator("[data-events] s")).to_have_count(struck)
    expect(page.locator("[data-score]")).to_have_text("0 – 0")


def hurt_sheet(open_page: Open, match: Match, size: tuple[int, int]) -> Locator:
    """The sheet of a casualty, with its first victim chosen."""
    thumb = Thumb(open_page(f"/matches/{match.public_id}/report/", size=size))
    thumb.chip("casualties")
    thumb.shirt("home", match_builders.players_of(match, "home")[3])
    dialog = thumb.page.get_by_role("dialog")
    dialog.locator("[data-pick] button").first.click()
    return dialog


def match_by(cast: Cast, edition: str, team_list: str, players: list[str] | None = None) -> Match:
    """A match of two teams of a list by this book, in a league of their own."""
    league = services.create_league(by=cast.commissioner, details=services.Details(name="Mud Cup"), edition=edition)
    teams = []
    for coach, name in ((cast.coach, "Mud Gnashers"), (cast.other_coach, "Bog Biters")):
        add_member(league, coach)
        teams.append(team_builders.team_from_list(league, coach, name, team_list, players, rerolls=0, fan_factor=1))
    return match_builders.ready_match(*teams)


def test_a_result_by_name_is_read_whole_on_a_narrow_phone(two_teams: TwoTeams, open_page: Open) -> None:
    dialog = hurt_sheet(open_page, match_by(two_teams.cast, "bb2025", "Dwarf", ["Dwarf Lineman"] * 11), (320, 700))
    dialog.locator("summary", has_text="by name").click()
    cut = "all => all.filter(it => it.scrollWidth > it.closest('.seg').clientWidth).map(it => it.textContent)"
    results = dialog.locator("[data-field='named'] .choice > span")
    assert results.count() > 4
    assert results.evaluate_all(cut) == []


def test_a_roll_to_regenerate_is_in_sight_before_an_injury_is_saved(two_teams: TwoTeams, open_page: Open) -> None:
    """Who has Regeneration rolls for it after each injury: the roll stands before what is seldom needed."""
    dialog = hurt_sheet(open_page, match_by(two_teams.cast, "pbbl-1.10", "Undead"), PHONE)
    dialog.get_by_role("radio", name="57", exact=True).click()
    picture(dialog.page, "regenerate")
    roll, save = (
        dialog.locator("[data-field='regeneration'] .choice").last.bounding_box(),
        dialog.locator("[data-save]"),
    )
    assert roll is not None
    assert roll["y"] + roll["height"] <= (save.bounding_box() or roll)["y"]


def test_a_foul_gives_no_points_and_an_injury_is_changed(thumb: Thumb, match: Match) -> None:
    page, culprit = thumb.page, match_builders.players_of(match, "home")[3]
    victim = match_builders.players_of(match, "away")[2]
    thumb.chip("casualties")
    thumb.shirt("home", culprit)
    dialog = page.get_by_role("dialog")
    dialog.locator("[data-pick] button").nth(2).click()
    expect(page.locator("#hurt-sheet [data-save]")).to_contain_text("+2 SPP")
    dialog.get_by_role("radio", name="foul").click()
    expect(page.locator("#hurt-sheet [data-save]")).to_have_text("Save")
    dialog.get_by_role("radio", name="33", exact=True).click()
    page.locator("#hurt-sheet [data-save]").click()
    tally = page.locator(f"input[name='line.home.{culprit}.casualties']")
    expect(tally).to_have_value("")
    expect(page.locator("[data-events] li")).to_contain_text("foul")
    page.get_by_role("button", name=re.compile("^Change: .+ hurt .+ 33")).click()
    expect(dialog.get_by_role("radio", name="33", exact=True)).to_be_checked()
    dialog.get_by_role("radio", name="block").click()
    page.locator("#hurt-sheet [data-save]").click()
    expect(tally).to_have_value("1")
    expect(page.locator("[data-events] li")).to_have_count(1)
    expect(page.locator(f".player-shirt[data-who='{victim}'] em")).to_have_text("✚")


def test_what_is_counted_in_the_fields_is_in_the_list_and_what_is_wrong_is_said(thumb: Thumb, match: Match) -> None:
    page, one = thumb.page, match_builders.players_of(match, "home")[0]
    sheet = page.locator("head > link[href*='report/fields']")
    expect(sheet).to_have_count(0)
    show_fields(page)
    expect(sheet).to_have_count(1)
    expect(page.locator(".report-team > summary").first).to_have_css("display", "flex")
    row = page.locator("tr.player").first
    row.locator(".player-toggle").click()
    page.fill(f"input[name='line.home.{one}.touchdowns']", "2")
    page.get_by_role("button", name="At the table").click()
    expect(page.locator("[data-events] li")).to_have_count(2)
    expect(page.locator("[data-problems]")).to_contain_text("The score is 0, but players scored 2")
    assert page.locator("details.report-team").first.is_hidden()
    thumb.chip("touchdowns")
    thumb.shirt("home", one)
    expect(page.locator("[data-events] li")).to_have_count(3)


def test_a_touchdown_of_nobody_is_given_to_a_player_without_one_more(thumb: Thumb, match: Match) -> None:
    """A report is left with one when its scorer turns out to have died before; or the score was typed first."""
    page, (one, other, *_others) = thumb.page, match_builders.players_of(match, "home")
    show_fields(page)
    page.fill("input[name='score.home']", "1")
    page.fill("input[name='score.away']", "0")
    page.get_by_role("button", name="At the table").click()
    expect(page.locator("[data-score]")).to_have_text("1 – 0")
    assert score_after_another(thumb, one) == 1
    assert score_after_another(thumb, other) == 2
    expect(page.locator("#report-summary")).to_have_text("No problems found")


def test_a_disputed_report_and_a_correction_begin_with_its_events(
    open_page: Open, two_teams: TwoTeams, match: Match
) -> None:
    one, other = match_builders.players_of(match, "home")[:2]
    fields = {"score.home": "1", "score.away": "0", f"line.home.{one}.touchdowns": "1"}
    page = two_teams.page(two_teams.coach, match, "report/")
    assert page.press("Send report", **fields, order=f"home.{one}.touchdowns.2.3").status == 200
    report = Report.objects.get()
    reporting.dispute_report(match=match, digest=report.digest, by=two_teams.cast.other_coach, what="Too few.")
    thumb = Thumb(open_page(f"/matches/{match.public_id}/report/", size=PHONE))
    expect(thumb.page.locator("[data-events] li")).to_have_count(1)
    expect(thumb.page.locator("[data-when]")).to_have_text("T3")
    assert score_after_another(thumb, other) == 2
    thumb.page.click("text=Send report")
    thumb.page.wait_for_url("**/matches/*/")
    match.refresh_from_db()
    match_builders.answer_all(match_confirmed(match, two_teams), by=two_teams.cast.coach)
    correction = correcting.begin_correction(
        match=Match.objects.get(pk=match.pk), by=two_teams.cast.commissioner, reason="Oops."
    )
    thumb = Thumb(open_page(f"/matches/{match.public_id}/correction/report/", size=PHONE, who=two_teams.commissioner))
    expect(thumb.page.locator("[data-events] li")).to_have_count(2)
    assert score_after_another(thumb, other) == 3
    thumb.page.click("text=Preview changes")
    thumb.page.wait_for_url("**/correction/")
    correction.refresh_from_db()
    assert [each["player"] for each in correction.report["order"]] == [one, other, other]


def score_after_another(thumb: Thumb, player: int) -> int:
    """How many touchdowns the home team has after another one of this player."""
    thumb.chip("touchdowns")
    thumb.shirt("home", player)
    return int(thumb.page.locator("[data-score]").inner_text().split()[0])


def match_confirmed(match: Match, two_teams: TwoTeams) -> Match:
    """The match after the other coach has confirmed its report."""
    digest = Report.objects.order_by("number").last().digest
    return reporting.confirm_report(match=match, digest=digest, by=two_teams.cast.other_coach)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_the_view_and_its_sheets_are_accessible_and_fit(open_page: Open, match: Match, night: bool) -> None:
    address = f"/matches/{match.public_id}/report/"
    for size in ((360, 740), DESK):
        page = open_page(address, size=size, night=night)
        assert accessible(page)
        page.locator(".player-shirt").first.click()
        assert accessible(page)
        page.locator("#player-sheet [data-deed='casualties']").click()
        page.locator("[data-pick] button").nth(1).click()
        page.get_by_role("radio", name="61", exact=True).click()
        assert accessible(page)
        page.keyboard.press("Escape")
        expect(page.locator("#hurt-sheet")).to_be_hidden()
        assert page.evaluate("document.activeElement.matches('.player-shirt')"), "the focus goes back"


def accessible(page: Page) -> bool:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    return True


def test_shirts_and_the_bar_are_in_the_first_screen(open_page: Open, two_teams: TwoTeams) -> None:
    match = match_of(two_teams.cast, 13)
    address = f"/matches/{match.public_id}/report/"
    page = open_page(address, size=PHONE)
    bar = page.locator(".report-bar").bounding_box()
    shirts = [
        box["y"] + box["height"]
        for each in page.locator("[data-of=home] .player-shirt").all()
        if (box := each.bounding_box())
    ]
    assert len(shirts) == 13
    assert bar["y"] + bar["height"] <= 844 + 1
    assert max(shirts) <= bar["y"]
    page = open_page(address, size=DESK)
    bar = page.locator(".report-bar").bounding_box()
    for what in ("[data-of=home] .player-shirt", "[data-of=away] .player-shirt"):
        box = page.locator(what).last.bounding_box()
        assert box["y"] + box["height"] <= bar["y"]
    assert page.locator("[data-events]").bounding_box()["y"] < bar["y"]


def test_without_scripts_there_are_the_steppers(open_page: Open, match: Match) -> None:
    page = open_page(f"/matches/{match.public_id}/report/", script=False)
    assert page.locator("#table-view").is_hidden()
    assert page.locator("[data-views]").is_hidden()
    page.fill("input[name='score.home']", "1")
    page.fill(f"input[name='line.home.{match_builders.players_of(match, 'home')[0]}.touchdowns']", "1")
    page.click("text=Save draft")
    expect(page.locator("main")).to_contain_text("Draft saved, not sent")
    assert unsent_of(match).fields["score.home"] == "1"


def test_who_killed_a_hired_player_is_tapped_where_the_plague_asks_for_it(open_page: Open, two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    league = services.create_league(by=cast.commissioner, details=services.Details(name="Plague Cup"), edition="bb2025")
    for coach in (cast.coach, cast.other_coach):
        add_member(league, coach)
    goods = {"rerolls": 0, "fan_factor": 1}
    home = team_builders.team_from_list(
        league, cast.coach, "Rotten Row", "Nurgle", ["Pestigor", *["Rotter"] * 10], **goods
    )
    away = team_builders.team_from_list(
        league, cast.other_coach, "Dwarf Town", "Dwarf", ["Dwarf Lineman"] * 11, **goods
    )
    match = match_builders.ready_match(home, away)
    match.sides.filter(side="away").update(inducements=[{"kind": "mercenary", "position": "Dwarf Blitzer"}])
    page = open_page(f"/matches/{match.public_id}/report/", size=PHONE)
    thumb = Thumb(page)
    killer = match_builders.players_of(match, "home")[0]
    thumb.chip("casualties")
    thumb.shirt("home", killer)
    thumb.tap(page.get_by_role("dialog").get_by_role("button", name="Dwarf Blitzer"))
    picture(page, "killed")
    thumb.tap(page.get_by_role("dialog").get_by_role("radio", name="15", exact=True))
    thumb.tap("#hurt-sheet [data-save]")
    expect(page.locator("select[name='hired.away.1.by']")).to_have_value(str(killer))
    expect(page.locator("select[name='hired.away.1.cause']")).to_have_value("block")
    expect(page.locator("input[name='hired.away.1.d68']")).to_have_value("15")
    thumb.chip("")
    thumb.team("away")
    thumb.tap(".table-columns [data-side='away'][data-who='h1']")
    picture(page, "killed-row")
    assert page.locator("#player-sheet select").count() == 2
    page.keyboard.press("Escape")
    expect(page.locator("#report-summary")).to_have_text("1 thing to check")
    show_fields(page)
    page.locator("select[name='hired.away.1.by']").scroll_into_view_if_needed()
    picture(page, "killed-fields")
    thumb.tap("text=Send report")
    page.wait_for_url("**/matches/*/")
    (dead,) = MatchState(Match.objects.get(pk=match.pk)).reported.away.induced
    assert (dead.casualty, dead.by, dead.cause) == (15, killer, "block")
