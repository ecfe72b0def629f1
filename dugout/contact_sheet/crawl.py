"""Finds one address for each kind of page that a reader reaches by following links."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from web.policy import POLICY

REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page: the name of its route, and the first address of it that was met."""

    route: str
    address: str


def pages_of(client: Client, starts: Iterable[str]) -> list[FoundPage]:
    """One page for each route that links lead to, by route's name; ``client`` says who reads.

    ``starts`` are the addresses to begin with: of two addresses with one route, the first is taken. Only what is read
    (GET) and answers with HTML counts. Query strings of links are left out, so a page is taken as it is without
    choices; those of ``starts`` are kept.
    """
    found: dict[str, FoundPage] = {}
    tried: set[str] = set()
    waiting = deque(starts)
    while waiting:
        address = waiting.popleft()
        route = _route_of(address)
        if address in tried or route is None or route in found:
            continue
        tried.add(address)
        answer = client.get(address)
        if answer.status_code in REDIRECTS:
            waiting.extendleft(_inside([answer.headers["Location"]], address))
        elif answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            found[route] = FoundPage(route, address)
            waiting.extend(_inside(_links_in(answer.content.decode()), address))
    return [found[route] for route in sorted(found)]


def routes_without_page(pages: Iterable[FoundPage]) -> list[str]:
    """Names of the site's routes that are not among the pages: they take posts, give files, or have no link here."""
    return sorted(POLICY.keys() - {page.route for page in pages})


def _route_of(address: str) -> str | None:
    try:
        route = resolve(urlsplit(address).path).view_name
    except Resolver404:
        return None
    return route if route in POLICY else None


def _inside(links: Iterable[str], address: str) -> Iterator[str]:
    """Paths of this site that links on the page at this address lead to."""
    for link in links:
        parts = urlsplit(urljoin(address, link))
        if not parts.scheme and not parts.netloc and parts.path.startswith("/"):
            yield parts.path


class _Links(HTMLParser):
    """Collects the targets of a page's links."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        target = dict(attrs).get("href")
        if tag == "a" and target:
            self.targets.append(target)


def _links_in(html: str) -> list[str]:
    parser = _Links()
    parser.feed(html)
    return parser.targets
