"""The tabs of a league's pages. `templates/base.html` draws them.

Each room declares its tabs in its `routes.py`, and for each of its routes inside leagues the tab that is current on
it. The project collects them when it starts (`declare`), in the order in which pages show them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from web import policy
from web.errors import Text

NO_TAB = ""
"""The tab of a route that deliberately has none, since it draws no page (a picture, a file)."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of every league: its key, its label, and the route it opens, which takes only the league's slug."""

    key: str
    label: Text
    route: str


TABS: dict[str, Tab] = {}
"""Every tab by its key, in the order of the page."""
TAB_OF: dict[str, str] = {}
"""The key of the tab that is current on a route, by the route's name; `NO_TAB` for a route that has none."""


def declare(tabs: Iterable[Tab], routes: Mapping[str, Iterable[str]]) -> None:
    """Add tabs, and the routes on which each tab is current, by the tab's key."""
    TABS.update({tab.key: tab for tab in tabs})
    TAB_OF.update({route: key for key, under in routes.items() for route in under})


def league_tabs(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the league of the page, and the tabs that the user may open.

    Empty for a user who was not let in: an error page must not name a private league.
    """
    if not getattr(request, "let_in", False):
        return {}
    return {"league": request.league, "league_tabs": tabs_of(request, request.league)}


def tabs_of(request: HttpRequest, league: Any) -> list[dict[str, Any]]:
    """The tabs that the request's user may open."""
    current = TAB_OF.get(request.resolver_match.view_name)
    return [
        {"label": tab.label, "url": reverse(tab.route, args=[league.slug]), "current": tab.key == current}
        for tab in TABS.values()
        if policy.may(tab.route, request.league_roles, public=league.public)
    ]


def front_page(league: Any) -> str:
    """The address where a league begins: the page of its first tab."""
    return reverse(next(iter(TABS.values())).route, args=[league.slug])
