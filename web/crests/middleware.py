"""Adds to a page the drawings of all crests and shirts that are used in it, each once.

Parts of a page are drawn apart from each other, and some were kept: none of them knows what the page has already.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from web.crests.svg import symbols
from web.drawing.ready import ReadyPage

USED = re.compile(rb'<use href="#((?:crest|shirt|emblem)-[a-z_-]{1,120})"')
BODY = re.compile(rb"<body[^>]*>")
MAIN = re.compile(rb"<main[^>]*>")


class DrawnOnceMiddleware:
    """Puts the symbols at the beginning of a page's body; behind what is only a part of a page.

    Of a page that htmx asks for, the main part is taken: they are in it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, ReadyPage):
            return response
        if not response.streaming and response.headers.get("Content-Type", "").startswith("text/html"):
            drawn = with_symbols(response.content, MAIN if "HX-Request" in request.headers else BODY)
            if drawn is not response.content:
                response.content = drawn
        return response


def with_symbols(html: bytes, place: re.Pattern[bytes] = BODY) -> bytes:
    """HTML with the symbols that it uses, behind the first match of ``place``."""
    drawn = symbols(name.decode() for name in USED.findall(html)).encode()
    if not drawn:
        return html
    found = place.search(html)
    return html[: found.end()] + drawn + html[found.end() :] if found else html + drawn
