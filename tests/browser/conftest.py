"""Visitors of the running server, for every journey."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.visitors import Visitors, visitors_of


@pytest.fixture
def visitors(chromium: Browser, live_server) -> Iterator[Visitors]:
    """Opens browsers for people; at the end none of them may have seen an error."""
    with visitors_of(chromium, live_server.url) as made:
        yield made
