"""A street with the server at its end, for every journey."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.visitors import Visitors, visitors_of


@pytest.fixture
def visitors(chromium: Browser, live_server) -> Iterator[Visitors]:
    """Where people come from; at the end nothing may have gone wrong for any of them."""
    with visitors_of(chromium, live_server.url) as made:
        yield made
