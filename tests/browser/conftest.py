"""A street with the server at its end, for every journey."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.walking import Street, street


@pytest.fixture
def town(chromium: Browser, live_server) -> Iterator[Street]:
    """Where people come from; at the end nothing may have gone wrong for any of them."""
    with street(chromium, live_server.url) as made:
        yield made
