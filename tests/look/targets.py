"""How high what is tapped is, measured in a browser."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

TOUCH = 44
"""Pixels: the least height of a target on a phone."""
LOW = Path(__file__).with_suffix(".js").read_text().rstrip().removesuffix(";")


def low(page: Page) -> list[str]:
    """What can be tapped on a page and is less than 44 px high, links inside sentences left out (WCAG 2.5.8)."""
    return [f"{path} ({words!r}): {height} px" for path, words, height in page.evaluate(LOW, TOUCH)]
