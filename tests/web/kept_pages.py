"""Kept pages, compared with the same pages drawn without any cache."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.conf import settings
from django.test import Client, override_settings

NEW_EACH_TIME = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")[^"]*|(?<=name="command_id" value=")[^"]*')
NO_CACHE = {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}


def shown(browser: Client, address: str) -> str:
    """A page, without what is new each time that it is drawn."""
    response = browser.get(address)
    assert response.status_code == 200, (address, response.status_code)
    return NEW_EACH_TIME.sub("", response.content.decode())


def assert_up_to_date(browsers: Iterable[Client], *addresses: str) -> None:
    """Each page is the same for each of them whether it is drawn, kept, or drawn without any cache."""
    for browser in browsers:
        for address in addresses:
            first, again = shown(browser, address), shown(browser, address)
            with override_settings(CACHES={**settings.CACHES, "default": NO_CACHE}):
                assert shown(browser, address) == first == again, address
