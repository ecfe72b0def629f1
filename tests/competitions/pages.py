"""The text of pages of leagues and competitions, for tests."""

import re
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from leagues.models import League
from tests.leagues.cast import signed_in


def words(response: Any) -> str:
    """The text of a page without tags."""
    page = re.sub(r"<(script|style|title)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def main_of(response: Any) -> str:
    """The text of a page's main part."""
    page = response.content.decode()
    start, end = page.index("<main"), page.index("</main>")
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page[start:end]))


def front(league: League, user: User | None = None) -> str:
    response = signed_in(user).get(f"/leagues/{league.slug}/")
    assert response.status_code == 200
    return main_of(response)


MOST_QUERIES = 12


def queries_of(client: Client, url: str) -> int:
    """With a filled cache; the lowest of three counts, since a cache can lose values."""
    assert client.get(url).status_code == 200
    counts = []
    for _again in range(3):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url).status_code == 200
        counts.append(len(queries))
    return min(counts)
