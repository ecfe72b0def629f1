"""A real browser for looking at pages, where there is one, with patience for a machine that is slow or busy."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

PATIENCE = 90_000
"""Milliseconds before a step counts as failed, and a page as not saying what it should."""
DEBOUNCE = 700
"""Milliseconds after which what was typed last has been sent off to be checked: more than any ``hx-trigger`` waits."""

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
        make_patient(browser)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


def make_patient(browser: Browser) -> None:
    """Give all that is expected of its pages, and every step on them, the time that a busy machine may need."""
    expect.set_options(timeout=PATIENCE)
    new_context = browser.new_context

    def patient_context(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        return context

    browser.new_context = patient_context


def settle(page: Page) -> None:
    """Wait until what was typed has been checked: leaving before would cut the check short, which is an error.

    The page's own clock is waited for: its timers go off in the order of their times, however late that is.
    """
    page.evaluate("wait => new Promise(done => setTimeout(done, wait))", DEBOUNCE)
    expect(page.locator(".htmx-request")).to_have_count(0)
