"""The bar of every page, the tabs of a league's pages, and rows of links that several rooms fill.

Each room declares its tabs in its `routes.py`, and for each of its routes inside leagues the tab that is current on
it. The project collects them when it starts (`declare`), in the order in which pages show them. A tab with `bar` is
also a part of the league in the bar, on all pages of the league. Outside leagues the bar has the parts of the site
(`SITE_PARTS`), which the project declares. `templates/base.html` draws bar and tabs.

A row has links of several rooms, such as the tabs of a team: each room declares its own in its `routes.py`, and no
template names a page of a room above it. Templates draw a row with the tag `{% row %}`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpRequest

from web import policy
from web.addresses import address
from web.errors import Text

NO_TAB = ""
"""The tab of a route that deliberately has none, since it draws no page (a picture, a file)."""
FRONT = "league"
"""The tab that is current in the bar on pages whose own tab is not in it."""


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of every league: its key, its label, and the route it opens, which takes only the league's slug.

    ``bar`` is its label in the bar; empty for a tab that is not there. ``listed``: in the row of tabs.
    """

    key: str
    label: Text
    route: str
    bar: Text = ""
    listed: bool = True


@dataclass(frozen=True, slots=True)
class SitePart:
    """A part of the site in the bar: its label, the route it opens, and the apps whose pages belong to it."""

    label: Text
    route: str
    apps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowLink:
    """A link in a row: its key, its label, the route it opens, and its place in the row.

    The route takes what the row is about. ``icon`` is its picture, in a row that shows pictures.
    """

    key: str
    label: Text
    route: str
    place: int
    icon: str = ""


Declared = RowLink | tuple[str, Text, str, int]
"""A link of a row as a room declares it. Rooms below this one write a tuple."""


class Link(NamedTuple):
    """A link that a room adds to a page of a room below, as that room's `extensions.py` asks for it."""

    label: Text
    url: str


TABS: dict[str, Tab] = {}
"""Every tab by its key, in the order of the page."""
TAB_OF: dict[str, str] = {}
"""The key of the tab that is current on a route, by the route's name; `NO_TAB` for a route that has none."""
SITE_PARTS: list[SitePart] = []
ROWS: dict[str, list[RowLink]] = {}
"""The rows of links by their keys, each in its order:

- `account`: the tabs of the user's own pages; `menu`: their menu in the bar; `footer`: that of every page
- `league`: more pages of a league, on its front page; `records`: the tabs of a league's records. By the league's slug.
- `team`, `competition`: the tabs of their pages, by their public id
"""


def declare(
    tabs: Iterable[Tab], routes: Mapping[str, Iterable[str]], rows: Mapping[str, Iterable[Declared]] | None = None
) -> None:
    """Add tabs, the routes on which each tab is current, by the tab's key, and links to rows, by the row's key."""
    TABS.update({tab.key: tab for tab in tabs})
    TAB_OF.update({route: key for key, under in routes.items() for route in under})
    for key, declared in (rows or {}).items():
        links = [link if isinstance(link, RowLink) else RowLink(*link) for link in declared]
        ROWS[key] = sorted([*ROWS.get(key, ()), *links], key=lambda link: link.place)


def row(key: str, *about: Any, current: str = "") -> list[dict[str, Any]]:
    """The links of a row that is ``about`` something; the one with the key ``current`` is current."""
    return [
        {"label": link.label, "url": address(link.route, *about), "current": link.key == current, "icon": link.icon}
        for link in ROWS[key]
    ]


def league_tabs(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the bar; the league of the page, and the tabs that the user may open.

    ``tab_page`` is true on the page of a tab itself. A user who was not let in gets only the bar of the site: an error
    page must not name a private league.
    """
    match = getattr(request, "resolver_match", None)
    route = match.view_name if match else ""
    if not getattr(request, "let_in", False):
        return {"bar": _site_bar(request, route, match.app_name if match else "")}
    league = request.league
    tab = TABS.get(TAB_OF.get(route, NO_TAB))
    return {
        "league": league,
        "league_tabs": tabs_of(request, league),
        "tab_page": tab is not None and tab.listed and tab.route == route,
        "bar": _league_bar(request, league, route),
    }


def tabs_of(request: HttpRequest, league: Any) -> list[dict[str, Any]]:
    """The tabs that the request's user may open."""
    current = TAB_OF.get(request.resolver_match.view_name)
    return [
        {"label": tab.label, "url": address(tab.route, league.slug), "current": tab.key == current}
        for tab in TABS.values()
        if tab.listed and policy.may(tab.route, request.league_roles, public=league.public)
    ]


def _league_bar(request: HttpRequest, league: Any, route: str) -> dict[str, Any]:
    """The parts of a league; one of them is always current."""
    key = TAB_OF.get(route, NO_TAB)
    current = TABS[key] if key in TABS and TABS[key].bar else TABS.get(FRONT)
    shown = [tab for tab in TABS.values() if tab.bar]
    return {
        "current": "",
        "front": front_page(league),
        "back": _back(request),
        "parts": [
            _item(tab.bar, address(tab.route, league.slug), _mark(tab == current, exactly=tab.route == route))
            for tab in shown
            if policy.may(tab.route, request.league_roles, public=league.public)
        ],
    }


def _site_bar(request: HttpRequest, route: str, app: str) -> dict[str, Any]:
    """The parts of the site that the user may open. If none of them is current, an account's page or the name is."""
    roles = policy.site_roles(getattr(request, "user", None))
    shown = [part for part in SITE_PARTS if policy.rule_of(part.route).roles & roles]
    here = next((part for part in shown if app in part.apps), None)
    current = ""
    if here is None:
        own = route.startswith("account_") or app in {link.route.partition(":")[0] for link in ROWS["account"]}
        current = "home" if not own else "account" if "user" in roles else route
        if current not in ("home", "account", "account_signup"):
            current = "account_login"
    parts = [_item(part.label, address(part.route), _mark(part == here, exactly=part.route == route)) for part in shown]
    return {"current": current, "exact": route == current, "back": _back(request), "parts": parts}


def _item(label: Text, url: str, current: str) -> dict[str, Any]:
    return {"label": label, "url": url, "current": current}


def _mark(current: bool, *, exactly: bool) -> str:
    """What `aria-current` says: the page itself, or the part it belongs to."""
    return "" if not current else "page" if exactly else "true"


def _back(request: HttpRequest) -> str:
    """Where signing in leads back to; empty for pages that cannot be opened again, or are about accounts."""
    return request.get_full_path() if request.method == "GET" and "/accounts/" not in request.path else ""


def front_page(league: Any) -> str:
    """The address where a league begins: the page of its first tab."""
    return address(next(iter(TABS.values())).route, league.slug)
