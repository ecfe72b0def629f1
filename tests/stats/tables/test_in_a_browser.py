"""Statistics in a real browser: axe finds nothing, they fit a phone, and the choices work there without a script."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from competitions.models import Competition, Season
from matches.models import MatchSide
from teams.models import Team
from tests.browser_pages import DESK, Open, opened
from tests.competitions.competition_builders import (
    add_player_line,
    bare_team,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast

__all__ = ["opened"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HAND = (390, 844)
ROW = "document.querySelector('.figures tbody tr').getBoundingClientRect()"
SEEN = """[...document.querySelectorAll('.figures tbody tr')]
    .filter(row => row.getBoundingClientRect().bottom <= innerHeight).length"""
FIRST = {HAND: 320, DESK: 360}
"""Where the first row begins at the latest, in CSS px."""
ROWS = {HAND: 11, DESK: 14}
"""How many rows are seen at once."""


@pytest.fixture
def division(cast: Cast) -> Competition:
    """Many players of teams with long and short names, one of them the coach's."""
    others = create_bare_teams(cast.league, *(f"The Quite Remarkable Team {number}" for number in range(5)))
    teams = [bare_team(cast.league, "Ravens", cast.coach), *others]
    competition = competition_in(cast.league, teams, started=True)
    for fixture in matches_of(competition)[:3]:
        for number in range(12):
            player = fixture.home.players.create(name=f"Bartholomew Longfellow {number}")
            did = {"touchdowns": number % 3, "casualties": number % 2, "completions": number}
            add_player_line(fixture, "home", player, number=number + 1, position="Blitzer", spp=number, **did)
        decide_match(fixture, 12, 0)
    return competition


def photograph(page: Page, name: str) -> None:
    """Save a picture if DUGOUT_PICTURES is set."""
    if folder := os.environ.get("DUGOUT_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.parametrize(("size", "night"), [(HAND, False), (DESK, True)], ids=["phone by day", "desk by night"])
def test_axe_finds_nothing_and_the_table_begins_early(
    opened: Open, cast: Cast, division: Competition, size: tuple[int, int], night: bool
) -> None:
    for kind in ("", "teams/", "coaches/", "lists/", "stars/"):
        page = opened(f"/leagues/{cast.league.slug}/statistics/{kind}", size=size, night=night)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        photograph(page, f"statistics-{kind.strip('/') or 'players'}-{size[0]}")
    page = opened(f"/leagues/{cast.league.slug}/statistics/", size=size, night=night)
    assert page.locator(".figures tbody tr").count() == 25
    assert page.evaluate(f"{ROW}.top") <= FIRST[size]
    assert page.evaluate(SEEN) >= ROWS[size]


def test_the_widest_table_fits_paper(opened: Open, cast: Cast, division: Competition) -> None:
    """A browser cuts off what is wider than its page; A4 without its margins has 703 px."""
    MatchSide.objects.update(winnings=50_000, team_value=1_250_000)  # without them two columns are left out
    page = opened(f"/leagues/{cast.league.slug}/statistics/teams/", size=(703, 1000))
    page.emulate_media(media="print")
    assert page.locator(".figures thead th").count() == 21
    right = "table => table.getBoundingClientRect().right"
    assert page.locator(".figures").evaluate(right) <= 703
    # Books that count throws of team-mates and landings have two columns more.
    page.locator(".figures tr").evaluate_all(
        "rows => rows.forEach(row => row.append(...[1, 2].map(() => row.cells[8].cloneNode(true))))"
    )
    assert page.locator(".figures thead th").count() == 23
    assert page.locator(".figures").evaluate(right) <= 703


def test_a_phone_opens_the_choices_as_a_sheet_without_a_script(opened: Open, cast: Cast, division: Competition) -> None:
    page = opened(f"/leagues/{cast.league.slug}/statistics/", size=HAND, script=False)
    team = page.get_by_label("Team", exact=True)
    expect(team).not_to_be_visible()
    page.locator(".choose > summary").click()
    team.select_option("Ravens")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("team="))
    assert page.locator(".figures tbody tr").count() in (0, 12)


def test_a_choice_takes_effect_at_once_beside_a_wide_table(opened: Open, cast: Cast, division: Competition) -> None:
    page = opened(f"/leagues/{cast.league.slug}/statistics/teams/", size=DESK)
    page.get_by_label("Coach", exact=True).select_option("coach")
    page.wait_for_url("**coach=**")
    expect(page.locator(".figures tbody tr")).to_have_count(1)
    expect(page.locator(".figures tbody tr.me")).to_have_count(1)


@pytest.mark.parametrize("size", [HAND, DESK], ids=["phone", "desk"])
def test_choices_above_records_ratings_and_pictures_need_no_button(
    opened: Open, cast: Cast, division: Competition, size: tuple[int, int]
) -> None:
    """The button is there for those without a script, but hidden."""
    league = cast.league
    Team.objects.filter(name__endswith="0").update(team_list="Ogre")
    Season.objects.filter(pk=division.season_id).update(state=Season.State.CLOSED)
    Season.objects.create(league=league, number=2, name="The Second", state=Season.State.OPEN)
    later = competition_in(league, list(Team.objects.filter(league=league)), started=True)
    decide_match(matches_of(later)[0], 1, 0)
    for kind in ("records", "records/streaks", "graveyard", "ratings", "rivalries", "head-to-head", "pictures"):
        page = opened(f"/leagues/{league.slug}/{kind}/", size=size)
        button = page.locator("form[data-filters] > button")
        expect(button, kind).to_have_count(1)
        expect(button, kind).to_be_hidden()
    page = opened(f"/leagues/{league.slug}/records/", size=size)
    page.locator("form[data-filters] select[name=list]").select_option("Ogre")
    page.wait_for_url("**list=Ogre**")
