"""The look in a real browser: what axe finds, what the content policy refuses, what fits on a phone and on paper."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from web import policy

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.urls("tests.look.urls"),
]

PHONE, DESK = (360, 740), (1280, 900)
PAGES = [
    "/look/everything/",
    "/look/charts/",
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/look/page/404/",
    "/look/page/500/",
]
PRESSED = ".btn, summary, .form-control, .form-select, .form-check, .bar a, .tabs a"

Open = Callable[..., Page]


@pytest.fixture
def sample_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample pages, open to everyone."""
    for route in ("look_everything", "look_charts", "look_page"):
        monkeypatch.setitem(policy.POLICY, route, policy.ANYBODY)


@pytest.fixture
def open_page(chromium: Browser, live_server, sample_pages: None) -> Iterator[Open]:
    """Opens an address of the running server; at the end, nothing may have been refused, missing or from elsewhere."""
    contexts, complaints = [], []

    def follow(request) -> None:
        if not request.url.startswith(live_server.url):
            complaints.append(f"fetched {request.url}")

    def answered(response) -> None:
        if response.status >= 400 and "/look/" not in response.url:
            complaints.append(f"{response.status} {response.url}")

    def opened(address: str, *, size: tuple[int, int] = PHONE, night: bool = False, script: bool = True) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if night else "light",
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("request", follow)
        page.on("response", answered)
        page.goto(live_server.url + address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "night"), [(PHONE, False), (DESK, True)], ids=["phone by day", "desk by night"])
@pytest.mark.parametrize("address", PAGES)
def test_axe_finds_nothing(open_page: Open, address: str, size: tuple[int, int], night: bool) -> None:
    page = open_page(address, size=size, night=night)
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("night", [False, True], ids=["by day", "by night"])
def test_the_letter_of_a_result_has_the_ink_of_its_field(open_page: Open, night: bool) -> None:
    """axe does not judge the contrast of single letters."""
    page = open_page("/look/charts/", night=night)
    inks = page.locator(".grid-cell > small").evaluate_all(
        "all => all.map(it => [getComputedStyle(it).color, getComputedStyle(it.parentElement).color])"
    )
    assert inks and all(letter == field for letter, field in inks)


@pytest.mark.thorough
@pytest.mark.parametrize("address", PAGES)
def test_a_page_fits_the_phone_and_the_thumb(open_page: Open, address: str) -> None:
    page = open_page(address)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    low = page.evaluate(
        """(pressed) => [...document.querySelectorAll(pressed)].filter(e => e.checkVisibility())
            .map(e => [e.textContent.trim() || e.name, Math.round(e.getBoundingClientRect().height * 10) / 10])
            .filter(([, height]) => height < 43.9)""",
        PRESSED,
    )
    assert low == []


@pytest.mark.thorough
@pytest.mark.parametrize("width", [360, 390, 760, 1280])
def test_text_in_charts_is_never_below_12_px(open_page: Open, width: int) -> None:
    page = open_page("/look/charts/", size=(width, 844))
    small = page.evaluate(
        """() => [...document.querySelectorAll('.chart-picture text')].filter(e => e.checkVisibility())
            .map(e => parseFloat(getComputedStyle(e).fontSize) * e.ownerSVGElement.getScreenCTM().a)
            .filter(size => size < 12)"""
    )
    assert small == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.thorough
def test_charts_are_as_wide_as_their_column_on_a_desk(open_page: Open) -> None:
    page = open_page("/look/charts/", size=(1440, 900))
    widths = page.evaluate(
        """() => [...document.querySelectorAll('.chart')]
            .map(e => e.parentElement.clientWidth - e.getBoundingClientRect().width)"""
    )
    assert widths and set(widths) == {0}


@pytest.mark.thorough
def test_a_wide_table_scrolls_under_its_first_column(open_page: Open) -> None:
    page = open_page("/look/everything/")
    region = page.locator(".table-scroll").first
    region.evaluate("region => { region.scrollLeft = 100; }")
    left = region.evaluate("region => region.getBoundingClientRect().left")
    name = page.locator("tbody .stay").first
    assert name.evaluate("cell => cell.getBoundingClientRect().left") - left < 2
    assert region.evaluate("region => region.scrollLeft") == 100


@pytest.mark.thorough
def test_the_focus_of_a_refused_form_is_on_its_errors(open_page: Open) -> None:
    page = open_page("/look/everything/")
    expect(page.locator(".error-summary:focus")).to_be_visible()


