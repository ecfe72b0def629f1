"""A real browser for looking at pages, where there is one."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium, headless; the test skips where none is installed."""
    program = os.environ.get("DUGOUT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Chromium found (install chromium, or set DUGOUT_CHROMIUM)")
    # Playwright keeps an event loop in this thread, which Django would take for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        except Error as why:
            pytest.skip(f"{program} does not start: {why}")
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
