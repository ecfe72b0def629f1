"""Gives each page the style sheets of the parts that it has, and no others.

Every page has the sheets of `components/_head_links.html`. The sheet of a part says in its first line what it is for:
`/* .steps .step-mark: the steps of a sequence. */`. It is linked where something has one of these classes; `.die*` is
for `die` and all `die-...`, `<fieldset` for an element. A part that htmx fetches has its links in a header, from which
`dugout.js` adds those that the page has not got. A page that gets parts later by other scripts names their classes in
its head: `<meta name="parts" content="figure die">`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static

from web.drawing.ready import ReadyPage

HEAD = re.compile(r"/\* ((?:[.<][\w*-]+ ?)+): ")
CLASSES = re.compile(rb' class="([^"]+)"')
TAGS = re.compile(rb'<(?:(aside|blockquote|code|fieldset|legend|pre|progress)|meta name="parts" content="([^"]+)")')
"""Elements that sheets name, and the classes of parts that come later. Both searches begin with fixed letters, which
makes them four times as fast as one for either."""
PLACE = b"<!-- parts -->"
"""Where the links go: behind the sheets of every page, before those of this page alone."""
HEADER = "Style-Sheets"
"""The links of a part that htmx fetched."""
FIRST = "components"
"""Sheets of this folder come first: the others may change what is in them."""


@dataclass(frozen=True, slots=True)
class PartSheet:
    """A style sheet, by its path below the static files, and what it is for: names, and beginnings of names."""

    path: str
    names: frozenset[str]
    beginnings: tuple[str, ...]

    def is_for(self, names: frozenset[str]) -> bool:
        """Whether something with these names, classes or `<elements`, needs the sheet."""
        return bool(self.names & names) or any(name.startswith(self.beginnings) for name in names)


class StyleSheetsMiddleware:
    """Links the sheets of a page's parts in its head."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, ReadyPage):
            return response
        if not response.streaming and response.headers.get("Content-Type", "").startswith("text/html"):
            html = response.content
            if PLACE in html:
                response.content = with_links(html)
            elif "HX-Request" in request.headers and (found := links(worn(html))):
                response.headers[HEADER] = found.decode().replace("\n", "")
        return response


def with_links(html: bytes) -> bytes:
    """A page with the links to the sheets of its parts."""
    return html.replace(PLACE, links(worn(html)), 1)


def worn(html: bytes) -> frozenset[str]:
    """The classes of a page's elements, and the elements that sheets name."""
    found = set(CLASSES.findall(html))
    for element, later in set(TAGS.findall(html)):
        found.add(b"<" + element if element else later)
    return frozenset(name for each in found for name in each.decode().split())


@lru_cache(maxsize=1024)
def links(names: frozenset[str]) -> bytes:
    """The links to the sheets of everything that has one of these names, as HTML."""
    chosen = (sheet for sheet in sheets() if sheet.is_for(names))
    return "\n  ".join(f'<link rel="stylesheet" href="{static(sheet.path)}">' for sheet in chosen).encode()


@cache
def sheets() -> tuple[PartSheet, ...]:
    """The sheets of parts, in the order in which pages have them; read once."""
    return tuple(_sheets(settings.BASE_DIR / "static"))


def _sheets(folder: Path) -> Iterator[PartSheet]:
    own = sorted((folder / "dugout").rglob("*.css"), key=lambda path: (path.parent.name != FIRST, path))
    for path in own:
        with path.open(encoding="utf-8") as lines:
            head = HEAD.match(lines.readline())
        if head:
            yield part_sheet(path.relative_to(folder).as_posix(), head[1].split())


def part_sheet(path: str, markers: Iterable[str]) -> PartSheet:
    """A sheet with its markers as they stand in its first line."""
    names, beginnings = set(), []
    for marker in markers:
        name = marker.removeprefix(".")
        if name.endswith("*"):
            beginnings.append(f"{name.rstrip('-*')}-")
        if not name.endswith("-*"):
            names.add(name.rstrip("*"))
    return PartSheet(path, frozenset(names), tuple(beginnings))