def test_a_link_in_a_notice_stands_within_its_sentence(open_page: Open) -> None:
    page = open_page("/look/everything/")
    within = page.evaluate(
        """() => {
            const link = document.querySelector('.notice-warning a'), words = document.createRange()
            words.selectNode(link.nextSibling)
            const [name, then] = [link.getClientRects(), words.getClientRects()].map(lines => [...lines].at(-1))
            return [link.getClientRects().length, then.left < name.right]
        }"""
    )
    assert within == [1, True]


def test_dark_mode_works_without_a_script(open_page: Open) -> None:
    def ground(page: Page) -> str:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    # evaluate works where the page's own scripts do not
    day = open_page("/look/everything/", script=False)
    night = open_page("/look/everything/", script=False, night=True)
    assert ground(day) == "rgb(244, 238, 223)"
    assert ground(night) == "rgb(17, 23, 19)"


def test_without_a_script_figures_unfold_and_there_is_no_print_button(open_page: Open) -> None:
    page = open_page("/look/everything/", script=False)
    figure = page.locator(".facts .figure").first
    figure.locator("summary").click()
    expect(figure.locator("table")).to_be_visible()
    expect(page.locator("[data-print]")).to_be_hidden()


@pytest.mark.thorough
def test_with_a_script_there_is_a_print_button(open_page: Open) -> None:
    expect(open_page("/look/everything/").locator("[data-print]")).to_be_visible()


@pytest.mark.thorough
def test_buttons_copy_a_link_and_tick_all_boxes(open_page: Open) -> None:
    page = open_page("/look/everything/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "https://example.org/join"
    all_or_none, ticked = page.get_by_role("button", name="Tick all, or none"), page.locator("[name=picked]:checked")
    for many in (3, 0):
        all_or_none.click()
        expect(ticked).to_have_count(many)


@pytest.mark.thorough
def test_signing_up_sends_the_time_zone_of_the_browser(open_page: Open) -> None:
    page = open_page("/accounts/signup/")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert zone and page.locator("[data-own-zone]").input_value() == zone


@pytest.mark.thorough
def test_the_skip_link_leads_to_the_content(open_page: Open) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip-link")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_a_printed_page_has_no_buttons(open_page: Open) -> None:
    page = open_page("/look/everything/", night=True)
    page.emulate_media(media="print", color_scheme="dark")
    for hidden in (".bar", ".btn", ".site-footer", ".tabs", ".page > .notice"):
        assert not page.locator(hidden).first.is_visible(), hidden
    assert page.locator("h1").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("h1").evaluate("e => getComputedStyle(e).color") == "rgb(0, 0, 0)"
    assert page.locator(".table-sheet a").first.evaluate("e => getComputedStyle(e).textDecorationLine") == "none"


def test_on_paper_what_comes_second_is_never_larger_than_the_figures_of_a_table(open_page: Open) -> None:
    page = open_page("/look/everything/")
    page.emulate_media(media="print")
    sizes = """selector => [...document.querySelectorAll(`main ${selector}`)].map(
        each => parseFloat(getComputedStyle(each).fontSize)
    )"""
    least = min(page.evaluate(sizes, "td"))
    for second in ("small", ".small-note", ".form-text"):
        assert max(page.evaluate(sizes, second), default=0) <= least, second


@pytest.mark.thorough
@pytest.mark.parametrize("script", [True, False], ids=["with a script", "without"])
def test_the_account_menu_opens_and_signs_out(
    open_page: Open, live_server, client, django_user_model, script: bool
) -> None:
    client.force_login(django_user_model.objects.create_user("griff", "griff@example.org", "a long password"))
    page = open_page("/accounts/login/", script=script)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page.goto(live_server.url)
    menu = page.locator("details.menu")
    menu.locator("summary").click()
    sign_out = page.get_by_role("button", name="Sign out")
    expect(sign_out).to_be_visible()
    if script:
        page.keyboard.press("Escape")
        expect(sign_out).to_be_hidden()
        menu.locator("summary").click()
    sign_out.click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


@pytest.mark.skipif("DUGOUT_PICTURES" not in os.environ, reason="only takes pictures: set DUGOUT_PICTURES to a folder")
@pytest.mark.parametrize("address", PAGES)
def test_a_picture_of_every_page_can_be_taken(open_page: Open, address: str) -> None:
    folder = Path(os.environ["DUGOUT_PICTURES"])
    folder.mkdir(parents=True, exist_ok=True)
    name = address.strip("/").replace("/", "-") or "home"
    for size in (PHONE, DESK):
        for night in (False, True):
            picture = folder / f"{name}-{size[0]}-{'night' if night else 'day'}.png"
            open_page(address, size=size, night=night).screenshot(path=picture, full_page=True)
            assert picture.stat().st_size > 10_000
    page = open_page(address, size=DESK)
    page.pdf(path=folder / f"{name}.pdf", format="A4", prefer_css_page_size=True)
