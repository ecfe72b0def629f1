"""Records, hall of fame, graveyard and cabinet in a real browser: axe finds nothing, and they fit a phone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from competitions.models import Competition
from competitions.trophies.trophies import make_trophy
from stats.honours.hall import Candidate, induct
from tests.browser_pages import DESK, LONG_WORD, Open, opened
from tests.competitions.competition_builders import (
    add_player_line,
    bare_teams,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast

__all__ = ["opened"]

pytestmark = [pytest.mark.browser, pytest.mark.costly, pytest.mark.django_db(transaction=True)]

HAND = (390, 844)
WHOLE = """selector => [...document.querySelectorAll(selector)]
    .filter(it => it.getBoundingClientRect().bottom <= innerHeight).length"""
PAGES = ("records/", "records/streaks/", "trophies/", "hall-of-fame/", "graveyard/")


@pytest.fixture
def remembered(cast: Cast) -> Competition:
    """Two seasons' worth of records, a dead player with a long name, a hall of three, and an own trophy."""
    league, by = cast.league, cast.commissioner
    competition = competition_in(league, bare_teams(league, 4), started=True)
    for place, fixture in enumerate(matches_of(competition)):
        decide_match(fixture, 5 - place, place, (place, 3))
        star, dead = (fixture.home.players.create(name=name) for name in (f"Star {place}", f"{LONG_WORD[:50]} {place}"))
        add_player_line(fixture, "home", star, completions=2 + place, touchdowns=2, spp=9 + place)
        add_player_line(fixture, "home", dead, casualties=2 + place, mvps=1, interceptions=2)
        add_player_line(fixture, "away", fixture.away.players.create(name="Late"), died=True, killed_by=star, number=3)
    team = fixture.home
    for candidate in (Candidate(name=team.name, team=team), Candidate(name=star.name, team=team, player=star)):
        induct(league=league, by=by, candidate=candidate, citation=" ".join(["They were the best of all."] * 10))
    make_trophy(league=league, by=by, name="The Golden Boot of the Riverside", description="", for_players=True)
    return competition


def test_long_names_of_competitions_to_choose_fit_a_phone(opened: Open, cast: Cast, remembered: Competition) -> None:
    season = remembered.season
    guests = create_bare_teams(cast.league, "Guests", "Others")
    competition_in(cast.league, guests, name="The Invitational Shield of the Far Southern Lands", started=True)
    for path in ("records/", "graveyard/"):
        page = opened(f"/leagues/{cast.league.slug}/{path}?season={season.number}", size=(360, 800))
        expect(page.get_by_label("Competition")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path


@pytest.mark.parametrize(("size", "night"), [(HAND, False), (DESK, True)], ids=["phone by day", "desk by night"])
def test_they_are_accessible_and_fit(
    opened: Open, cast: Cast, remembered: Competition, size: tuple[int, int], night: bool
) -> None:
    for path in PAGES:
        page: Page = opened(f"/leagues/{cast.league.slug}/{path}", person="commissioner", size=size, night=night)
        for unfold in page.locator(".rec-m > summary").all()[:3]:
            unfold.click()
        report = Axe().run(page)
        assert report.violations_count == 0, (path, report.generate_report())
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], path
        assert page.locator("h1").bounding_box()["y"] <= (110 if size == DESK else 80)  # type: ignore[index]  # it is shown
    page = opened(f"/leagues/{cast.league.slug}/records/", size=size, night=night)
    assert page.evaluate(WHOLE, ".rec") >= (12 if size == DESK else 4)
