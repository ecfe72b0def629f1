"""Rows of tables and lists: high enough to be met, and no higher; and how many players that shows at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from playwright.sync_api import Browser

from accounts.models import User
from dugout.contact_sheet.crawl import pages_of
from dugout.demo import season
from leagues.models import League
from matches.models import Match
from teams.models import Team
from tests.browser_pages import opening
from tests.look.veterans import DESK, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.costly, pytest.mark.django_db(transaction=True)]

LOWEST, HIGHEST = 36, 45
"""Pixels: 44, and the line below a row."""
WRONG = Path(__file__).with_name("rows.js").read_text().rstrip().removesuffix(";")
UNFOLD = "all => all.forEach(it => { it.open = true; })"
FOLDED = "main details:not(.menu, .choose, .figure, .why, .others, .skill, td *, th *)"
"""What folds and has rows of its own. A sum, a reason and a note are not rows of the table that they unfold in."""
EXCUSED = {
    ".figure-sum tr": "the sum of a figure, which leads nowhere",
    ".table-settings tr, .table-fits:not(.awarded) tr": "rules in whole sentences",
    ".awarded tr:has(.winner + .winner)": "who shares an award, as many as there are",
    ".roster tr": "as many skills as a player has; the rows that are seen at once are counted in test_measures",
    ".rows > li:has(.btn)": "a button is as high as a thumb",
    ".rows > li:has(time):not(.notices > li)": "news and entries of a log in sentences",
    ".fixtures > li:has(.note > a)": "what a coach may do with a match stands below its date",
    ".chart-figures table:not(.chart-numbers) tr": "as many names as share a place in a chart",
    "tr:has(th ul)": "the details of an entry in a team's history",
}
"""Rows that may be higher, each with the reason."""
SENTENCES = ("guide:", "leagues:create", "leagues:add_book", "accounts:delete")
"""Beginnings of the names of pages whose rows are sentences: rules of a book, what to do before one leaves."""


ZEROS = """() => [...document.querySelectorAll("main td:not(.figure-sum *)")]
    .filter(it => /^0( %|\\.0)?$/.test(it.textContent.trim()) && !it.querySelector("i.z"))
    .map(it => it.closest("tr").innerText)"""
"""Cells of tables that show a zero."""


def test_rows_are_between_36_and_44_pixels_high_and_zeros_dots(chromium: Browser, live_server) -> None:
    season.make(seed=season.SEED, rounds=season.ROUNDS, say=lambda line: None)
    client = Client()
    client.force_login(User.objects.get(username="nora"))
    league, closed = League.objects.get(), Match.objects.filter(state=Match.State.CLOSED)[0]
    starts = (f"/matches/{closed.public_id}/", f"/leagues/{league.slug}/", "/")
    found = {}
    with opening(chromium, live_server.url) as open_page:
        for each in pages_of(client, starts):
            if each.route.startswith(SENTENCES):
                continue
            page = open_page(client, each.address, size=DESK)
            page.locator(FOLDED).evaluate_all(UNFOLD)
            wrong = page.evaluate(WRONG, [LOWEST, HIGHEST, ", ".join(EXCUSED)])
            if wrong := [*wrong, *page.evaluate(ZEROS)]:
                found[f"{each.route} {each.address}"] = wrong
    assert not found, "\n".join(f"{page}: {rows}" for page, rows in found.items())


SEEN = """rows => [rows.length, rows.filter(it => it.getBoundingClientRect().bottom <= innerHeight).length]"""
CUT = "all => all.filter(it => it.scrollHeight > it.clientHeight + 1).length"


@pytest.mark.parametrize("edition", ["bb2020", "bb2025"])
def test_players_of_every_team_are_in_the_first_window(chromium: Browser, live_server, edition: str) -> None:
    """Eleven on a desk and eight on a phone, by the books whose players have most skills; some teams are in a match."""
    season.make(seed=season.SEED, rounds=season.ROUNDS, say=lambda line: None, edition=edition)
    client = Client()
    client.force_login(User.objects.get(username="nora"))
    few, in_a_match, cut = {}, 0, ""
    with opening(chromium, live_server.url) as open_page:
        for team in Team.objects.all():
            for size, aim in ((DESK, 11), (PHONE, 8)):
                page = open_page(client, address := f"/teams/{team.public_id}/", size=size)
                players, seen = page.locator(".t.roster > tbody > tr").evaluate_all(SEEN)
                if seen < min(aim, players):
                    few[team.name, size] = f"{seen} of {players}"
                in_a_match += page.locator(".notice-brief").count()
                assert page.locator(".team-roster .scroll").evaluate("it => it.scrollWidth <= it.clientWidth")
                if page.locator(".called small").evaluate_all(CUT):
                    cut = address
        assert not few and in_a_match and cut
        page = open_page(client, cut, size=PHONE, script=False)
        page.locator(".all-skills > summary").click()
        assert page.locator(".called small").evaluate_all(CUT) == 0
