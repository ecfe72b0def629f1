"""People who go from page to page, each in their own browser, and check each page.

Where DUGOUT_PICTURES names a folder, pictures of the pages that a journey points out, and of everyone's last page, are
saved there.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect

from accounts.models import User
from tests.chromium import PATIENCE, settle
from tests.leagues.cast import signed_in

PHONE, LARGER_PHONE, DESK = (360, 740), (390, 844), (1280, 900)
PICTURES = os.environ.get("DUGOUT_PICTURES", "")
REPAINT = 500
"""Milliseconds in which a page is drawn again at another width."""

LOOK = """() => {
    const width = () => document.documentElement.scrollWidth;
    const main = document.querySelector('main') || document.body;
    const unfolded = [...main.querySelectorAll('details:not([open])')];
    const folded = width();
    unfolded.forEach(each => { each.open = true; });
    const open = width();
    const wider = [...main.querySelectorAll('*')]
        .filter(it => it.getBoundingClientRect().right > innerWidth + 1 && !it.closest('.table-scroll'))
        .map(it => `${it.tagName}.${it.className} ${it.getBoundingClientRect().right}`).slice(0, 5);
    unfolded.forEach(each => { each.open = false; });
    return {h1: document.querySelectorAll('h1').length, width: Math.max(folded, open), wider};
}"""
"""How wide a page is, with everything that folds folded and unfolded, and how many first headings it has."""


CUT_SHORT = ("htmx:afterRequest", "htmx:sendAbort")
"""What htmx says of a request that ended without an answer. If the server failed, it says `htmx:sendError` too."""


@dataclass
class Person:
    """A person with a browser; its errors are collected in ``errors``."""

    name: str
    site: str
    page: Page
    errors: list[str]

    def go(self, address: str) -> None:
        """Go to an address of the site."""
        self.page.goto(address if address.startswith("http") else self.site + address)
        self.look()

    def follow(self, link: str) -> None:
        """Follow a link by its text."""
        self.leave(lambda: self.one("link", link).click())

    def press(self, button: str) -> None:
        """Press a button that leads to another page."""
        self.leave(lambda: self.one("button", button).click())

    def unfold(self, words: str) -> None:
        """Open a folded part of the page."""
        self.page.locator("summary", has_text=words).click()

    def refused(self, button: str) -> None:
        """Press a button whose form comes back with errors; the browser reports that too."""
        self.press(button)
        give_up = time.monotonic() + PATIENCE / 1000
        while not (found := [each for each in self.errors if "422" in each]):
            assert time.monotonic() < give_up, self.errors
            self.page.wait_for_timeout(20)  # in which the browser may tell
        self.errors.remove(found[0])

    def leave(self, step: Callable[[], object]) -> None:
        """Take a step that leads to a page, and check that page."""
        with self.page.expect_navigation(timeout=PATIENCE):
            step()
        self.look()

    def one(self, role: str, words: str) -> Locator:
        """The first visible link or button with exactly this text, else containing it; the content comes first.

        Where a phone folds the parts of the site into a menu, the menu is opened if nothing else has the text.
        """
        main, menu = self.page.locator("main"), self.page.locator("button.bar-menu").locator("visible=true")
        for _each in range(2):
            for place, exact in ((main, True), (self.page, True), (main, False)):
                found = place.get_by_role(role, name=words, exact=exact).locator("visible=true")
                if found.count():
                    return found.first
            if menu.count():
                menu.click()
        raise AssertionError(f"no {role} {words!r} on {self.page.url}: {main.inner_text()}")

    def fill(self, **fields: str) -> None:
        """Type into fields by their labels (``_`` for a blank)."""
        for label, text in fields.items():
            self.field(label.replace("_", " ")).fill(text)

    def field(self, label: str) -> Locator:
        """The field with that label; a star may follow it."""
        return self.page.get_by_label(re.compile(rf"^\s*{re.escape(label)}\s*\*?\s*$"))

    def sees(self, words: str | re.Pattern[str]) -> None:
        """Check that the page shows this text."""
        expect(self.page.locator("main")).to_contain_text(words)

    def look(self) -> None:
        """Check that the page has one heading and fits the screen, folded and unfolded."""
        seen = self.page.evaluate(LOOK)
        size = self.page.viewport_size
        assert size
        if seen["h1"] != 1:
            self.errors.append(f"{self.name} sees {seen['h1']} first headings on {self.page.url}")
        if seen["width"] > size["width"]:
            self.errors.append(f"{self.page.url} is {seen['width']} px wide for {self.name}: {seen['wider']}")

    def settle(self) -> None:
        """Wait until what was typed has been checked."""
        settle(self.page)

    def picture(self, name: str) -> None:
        """Save pictures of the page, as on the person's phone and on a desk, if DUGOUT_PICTURES asks for them."""
        before = self.page.viewport_size
        if not PICTURES or not before:
            return
        for width, height in (DESK, (before["width"], before["height"])):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(REPAINT)
            self.page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png", full_page=True)
        self.page.set_viewport_size(before)


class Visitors:
    """Opens a browser for each person; none of them may see an error."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser, self.site = browser, site
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def person(self, name: str, *, script: bool = True, session: str = "", size: tuple[int, int] = PHONE) -> Person:
        """A person with a phone; ``session`` if they are signed in already."""
        width, height = size
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, java_script_enabled=script, reduced_motion="reduce"
        )
        self.contexts.append(context)
        if session:
            context.add_cookies([{"name": "sessionid", "value": session, "url": self.site}])
        context.on("request", self.note_request)
        page = context.new_page()
        page.on("console", self.note_message)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return Person(name, self.site, page, self.errors)

    def visit_as(self, user: User, *, script: bool = True, size: tuple[int, int] = PHONE) -> Person:
        """Somebody who is signed in already."""
        session = signed_in(user).cookies[settings.SESSION_COOKIE_NAME].value
        return self.person(user.username, script=script, session=session, size=size)

    def note_request(self, request: Request) -> None:
        """Everything comes from the site itself."""
        if not request.url.startswith((self.site + "/", "data:", "blob:")):
            self.errors.append(f"asked elsewhere: {request.url}")

    def note_message(self, said: ConsoleMessage) -> None:
        """Check that nothing was missing, forbidden or broken; the browser reports all of these.

        A check that ends because its reader goes to another page is none of these. htmx names it twice.
        """
        if said.type == "error" and not said.text.startswith(CUT_SHORT):
            self.errors.append(f"{said.text} ({said.location.get('url')})")

    def close(self) -> None:
        """Close all browsers, after a picture of each last page if pictures are wanted."""
        for number, context in enumerate(self.contexts):
            if PICTURES:
                context.pages[0].screenshot(path=Path(PICTURES) / f"last-{number}.png", full_page=True)
            context.close()


@contextmanager
def visitors_of(browser: Browser, site: str) -> Iterator[Visitors]:
    """Visitors of a server; at the end none of them may have seen an error."""
    made = Visitors(browser, site)
    yield made
    made.close()
    if made.errors:
        pytest.fail("\n".join(made.errors), pytrace=False)
