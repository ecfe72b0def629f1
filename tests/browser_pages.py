"""Pages in a real browser, opened by a person on a phone or a desktop; at the end, no page may have had an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.leagues.cast import Cast, signed_in

PHONE, DESK = (360, 740), (1280, 900)
Open = Callable[..., Page]
WIDER = """Array.from(document.querySelectorAll('body *'))
    .filter(it => it.scrollWidth > innerWidth && getComputedStyle(it).overflowX == 'visible')
    .map(it => `${it.tagName} ${it.className} ${it.name || ''} ${it.scrollWidth}`)"""
"""Finds what is wider than the window."""
LONG_WORD = "Wolfgangsebastianfriedrichalexandermaximilianvonundzuhohenst"
"""A name as long as a player's may be, without a place to break it."""


@contextmanager
def opening(chromium: Browser, site: str) -> Iterator[Open]:
    """Opens addresses of a site with a client's session; fails if a page had an error or a request was refused.

    A person has one browser of each kind, in which they go from page to page: to open one takes as long as many pages.
    """
    browsers: dict[tuple[object, ...], Page] = {}
    complaints: list[str] = []

    def open_page(
        client: Client, address: str, *, size: tuple[int, int] = PHONE, night: bool = False, script: bool = True
    ) -> Page:
        kind = (client.session.get(SESSION_KEY), size, night, script)
        if kind not in browsers:
            browsers[kind] = new_page(client, size, night, script)
        browsers[kind].goto(site + address)
        return browsers[kind]

    def new_page(client: Client, size: tuple[int, int], night: bool, script: bool) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if night else "light",
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        cookie = client.cookies[settings.SESSION_COOKIE_NAME]
        context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": site}])
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for page in browsers.values():
        page.context.close()
    assert complaints == [], complaints


def show_fields(page: Page) -> None:
    """The fields of a report, in the place of its shirts and events."""
    page.get_by_role("button", name="All fields").click()


@pytest.fixture
def opened(chromium: Browser, live_server, cast: Cast) -> Iterator[Open]:
    """Opens an address as a person of the cast, the coach unless another is named."""
    with opening(chromium, live_server.url) as open_page:

        def open_as(address: str, *, person: str = "coach", **look: Any) -> Page:
            return open_page(signed_in(cast[person]), address, **look)

        yield open_as
