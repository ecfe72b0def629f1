"""``manage.py contact_sheet``: which pages a reader reaches, and their pictures."""

from pathlib import Path

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import CommandError, call_command
from django.core.wsgi import get_wsgi_application
from django.test import Client
from PIL import Image
from playwright.sync_api import Browser

from dugout.contact_sheet import pictures, sheets
from dugout.contact_sheet.crawl import pages_of, routes_without_page
from tests.leagues.cast import Cast, create_cast

pytestmark = pytest.mark.django_db


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
