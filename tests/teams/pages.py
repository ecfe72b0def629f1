"""Forms as a browser sends them, for tests of the pages on which teams are built."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from teams.models import Team
from tests.leagues.cast import form_data


def url(page: str, team: Team) -> str:
    """The address of a page of a team."""
    return reverse(f"teams:{page}", args=[team.public_id])


def typed(team: Team, **fields: Any) -> dict[str, Any]:
    """The build form with a legal Human team, changed by ``fields`` (``_`` for ``-``); None leaves one out."""
    legal: dict[str, Any] = {
        "name": team.name,
        "version": team.version,
        "count-lineman": 7,
        "count-thrower": 1,
        "count-catcher": 1,
        "count-blitzer": 3,
        "count-ogre": 0,
        "rerolls": 2,
        "fan_factor": 3,
        "staff-apothecary": 1,
        "staff-cheerleader": 2,
        "staff-assistant_coach": 0,
    }
    sent = legal | {name.replace("__", "-"): value for name, value in fields.items()}
    return form_data(**{name: value for name, value in sent.items() if value is not None})


def text_of(response: HttpResponse) -> str:
    """The text of a page in one line, without markup."""
    return " ".join(" ".join(words(without_links(response.content.decode()))).split())


def without_links(html: str) -> str:
    """A page in which citations are no links, so that a full stop stands right after them."""
    return re.sub(r'<a class="cite"[^>]*>([^<]*)</a>', r"\1", html)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def words(html: str) -> Iterator[str]:
    """The texts between the tags."""
    parser = _Text()
    parser.feed(html)
    yield from parser.found


class _Fields(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.values: dict[str, str] = {}
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = dict(attrs)
        if tag == "input" and at.get("name"):
            if at.get("type") in ("radio", "checkbox") and "checked" not in at:
                return
            self.values[str(at["name"])] = at.get("value") or ""
        elif tag == "select":
            self._select = str(at.get("name") or "")
            self.values[self._select] = ""
        elif tag == "option" and "selected" in at:
            self.values[self._select] = at.get("value") or ""


def fields_of(response: HttpResponse) -> dict[str, str]:
    """The fields of a page with their values."""
    parser = _Fields()
    parser.feed(response.content.decode())
    return parser.values


def live_check(client: Client, team: Team, sent: dict[str, Any]) -> HttpResponse:
    """The answer of the live check, requested as htmx does."""
    return client.post(url("judge", team), sent, headers={"HX-Request": "true"})
