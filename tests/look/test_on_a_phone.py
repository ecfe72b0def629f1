"""What has to fit on a phone: tables that need no sideways scroll, and figures clear of their row's edge."""

from __future__ import annotations

import pytest

from competitions.models import Competition
from tests.browser_pages import Open, opened
from tests.competitions.competition_builders import add_player_line, bare_team, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import cast, shared_cast
from tests.look.veterans import DESK, NAMES, PHONE, own_team, veterans

__all__ = ["cast", "opened", "shared_cast", "veterans"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EDGE = 5
"""Pixels that the edge in a team's colours takes of its row."""
GAPS = """all => all.map(cell => {
    const words = document.createRange();
    words.selectNodeContents(cell.querySelector("b") ?? cell);
    return words.getBoundingClientRect().left - cell.closest("tr").getBoundingClientRect().left;
})"""


APART = """all => Math.max(...all.flatMap(it => Array.from({ length: 12 }, () => {
    it.querySelector("a").append(" more");
    const rows = [...it.childNodes].flatMap(each => {
      const words = document.createRange();
      words.selectNodeContents(each);
      return [...words.getClientRects()].map(row => row.bottom);
    }).sort((one, other) => one - other);
    return Math.max(...rows.slice(1).map((row, at) => row - rows[at]));
})))"""
"""Pixels: how far the lines of a text are apart at most while the link in it grows."""


@pytest.fixture
def season(cast: Cast) -> Competition:
    """Ten teams, of which two have played: ten players did something in that match."""
    teams = [bare_team(cast.league, name) for name in NAMES]
    made = competition_in(cast.league, teams, started=True, name="Riverside Championship")
    fixture = matches_of(made)[0]
    decide_match(fixture, 2, 1)
    for number in range(1, 15):
        player = fixture.home.players.create(name=f"Player {number}")
        add_player_line(fixture, "home", player, number=number, position="Blitzer", spp=number, touchdowns=number)
    return made


def test_places_of_two_digits_stand_clear_of_the_edge_of_their_row(opened: Open, season: Competition) -> None:
    league = f"/leagues/{season.season.league.slug}/"
    season_page = f"{league}seasons/{season.season.number}/"
    for address in (league, season_page, f"/competitions/{season.public_id}/", f"{league}statistics/"):
        page = opened(address, size=PHONE)
        gaps = page.locator(".t tr.k > :is(.pl, .rk)").evaluate_all(GAPS)
        assert len(gaps) >= 10 and min(gaps) >= EDGE + 2, address


def test_a_squad_through_the_seasons_fits_on_a_phone(opened: Open, veterans: Competition) -> None:
    own = own_team(veterans)
    fixture = next(each for each in matches_of(veterans) if own.pk in (each.home_id, each.away_id))
    side, other = ("home", fixture.away) if fixture.home_id == own.pk else ("away", fixture.home)
    dead = own.players.create(name="Siegfried von Hohenschwangau")
    killer = other.players.create(name="Torstein Wave-Rider")
    add_player_line(fixture, side, dead, number=7, position="Blitzer", spp=3, died=True, killed_by=killer)
    for width in (PHONE[0], 360):
        page = opened(f"/teams/{own.public_id}/record/", size=(width, PHONE[1]))
        table = page.locator(".squad-seasons")
        assert table.evaluate("it => it.offsetWidth <= it.parentElement.clientWidth")
        assert table.get_by_text("killed by").locator("visible=true").count() == 1


def test_words_around_a_link_wrap_as_one_text(opened: Open, veterans: Competition) -> None:
    own = own_team(veterans)
    fixture = next(each for each in matches_of(veterans) if own.pk in (each.home_id, each.away_id))
    dead = own.players.create(name="Udo")
    side = "home" if fixture.home_id == own.pk else "away"
    add_player_line(fixture, side, dead, number=7, position="Blitzer", spp=9, died=True)
    league = f"/leagues/{veterans.season.league.slug}/"
    pages = {
        f"{league}graveyard/": ".stone small:has(a)",
        f"{league}records/": ".rec-t small:has(a)",
        f"/teams/{own.public_id}/history/": ".entry-text:has(a)",
    }
    for address, texts in pages.items():
        assert 10 < opened(address, size=PHONE).locator(texts).evaluate_all(APART) < 24, address


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_gravestones_beside_each_other_are_of_one_height(
    opened: Open, veterans: Competition, size: tuple[int, int]
) -> None:
    own = own_team(veterans)
    fixture = next(each for each in matches_of(veterans) if own.pk in (each.home_id, each.away_id))
    side = "home" if fixture.home_id == own.pk else "away"
    for number, name in enumerate(("Udo", "Siegfried Maximilian von und zu Hohenschwangau the Second"), start=7):
        dead = own.players.create(name=name)
        add_player_line(fixture, side, dead, number=number, position="Blitzer", died=True)
    page = opened(f"/leagues/{veterans.season.league.slug}/graveyard/", size=size)
    heights = page.locator(".stone").evaluate_all("all => all.map(it => it.getBoundingClientRect().height)")
    assert len(heights) == 2 and heights[0] == heights[1]


def test_a_key_explains_the_columns_that_a_phone_shows(opened: Open, veterans: Competition) -> None:
    statistics = f"/leagues/{veterans.season.league.slug}/statistics/teams/"
    table = f"/competitions/{veterans.public_id}/table/"
    for address in (statistics, table):
        explained = {}
        for size in (PHONE, DESK):
            page = opened(address, size=size)
            heads = page.locator(".t thead abbr").locator("visible=true").all_inner_texts()
            explained[size] = page.locator(".legend dt").locator("visible=true").all_inner_texts()
            assert {*explained[size]} - {"W D L"} <= {*heads}, (address, size)
        assert 0 < len(explained[PHONE]) < len(explained[DESK]), address


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_tiles_of_a_record_are_of_one_width(opened: Open, veterans: Competition, size: tuple[int, int]) -> None:
    page = opened(f"/teams/{own_team(veterans).public_id}/record/", size=size)
    widths = page.locator(".strip > div").evaluate_all("all => all.map(it => it.offsetWidth)")
    assert len(widths) >= 6 and max(widths) - min(widths) <= 1


def test_help_of_a_team_list_stands_below_its_field(opened: Open, cast: Cast) -> None:
    page = opened(f"/leagues/{cast.league.slug}/rules/lists/list/", person="commissioner", size=DESK)
    fields = page.locator(".grid-field:has(.form-text)").evaluate_all(
        """all => all.map(it => it.querySelector(".form-text").getBoundingClientRect().top
            - it.querySelector(".form-control").getBoundingClientRect().bottom)"""
    )
    assert fields and min(fields) >= 0
    edges = page.locator(".grid-field").evaluate_all(
        """all => all.map(it => it.querySelector(".form-label").getBoundingClientRect().left
            - it.getBoundingClientRect().left)"""
    )
    assert max(edges) == 0
