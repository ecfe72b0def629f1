"""What an open page that waits asks the server, and how it is answered."""

import re
from html import unescape
from typing import Any

from django.test import Client

ASKS = re.compile(r'<div id="page-waits" data-waiting hx-get="([^"]+)"')


def asked_at(client: Client, page: str) -> str:
    """Where an open page asks whether it still shows how things stand."""
    found = ASKS.search(client.get(page).content.decode())
    assert found is not None, f"{page} does not ask"
    return unescape(found[1])


def asks_again(client: Client, address: str) -> Any:
    """The answer to a page that asks."""
    return client.get(address, headers={"HX-Request": "true"})
