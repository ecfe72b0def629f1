"""``manage.py contact_sheet``: which pages a reader reaches, their pictures, and what its check finds on them."""

import sys
from collections.abc import Callable, Iterable
from http.cookies import SimpleCookie
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import CommandError, call_command
from django.core.wsgi import get_wsgi_application
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser

from dugout.contact_sheet import check, pictures, sheets
from dugout.contact_sheet.crawl import FoundPage, pages_of, routes_without_page
from tests.competitions.competition_builders import bare_team
from tests.leagues.cast import Cast, create_cast

pytestmark = pytest.mark.django_db

SPOILED = """<!doctype html><html lang="en"><head><title>Spoiled</title><style>
  .faint { color: #666; } .wide { display: none; }
  @media (prefers-color-scheme: dark) { body { background: #222; } }
  @media (min-width: 1000px) { .wide { display: block; } }
</style></head><body>
  <header class="bar"><a href="/" aria-current="page">Home</a></header>
  <main><h1>One</h1><h1>Two</h1><nav class="tabs" aria-label="Pages"><a href="/">First</a></nav>
    <p id="same" class="faint">Grey</p><p id="same" style="width: 380px">Second</p><img src="/missing.png" alt="">
    <input class="wide">
    <script>undefined.nothing</script></main></body></html>"""


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


def test_a_visitor_reaches_public_pages_and_nothing_of_a_private_league(cast: Cast) -> None:
    found = {page.route: page.address for page in pages_of(Client(), ["/"])}
    assert found["competitions:league"].startswith("/leagues/")
    assert not any(cast.private.slug in address for address in found.values())
    assert "account_email" in routes_without_page(pages_of(Client(), ["/"]))


def test_of_two_addresses_with_one_route_the_first_is_taken(cast: Cast) -> None:
    member = Client()
    member.force_login(cast.commissioner)
    first = f"/leagues/{cast.private.slug}/"
    found = {page.route: page.address for page in pages_of(member, [first, "/"])}
    assert found["competitions:league"] == first


def test_an_address_to_begin_with_keeps_its_question(cast: Cast) -> None:
    """Some pages show all that they have only when something was chosen."""
    asked = f"/leagues/{cast.league.slug}/ratings/?who=coaches"
    found = {page.route: page.address for page in pages_of(Client(), [asked, "/"])}
    assert found["stats:ratings"] == asked


def test_an_unknown_account_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no account with the name nobody"):
        call_command("contact_sheet", str(tmp_path), "--as", "nobody")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_each_page_has_four_pictures_a_place_on_a_sheet_and_one_in_the_index(
    chromium: Browser, cast: Cast, tmp_path: Path
) -> None:
    reader = Client(HTTP_HOST="localhost")
    reader.force_login(cast.commissioner)
    wanted = ("competitions:league", "leagues:house_rules")
    pages = [page for page in pages_of(reader, [f"/leagues/{cast.league.slug}/"]) if page.route in wanted]
    shots = pictures.take(
        chromium,
        pages,
        tmp_path,
        cookies=reader.cookies,
        application=StaticFilesHandler(get_wsgi_application()),
        done=lambda page: None,
    )
    assert len(shots) == 8
    for size, width in (("phone", 390), ("desk", 1280)):
        for tone in ("light", "dark"):
            with Image.open(tmp_path / f"competitions-league-{size}-{tone}.png") as picture:
                assert picture.width == width
    assert sheets.write(shots, ["leagues:delete"], tmp_path) == [tmp_path / "sheet-01.png"]
    index = (tmp_path / "index.html").read_text()
    assert index.count("<img") == 8
    assert "leagues-house_rules-phone-dark.png" in index and "leagues:delete" in index


def test_what_a_page_still_asked_for_when_it_was_left_is_no_finding() -> None:
    hears: dict[str, Callable[..., object]] = {}
    noted: list[check.Finding] = []
    check._listen(SimpleNamespace(on=hears.__setitem__), "http://site", noted)
    for failure in ("net::ERR_ABORTED", "net::ERR_CONNECTION_REFUSED"):
        hears["requestfailed"](SimpleNamespace(url=f"http://site/{failure}", failure=failure))
    assert [(found.rule, found.where) for found in noted] == [("failed-request", "/net::ERR_CONNECTION_REFUSED")]


@pytest.mark.browser
def test_the_check_names_each_fault_and_the_windows_that_have_it(chromium: Browser) -> None:
    def application(environ: dict[str, Any], start: Callable[..., object]) -> Iterable[bytes]:
        there = environ["PATH_INFO"] == "/"
        start("200 OK" if there else "404 Not Found", [("Content-Type", "text/html")])
        return [SPOILED.encode() if there else b""]

    [(_page, found)] = check.check(chromium, [FoundPage("home", "/")], cookies=SimpleCookie(), application=application)
    everywhere = ["narrow", "phone light", "desk light"]
    windows = {(finding.rule, finding.where): names for finding, names in found.items()}
    assert windows["failed-request", "404 /missing.png"] == ["load"]
    assert windows["one-h1", "2 h1"] == everywhere
    assert windows["one-current-item", "nav.tabs: 0"] == everywhere
    assert windows["id-twice", "#same"] == everywhere
    assert windows["scrolls-sideways", "p#same"] == ["narrow"]
    assert windows["label", "input"] == ["desk light"]
    assert windows["color-contrast", ".faint"] == ["phone dark", "desk dark"]
    assert {rule for rule, _where in windows} >= {"script-error", "console-error"}


@pytest.mark.browser
@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
def test_the_check_finds_nothing_on_pages_of_a_league_with_a_coach_of_many_teams(chromium: Browser, cast: Cast) -> None:
    for number in range(6):
        bare_team(cast.league, f"{'Riverside Wanderers' * 2} {number}", cast.commissioner)
    reader = Client(HTTP_HOST="localhost")
    reader.force_login(cast.commissioner)
    wanted = ("home", "competitions:league", "leagues:settings", "leagues:members")
    pages = [page for page in pages_of(reader, [f"/leagues/{cast.league.slug}/", "/"]) if page.route in wanted]
    assert len(pages) == len(wanted)
    application = StaticFilesHandler(get_wsgi_application())
    checked = dict(check.check(chromium, pages, cookies=reader.cookies, application=application))
    assert checked == {page: {} for page in pages}


def test_the_check_says_how_to_install_axe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "axe_playwright_python.base", None)
    with pytest.raises(check.NoAxe, match=r"pip install -r requirements-dev\.txt"):
        check.axe()
