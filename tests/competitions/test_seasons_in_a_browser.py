"""Trophies, play-offs, withdrawals and a season's end in a real browser: phone and desktop, light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from competitions.models import Competition, Season, Trophy
from competitions.trophies.trophies import keep_picture
from rules.journal import PointsEarned
from rules.sheet.sheet import counts
from teams.trading.takeovers import offer_team
from tests.browser_pages import DESK, PHONE, Open
from tests.competitions.competition_builders import (
    add_player_line,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.competitions.trophies.trophy_builders import hand, major, own, picture, upload
from tests.leagues.cast import Cast
from tests.teams import team_builders
from tests.thoroughness import part_of
from web.pictures import Picture, redrawn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/old-world-sunday-league"
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture
def division(cast: Cast) -> Competition:
    """Two divisions played, trophies handed over with gifts to come, somebody who is asked to take a team over."""
    orcs = team_builders.team_from_list(cast.league, cast.coach, "Gouged Eye of the Middle Mountains", "Orc")
    team_builders.add_entry(orcs, 2, lambda player: PointsEarned(player=player, spp=9, deeds=counts(touchdowns=3)))
    others = bare_teams(cast.league, 7)
    made = competition_in(cast.league, [orcs, *others[:3]], started=True, name="First Division")
    below = competition_in(cast.league, others[3:], started=True, name="Second Division")
    for competition in (made, below):
        for fixture in matches_of(competition):
            decide_match(fixture, 2, 1)
    boot = own(cast, "Golden Boot", description="For the coach who kicks best.")
    keep_picture(boot, drawn(600, 400))
    hand(cast, boot, orcs, prize=50_000)
    hand(cast, major(cast, "chaos_cup"), orcs)
    offer_team(team=orcs, by=cast.commissioner, to=cast.other_coach, reason="Gone to sea.")
    return made


def drawn(width: int, height: int) -> Picture:
    return redrawn(upload(picture(width, height)))


def addresses(division: Competition) -> list[str]:
    """All kinds of pages, for a commissioner."""
    boot = Trophy.objects.get(name="Golden Boot")
    team = division.entrants.first().team
    holding = Trophy.objects.get(key="chaos_cup").holdings.get()
    return [
        *(f"{LEAGUE}/trophies/{page}" for page in ("", "new/", "chaos_cup/", "chaos_cup/hand-over/")),
        *(f"{LEAGUE}/trophies/{boot.address}/{page}" for page in ("", "change/")),
        f"{LEAGUE}/trophies/spike/best-player/",
        f"/holdings/{holding.pk}/gifts/",
        f"{LEAGUE}/seasons/1/play-offs/",
        f"{LEAGUE}/seasons/1/end/?movers=1",
        f"/competitions/{division.public_id}/teams/",
        f"/competitions/{division.public_id}/teams/{team.public_id}/leave/",
        f"/teams/{team.public_id}/pass-on/",
        f"/teams/{team.public_id}/",
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "night"), [(PHONE, False), (PHONE, True), (DESK, False)])
def test_every_page_is_accessible_and_never_scrolls_sideways(
    opened: Open,
    division: Competition,
    size: tuple[int, int],
    night: bool,
) -> None:
    found: list[str] = []
    for address in part_of(addresses(division)):
        page = opened(address, size=size, night=night, person="commissioner")
        page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
        if page.evaluate(SIDEWAYS):
            found.append(f"{address} scrolls sideways")
        found += [
            f"{address}: {one['id']} {one['nodes'][0]['html'][:120]}" for one in Axe().run(page).response["violations"]
        ]
    assert found == []


@pytest.mark.thorough
def test_a_new_commissioner_closes_a_season_and_opens_the_next(
    opened: Open,
    division: Competition,
) -> None:
    page = opened(f"{LEAGUE}/seasons/1/", person="commissioner")
    page.get_by_role("link", name="Close the season").click()
    page.get_by_label("Teams promoted and relegated between two divisions").fill("1")
    page.get_by_role("button", name="Fill in").click()
    page.get_by_label("Clear “misses next match” for all players").check()
    page.get_by_role("button", name="Close season").click()
    expect(page.get_by_text("promoted")).to_be_visible()
    expect(page.get_by_text("relegated")).to_be_visible()
    page.get_by_role("link", name="Open the next season with its teams").click()
    page.get_by_label("Name").fill("Season 2")
    page.get_by_role("button", name="Open season").click()
    expect(page.get_by_role("heading", name="Season 2")).to_be_visible()
    made = Season.objects.get(name="Season 2")
    assert [each.entrants.count() for each in made.competitions.order_by("pk")] == [4, 4]


@pytest.mark.thorough
def test_semi_finals_are_drawn_and_the_draw_is_shown(opened: Open, division: Competition) -> None:
    page = opened(f"{LEAGUE}/seasons/1/play-offs/", person="commissioner")
    page.get_by_label("the four teams with the highest team value").check()
    page.get_by_label("Draw lots between level teams").check()
    page.get_by_label("Played for").select_option("Blood Bowl")
    page.get_by_role("button", name="Draw pairs").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    cup = Competition.objects.get(name="Play-offs")
    assert [fixture.match.stage for fixture in matches_of(cup)] == ["semi_final"] * 2


def test_who_would_play_is_read_on_a_phone_without_scrolling(opened: Open, division: Competition) -> None:
    page = opened(f"{LEAGUE}/seasons/1/play-offs/", person="commissioner")
    row = page.locator("main tbody tr").first
    ends = row.locator("td").evaluate_all("all => all.map(each => each.getBoundingClientRect().right)")
    assert len(ends) == 8 and max(ends) <= PHONE[0]
    heads = row.locator("td").evaluate_all("all => all.map(each => getComputedStyle(each, '::before').content)")
    assert heads[:2] == ['"Team value"', '"by team value"'] and heads[-1] == '"by points"'


def test_an_award_and_its_winner_take_two_lines_on_a_phone(opened: Open, division: Competition) -> None:
    """Its name with the number, and below it player and team, of which a long name goes on below its own beginning."""
    scorer = matches_of(division)[0].home.players.create(name="Snikkit Cheesethief")
    add_player_line(matches_of(division)[0], "home", scorer, touchdowns=2, spp=6)
    page = opened(f"{LEAGUE}/seasons/1/")
    box = page.locator("tr", has_text="Most touchdowns").bounding_box()
    assert box is not None and box["height"] <= 100
    assert not page.evaluate(SIDEWAYS)


def test_the_buttons_of_friendlies_stand_beside_a_long_sentence(opened: Open, division: Competition) -> None:
    page = opened(f"{LEAGUE}/friendlies/", person="commissioner", size=(800, 900))
    words, buttons = (page.locator(f".plain-head .{each}").bounding_box() for each in ("words", "page-actions"))
    assert words is not None and buttons is not None
    assert buttons["y"] + buttons["height"] <= words["y"] + words["height"]
