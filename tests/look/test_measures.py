"""What stands where in a window: figures first, one bar, exactly one current item in each row of links."""

from __future__ import annotations

from datetime import date

import brotli
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from competitions.models import Competition
from competitions.setup.services import results_changed
from leagues.models import League
from matches.models import Match, MatchSide, PlayerLine, Report
from teams.models import Player, Team
from tests.browser_pages import Open, opened
from tests.competitions.competition_builders import (
    bare_team,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import cast, shared_cast
from tests.look.css_sent import css_of
from tests.look.veterans import DESK, NAMES, PHONE, own_team, veterans
from tests.teams import team_builders

__all__ = ["cast", "opened", "shared_cast", "veterans"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def season(cast: Cast) -> Competition:
    """Ten teams that play everybody once; five rounds are over, and two matches of the sixth."""
    teams = [bare_team(cast.league, name, cast.coach if name == NAMES[2] else None) for name in NAMES]
    championship = competition_in(cast.league, teams, started=True, name="Riverside Championship")
    for place, fixture in enumerate(matches_of(championship)[:27]):
        decide_match(fixture, place % 4, place % 3, (place % 3, 1))
    Competition.objects.filter(pk=championship.pk).update(cut_lines=[{"after": 4, "label": "Play-offs"}])
    results_changed([championship.pk])
    return championship


def top(page: Page, selector: str) -> float:
    """How far down the page something stands, in pixels."""
    return page.locator(selector).first.evaluate("it => it.getBoundingClientRect().top + scrollY")


def seen(page: Page, selector: str) -> int:
    """How many of something stand whole in the first window."""
    return page.locator(selector).evaluate_all(
        "all => all.filter(it => it.getBoundingClientRect().bottom <= innerHeight).length"
    )


def assert_has_one_bar(page: Page, highest: float) -> None:
    """One bar of 48 px, a heading near the top, one current item in each row of links, nothing too wide."""
    assert page.locator("header").count() == 1
    assert abs(page.locator(".bar").bounding_box()["height"] - 48) <= 2
    assert top(page, "h1") <= highest
    for row in page.locator(".bar, .tabs").all():
        assert row.locator("[aria-current]").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("name", ["The Riverside League", "The Riverside League, Blood Bowl 2025"])
def test_a_leagues_round_and_table_are_in_the_first_window(opened: Open, season: Competition, name: str) -> None:
    League.objects.filter(pk=season.season.league_id).update(name=name)
    address = f"/leagues/{season.season.league.slug}/"
    page = opened(address, size=DESK)
    assert_has_one_bar(page, 110)
    assert top(page, ".mc") <= 270 and top(page, ".t tbody tr") <= 510
    assert seen(page, ".t tbody tr") == 10
    page = opened(address, size=PHONE)
    assert_has_one_bar(page, 80)
    assert top(page, ".t tbody tr") <= 520
    assert seen(page, ".t tbody tr") >= 7


def test_what_waits_for_the_reader_stands_before_a_leagues_results_on_a_phone(
    opened: Open, season: Competition, cast: Cast
) -> None:
    own = next(each for each in matches_of(season)[27:] if cast.coach.pk in (each.home.coach_id, each.away.coach_id))
    Match.objects.filter(pk=own.match_id).update(state=Match.State.PLAYING)
    address = f"/leagues/{cast.league.slug}/"
    waits, results = ".move:visible", "[aria-labelledby=round-now]"
    page = opened(address, size=PHONE, person="coach")
    assert page.locator(waits).count() == 1 and bottom(page, waits) <= top(page, results)
    page = opened(address, size=DESK, person="coach")
    assert page.locator(waits).count() == page.locator("aside .move:visible").count() == 1
    assert top(page, results) < top(page, waits)


def test_a_competitions_table_is_in_the_first_window(opened: Open, season: Competition) -> None:
    address = f"/competitions/{season.public_id}/"
    page = opened(address, size=DESK)
    assert_has_one_bar(page, 110)
    assert top(page, ".t tbody tr") <= 285
    assert page.locator(".t thead th:visible").count() == 15
    page.locator(".why > summary").first.click()
    assert seen(page, ".t tbody tr.k") == 10
    page = opened(address, size=PHONE)
    assert_has_one_bar(page, 80)
    assert top(page, ".t tbody tr") <= 265


def test_rows_are_thumbs_high_and_no_higher(opened: Open, season: Competition) -> None:
    rows = "all => all.map(it => it.getBoundingClientRect().height)"
    page = opened(f"/leagues/{season.season.league.slug}/", size=DESK)
    assert all(36 <= height <= 46 for height in page.locator(".t tbody tr").evaluate_all(rows))
    page = opened(f"/leagues/{season.season.league.slug}/", size=PHONE)
    assert all(44 <= height <= 50 for height in page.locator(".t tbody tr").evaluate_all(rows))


def test_a_leagues_name_has_room_on_the_page_of_a_coach(opened: Open, season: Competition, cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(name="The Great League of the Northern Marshes")
    page = opened(f"/coaches/{cast.coach.pk}/", size=PHONE)
    name = page.get_by_role("row").get_by_role("link", name="The Great League of the Northern Marshes")
    assert name.evaluate("it => it.getClientRects().length") <= 2
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_whole_row_is_the_link(opened: Open, season: Competition) -> None:
    page = opened(f"/leagues/{season.season.league.slug}/", size=DESK)
    row = page.locator(".t tbody tr").nth(2)
    box = row.bounding_box()
    page.mouse.click(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2)
    page.wait_for_url("**/teams/**")


def test_the_end_of_a_row_is_its_link_in_every_list(opened: Open, veterans: Competition, cast: Cast) -> None:
    league, own = f"/leagues/{cast.league.slug}/", f"/teams/{own_team(veterans).public_id}/"
    lists = {
        f"{league}teams/": "tbody",
        f"{league}members/": "tbody",
        f"{own}rating/": ".figures tbody",
        own: ".match-record tbody",
    }
    for address, body in lists.items():
        for person in ("coach", "commissioner"):
            page = opened(address, person=person, size=DESK)
            row = page.locator(f"main {body} tr:has(a)").first
            row.scroll_into_view_if_needed()
            assert row.evaluate("""it => { const {right, top, height} = it.getBoundingClientRect();
                return document.elementFromPoint(right - 10, top + height / 2).matches('a.row') }"""), address


def test_a_teams_players_are_in_the_first_window(opened: Open, cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach, "Reikland Ravens", by=cast.commissioner)
    page = opened(f"/teams/{team.public_id}/", size=(1280, 800))
    assert_has_one_bar(page, 110)
    assert seen(page, ".roster > tbody > tr") >= min(11, page.locator(".roster > tbody > tr").count())
    assert page.locator(".roster .jersey").count() == page.locator(".roster > tbody > tr").count()
    page = opened(f"/teams/{team.public_id}/", size=PHONE)
    assert_has_one_bar(page, 80)
    assert seen(page, ".roster > tbody > tr") >= 8
    below = "all => all.every(it => it.getBoundingClientRect().right > it.closest('th').getBoundingClientRect().right)"
    assert page.locator(".team-roster .called small").evaluate_all(below), "skills run below the figures"
    assert page.locator(".team-roster .scroll").evaluate("it => it.scrollWidth <= it.clientWidth")


def bottom(page: Page, selector: str) -> float:
    """How far down the page something ends, in pixels."""
    return page.locator(selector).first.evaluate("it => it.getBoundingClientRect().bottom + scrollY")


def test_your_move_and_the_next_match_are_in_the_first_window(opened: Open, cast: Cast, veterans: Competition) -> None:
    bare = bare_team(cast.league, "Newcomers", cast.coach)
    Team.objects.filter(pk=bare.pk).update(state=Team.State.SUBMITTED)
    for size, highest in ((DESK, 110), (PHONE, 80)):
        page = opened("/", size=size, person="commissioner")
        assert_has_one_bar(page, highest)
        assert top(page, ".move") <= 150
        page = opened("/", size=size)
        assert_has_one_bar(page, highest)
        assert bottom(page, ".nm") <= size[1]
        assert cast.league.name in page.locator(".nm").first.inner_text()
        assert_has_one_bar(opened("/", size=size, person="visitor"), highest)


def test_a_players_card_and_career_are_in_the_first_window(opened: Open, veterans: Competition) -> None:
    team = own_team(veterans)
    address = f"/teams/{team.public_id}/players/{hurt_player(team).pk}/"
    page = opened(address, size=DESK)
    assert_has_one_bar(page, 110)
    assert bottom(page, ".trading-card") <= 900 and bottom(page, "#chart-career ~ figure") <= 900
    assert top(page, ".career-table tbody tr") <= 610
    page = opened(address, size=PHONE)
    assert_has_one_bar(page, 80)
    assert bottom(page, ".trading-card") <= 844
    heights = page.locator(".tc-skills button, .hero p a").evaluate_all(
        "all => all.map(it => it.getBoundingClientRect().height)"
    )
    assert heights and min(heights) >= 44, heights
    assert top(page, ".trading-card") < top(page, "#chart-career") < top(page, ".career-table")
    page.locator(".career-table .po").first.evaluate("it => it.innerHTML = 'LC QF'")
    page.locator(".career-table .result").first.evaluate("it => it.innerHTML += '<small>after a shoot-out</small>'")
    expect(page.locator(".career-table .hurt", has_text="Serious concussion")).to_contain_text("(block)")
    assert page.locator(".career-table").evaluate("it => it.offsetWidth <= it.parentElement.clientWidth")


def hurt_player(team: Team) -> Player:
    """Its first player, who was hurt in a match, as its report tells."""
    player = team.players.order_by("pk")[0]
    line = player.lines.order_by("pk")[0]
    PlayerLine.objects.filter(pk=line.pk).update(injuries=["serious_concussion"])
    told = {line.side.side: {"injuries": [{"player": player.pk, "casualty": 55, "cause": "block"}]}}
    Report.objects.create(match=line.side.match, number=1, data=told, state=Report.State.CONFIRMED)
    return player


def test_what_is_said_of_a_score_has_room_on_a_phone(opened: Open, veterans: Competition) -> None:
    own = own_team(veterans)
    MatchSide.objects.filter(team=own).update(winnings=65_000)
    Match.objects.filter(sides__team=own).update(played_on=date(2026, 11, 22))
    page = opened(f"/teams/{own.public_id}/", size=PHONE)
    result = page.locator("td.result:not(.mid)").first
    result.evaluate("it => { it.innerHTML += ' <small>after a shoot-out, quarter-final</small>' }")
    assert result.evaluate("it => it.closest('tr').offsetHeight") <= 110
    for width in (PHONE[0], 360):
        page.set_viewport_size({"width": width, "height": PHONE[1]})
        assert result.evaluate("it => it.closest('table').offsetWidth <= it.closest('.table-scroll').clientWidth")


def test_a_coachs_record_teams_and_opponents_are_in_the_first_window(
    opened: Open, cast: Cast, veterans: Competition
) -> None:
    for root in (f"/leagues/{cast.league.slug}", ""):
        address = f"{root}/coaches/{cast.coach.pk}/"
        page = opened(address, size=DESK)
        assert_has_one_bar(page, 110)
        assert bottom(page, ".strip") < top(page, ".cards")
        assert seen(page, ".cards > li") == 1 and seen(page, ".beside .figures tbody tr") >= 1
        tables, cups = (page.locator(f".beside > {it}").bounding_box() for it in (":first-child", ":last-child"))
        assert cups["x"] > tables["x"] and abs(cups["y"] - tables["y"]) <= 1
        page = opened(address, size=PHONE)
        assert_has_one_bar(page, 80)
        assert top(page, ".strip") < top(page, ".cards") < top(page, ".beside")


def test_every_page_of_statistics_has_its_place_in_the_bar_and_among_the_tabs(
    opened: Open, cast: Cast, veterans: Competition
) -> None:
    kinds = ("statistics/", "statistics/teams/", "ratings/", "rivalries/", "head-to-head/", "pictures/")
    for kind in kinds:
        page = opened(f"/leagues/{cast.league.slug}/{kind}", size=DESK)
        assert_has_one_bar(page, 110)
        assert page.locator(".bar [aria-current]").inner_text() == "Statistics"
        page = opened(f"/leagues/{cast.league.slug}/{kind}")
        assert page.locator(".tabs li").evaluate_all(COVERED) == [], (
            f"the current tab of {kind} lies over its neighbours"
        )


COVERED = """all => all.filter(it => {
    const [tab, next] = [it, it.nextElementSibling].map(one => one?.getBoundingClientRect());
    return next && tab.right > next.left + 1;
}).map(it => it.textContent)"""


def test_both_teams_of_a_match_and_its_score_are_in_the_first_window(opened: Open, veterans: Competition) -> None:
    for size, highest in ((DESK, 110), (PHONE, 80)):
        page = opened(f"/matches/{matches_of(veterans)[0].match.public_id}/", size=size)
        assert page.locator("header").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert bottom(page, ".vs") <= size[1] / 2 and top(page, ".vs") <= highest


def test_the_places_by_round_are_whole_in_the_first_window(opened: Open, season: Competition) -> None:
    address = f"/competitions/{season.public_id}/pictures/"
    for size, highest, width in ((DESK, 110, "wide"), (PHONE, 80, "narrow")):
        page = opened(address, size=size)
        assert_has_one_bar(page, highest)
        chart = f".chart-{width}:visible svg"
        assert bottom(page, chart) <= size[1], page.locator(chart).first.bounding_box()
        assert page.locator(".chart-figures > summary:visible").count() >= 1
    grid = page.locator(".table-scroll:has(.results-grid)")
    held = grid.locator("tbody th").first
    before = held.bounding_box()["x"]
    grid.evaluate("it => { it.scrollLeft = 200 }")
    assert grid.evaluate("it => it.scrollLeft") > 100 and abs(held.bounding_box()["x"] - before) <= 1


def test_a_crest_and_all_its_choices_are_in_a_window_and_a_half(opened: Open, cast: Cast) -> None:
    team = bare_team(cast.league, NAMES[2], cast.coach)
    page = opened(f"/teams/{team.public_id}/crest/", size=DESK)
    assert_has_one_bar(page, 110)
    assert bottom(page, ".crest-preview") <= DESK[1] and bottom(page, ".crest-row:last-of-type") <= DESK[1] * 1.5
    page = opened(f"/teams/{team.public_id}/crest/", size=PHONE)
    assert_has_one_bar(page, 80)
    assert bottom(page, ".crest-preview") <= top(page, ".crest-row") <= PHONE[1]
    for row in page.locator(".crest-options:not(.crest-colours)").all():
        tops = row.locator("label").evaluate_all("all => new Set(all.map(it => it.getBoundingClientRect().top)).size")
        assert tops == 1


@pytest.mark.costly
@pytest.mark.parametrize("night", [False, True], ids=["by day", "by night"])
def test_axe_finds_nothing_on_the_pages_of_players_teams_and_coaches(
    opened: Open, cast: Cast, veterans: Competition, night: bool
) -> None:
    team, league = own_team(veterans), f"/leagues/{cast.league.slug}"
    own, other = team.public_id, Team.objects.get(name=NAMES[0]).public_id
    pages = (
        f"/teams/{own}/", f"/teams/{own}/record/", f"/teams/{own}/rating/",
        f"/teams/{own}/players/{team.players.order_by('pk')[0].pk}/", f"/coaches/{cast.coach.pk}/",
        f"{league}/coaches/{cast.coach.pk}/", f"{league}/coaches/{cast.coach.pk}/rating/", f"{league}/statistics/",
        f"{league}/ratings/", f"{league}/head-to-head/?one={own}&other={other}", f"{league}/pictures/",
    )  # fmt: skip
    found = {}
    for address in pages:
        page = opened(address, size=PHONE if night else DESK, night=night)
        answer = Axe().run(page)
        if answer.violations_count:
            found[address] = answer.generate_report()
    assert not found, "\n".join(found.values())


@pytest.mark.parametrize("night", [False, True], ids=["by day", "by night"])
def test_axe_finds_nothing_on_the_pages_of_a_league(opened: Open, season: Competition, night: bool) -> None:
    league, root = f"/leagues/{season.season.league.slug}", f"/competitions/{season.public_id}"
    match = matches_of(season)[0].match.public_id
    pages = (f"{league}/", f"{league}/fixtures/", f"{league}/competitions/", f"{root}/", f"{root}/fixtures/")
    found = {}
    for size in (DESK, PHONE):
        for address in (*pages, f"/matches/{match}/", "/", "/theme/"):
            page = opened(address, size=size, night=night)
            answer = Axe().run(page)
            if answer.violations_count:
                found[address, size] = answer.generate_report()
    assert not found, "\n".join(found.values())


def test_the_pages_that_people_read_most_have_little_css(client, cast: Cast, veterans: Competition) -> None:
    """Bytes of all style sheets of a page before they are compressed, for a commissioner, who gets the most."""
    client.force_login(cast.commissioner)
    own, match = own_team(veterans), matches_of(veterans)[0].match
    first = own.players.order_by("pk")[0]
    pages = (
        f"/leagues/{veterans.season.league.slug}/", f"/competitions/{veterans.public_id}/",
        f"/matches/{match.public_id}/", f"/teams/{own.public_id}/", f"/teams/{own.public_id}/players/{first.pk}/",
    )  # fmt: skip
    assert {page: size for page in pages if (size := css_of(client.get(page).content.decode())) > 30_000} == {}


def test_the_first_visit_is_light(chromium, live_server, season: Competition) -> None:
    """All that a browser fetches for a league's page, compressed as the web server does, with headers."""
    context = chromium.new_context(viewport={"width": DESK[0], "height": DESK[1]})
    page, fetched = context.new_page(), []
    page.on("response", lambda response: fetched.append(response))
    page.goto(f"{live_server.url}/leagues/{season.season.league.slug}/")
    page.evaluate("() => document.fonts.ready.then(() => undefined)")  # the last that a page fetches
    sizes = {each.url: sent(each.url, each.body()) for each in fetched}
    context.close()
    assert len(sizes) > 8
    assert sum(sizes.values()) + HEADERS * len(sizes) < 85_000, sizes


HEADERS = 400
"""The bytes of a style sheet's headers as gunicorn sends them over HTTP/1. A picture has more, a typeface fewer."""


def sent(address: str, body: bytes) -> int:
    """How many bytes are sent for a file: typefaces are compressed already."""
    return len(body) if address.endswith(".woff2") else len(brotli.compress(body))


def test_a_reader_chooses_the_dark_without_a_script(opened: Open, season: Competition) -> None:
    page = opened("/", size=DESK, script=False)
    page.locator(".menu > summary").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(17, 23, 19)"
    assert page.get_by_role("button", name="Dark", include_hidden=True).get_attribute("aria-pressed") == "true"
