"""The guide on a phone of 360 pixels, without scripts, and as a page to print: it fits, and everybody can use it."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rules import editions
from rules.guide.pages import guide_to
from tests.browser_pages import DESK, Open

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
FIRST, *_others, LAST = (edition.key for edition in editions.EDITIONS)


def last_with(page: str) -> str:
    """The last edition whose guide has the page."""
    return next(each.key for each in reversed(editions.EDITIONS) if page in guide_to(each.book).pages)


PAGES = [
    "/rules/",
    f"/rules/compare/?a={FIRST}&b={LAST}",
    f"/rules/{LAST}/",
    f"/rules/{LAST}/search/?q=re-roll",
    *(
        f"/rules/{FIRST}/{page}/"
        for page in ("lists", "lists/halfling", "skills", "stars", "injuries", "cards", "statements")
    ),
    *(
        f"/rules/{last_with(page)}/{page}/"
        for page in (
            "lists",
            "lists/slann",
            "league",
            "statements",
            "teams",
            "players",
            "match",
            "inducements",
            "after",
            "options",
            "more",
        )
    ),
]


def fits_and_is_accessible(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    assert page.evaluate(SIDEWAYS) is False
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("address", PAGES)
def test_a_page_fits_a_phone_and_is_accessible(opened: Open, address: str) -> None:
    fits_and_is_accessible(opened(address, person="coach"))


def test_a_table_of_figures_alone_fits_a_phone_without_scrolling(opened: Open) -> None:
    page = opened("/rules/first-1986/lists/human/")
    expect(page.locator("tr.only-p")).to_contain_text("Unsure:")
    tables = page.locator(".table-scroll").all()
    assert tables and all(each.evaluate("each => each.scrollWidth <= each.clientWidth") for each in tables)
    fits_and_is_accessible(page)


@pytest.mark.parametrize("key", [edition.key for edition in editions.EDITIONS])
def test_tables_of_positions_and_stars_are_read_on_a_phone_without_scrolling(opened: Open, key: str) -> None:
    pages = guide_to(editions.edition(key).book).pages
    longest = max((each for each in pages if each.startswith("lists/")), key=lambda each: len(repr(pages[each])))
    for address in (longest, *(["stars"] if "stars" in pages else [])):
        page = opened(f"/rules/{key}/{address}/")
        tables = page.locator(".table-scroll").all()
        assert tables and all(each.evaluate("each => each.scrollWidth <= each.clientWidth") for each in tables)
        row = page.locator(".guide-wide tbody tr").first
        if row.count():
            heads = row.locator("td.num").evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
            assert len(set(heads)) == 1, "the figures of a row stand in one line"
        assert page.evaluate(SIDEWAYS) is False


@pytest.mark.parametrize("key", [edition.key for edition in editions.EDITIONS])
def test_long_lists_have_more_room_than_single_words(opened: Open, key: str) -> None:
    pages = guide_to(editions.edition(key).book).pages
    longest = max((each for each in pages if each.startswith("lists/")), key=lambda each: len(repr(pages[each])))
    for address in (longest, *(["stars"] if "stars" in pages else [])):
        table = opened(f"/rules/{key}/{address}/", size=DESK).locator(".table-scroll").last
        heights = table.locator("tbody tr").evaluate_all("all => all.map(each => each.offsetHeight)")
        assert max(heights) <= 280
        assert address == "stars" or table.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_a_reader_searches_and_finds_without_scripts(opened: Open) -> None:
    page = opened(f"/rules/{FIRST}/", person="coach", script=False)
    page.fill("main input[name='q']", "right stuff")
    page.locator("main").get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Right Stuff", exact=True).first.click()
    expect(page.locator("tr#right-stuff")).to_be_in_viewport()


def test_nothing_but_the_tables_is_printed(opened: Open) -> None:
    page = opened(f"/rules/{FIRST}/after/", person="coach")
    page.emulate_media(media="print")
    expect(page.locator(".guide-search")).to_be_hidden()
    expect(page.get_by_role("heading", name="Winnings")).to_be_visible()
    page.emulate_media(media="screen")


def test_folded_parts_of_a_comparison_are_printed_under_their_names(opened: Open) -> None:
    page = opened(f"/rules/compare/?a={FIRST}&b={LAST}", person="coach")
    folded = page.locator("main details").first
    inner = folded.locator("table, p").first
    seen = "it => it.checkVisibility({contentVisibilityAuto: true})"
    assert inner.evaluate(seen) is False
    page.emulate_media(media="print")
    assert inner.evaluate(seen) is True
    expect(folded.locator("summary")).to_be_visible()
    page.emulate_media(media="screen")


def test_a_printed_page_names_its_book(opened: Open) -> None:
    page = opened(f"/rules/{LAST}/players/", person="coach")
    name = page.locator("main .guide-printed").get_by_text(editions.edition(LAST).book.name, exact=True)
    expect(name).to_be_hidden()
    page.emulate_media(media="print")
    expect(name).to_be_visible()
    page.emulate_media(media="screen")


@pytest.mark.parametrize("key", [each.key for each in editions.EDITIONS if "inducements" in guide_to(each.book).pages])
def test_what_teams_can_hire_fits_a_desk_and_is_no_column_of_single_words(opened: Open, key: str) -> None:
    page = opened(f"/rules/{key}/inducements/", size=DESK)
    assert page.evaluate(SIDEWAYS) is False
    long = "[...document.querySelectorAll('main td')].filter(each => each.innerText.length > 60)"
    assert page.evaluate(f"Math.min(...{long}.map(each => each.offsetWidth))") > 120
