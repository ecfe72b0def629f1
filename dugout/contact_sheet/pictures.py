"""Takes pictures of pages with a headless browser: on a phone and on a desk, in light and in dark."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from pathlib import Path
from threading import Thread
from typing import Any
from wsgiref.types import WSGIApplication

from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

from dugout.contact_sheet.crawl import FoundPage

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
SIZES = {"phone": (390, 844), "desk": (1280, 800)}
"""Width and height of the window, in CSS pixels."""
SCREENS = 3
"""A picture shows so many screens of a long page."""


class NoBrowser(Exception):
    """Pictures cannot be taken here; the message says what is missing and how to get it."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a page."""

    page: FoundPage
    size: str
    dark: bool
    file: Path


@contextmanager
def opened_browser() -> Iterator[Any]:
    """A headless Chromium. Raises NoBrowser where there is no Chromium or no Playwright."""
    program = os.environ.get("DUGOUT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        raise NoBrowser("no Chromium found: install it (Debian: `apt-get install chromium`), or set DUGOUT_CHROMIUM.")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing = "Playwright is not installed: `.venv/bin/python -m pip install -r requirements-dev.txt`."
        raise NoBrowser(missing) from None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        browser.close()


def take(
    browser: Any,
    pages: Sequence[FoundPage],
    folder: Path,
    *,
    cookies: SimpleCookie,
    application: WSGIApplication,
    done: Callable[[FoundPage], object],
) -> list[Shot]:
    """Save four pictures of each page in a folder, as PNG files; ``done`` is called after each page.

    ``cookies`` are those of the reader.
    """
    shots: list[Shot] = []
    with serving(application) as site:
        windows = {(size, dark): window(browser, size, dark, site, cookies) for size in SIZES for dark in (False, True)}
        for page in pages:
            for (size, dark), opened in windows.items():
                file = folder / f"{page.route.replace(':', '-')}-{size}-{'dark' if dark else 'light'}.png"
                _picture(opened, site + page.address, size, file)
                shots.append(Shot(page, size, dark, file))
            done(page)
        for opened in windows.values():
            opened.context.close()
    return shots


@contextmanager
def serving(application: WSGIApplication) -> Iterator[str]:
    """Answer requests on a free port of this machine; gives the address."""
    server = ThreadedWSGIServer(("127.0.0.1", 0), _QuietHandler)
    server.set_app(application)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://localhost:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _QuietHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


def window(browser: Any, size: str, dark: bool, site: str, cookies: SimpleCookie) -> Any:
    """A window of one of the sizes, in light or dark, in which ``site`` is read with these cookies."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce",
    )
    if cookies:
        context.add_cookies([{"name": each.key, "value": each.value, "url": site} for each in cookies.values()])
    return context.new_page()


def _picture(window: Any, address: str, size: str, file: Path) -> None:
    width, height = SIZES[size]
    window.goto(address, wait_until="load")
    whole = window.evaluate("Math.max(document.body.scrollHeight, innerHeight)")
    clip = {"x": 0, "y": 0, "width": width, "height": min(whole, SCREENS * height)}
    window.screenshot(path=file, full_page=True, clip=clip)
