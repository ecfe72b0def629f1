"""Whole pages as visitors see them, kept with their parts (`web.kept`) as they are sent: ready and compressed.

All visitors see the same page at an address: it depends on its parts, and on the theme that a cookie chooses. So it is
kept under the keys of its parts, which hold the version of the league, and as long as they are. What is not kept: a
page for somebody who is signed in, for whom there is a message, or whose address asks for something; and a page with a
form that has a token. Whether visitors may see the page at all is decided before, for each request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from gzip import compress
from hashlib import sha256
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import parse_etags

from accounts.themes import theme
from web.crests.middleware import with_symbols
from web.drawing.ready import ReadyPage
from web.drawing.style_sheets import with_links
from web.kept import UNTIL, Kept, key_of, seconds_until

GZIP = re.compile(r"\bgzip\b")
LEVEL = 5
"""Of the compression: a page is a hundredth larger than by Django's 6, which takes half as long again."""


class Page(NamedTuple):
    """A page as it is sent."""

    etag: str
    body: bytes


def visitors_page(
    request: HttpRequest, template: str, context: Mapping[str, Any], parts: Sequence[Kept]
) -> HttpResponse:
    """A page of a league, as by ``render``; a visitor gets the one that another visitor got, if nothing has changed.

    ``context`` must hold nothing for a visitor that depends on more than the address and the versions of ``parts``.
    """
    return _page(
        request, template, lambda: context, [part.key for part in parts], lambda _: min(part.seconds for part in parts)
    )


def visitors_whole_page(
    request: HttpRequest, template: str, gather: Callable[[], Mapping[str, Any]], version: str
) -> HttpResponse:
    """The same for a page without parts that are kept: ``gather`` gives its context, for a visitor only if it is drawn.

    For a visitor it must depend on nothing but the address and the ``version`` of the league, and the clock only as
    `web.kept.UNTIL` says.
    """
    return _page(
        request, template, gather, [key_of((template,), version, ())], lambda shown: seconds_until(shown.get(UNTIL))
    )


def _page(
    request: HttpRequest,
    template: str,
    gather: Callable[[], Mapping[str, Any]],
    keys: Sequence[str | None],
    seconds_of: Callable[[Mapping[str, Any]], float],
) -> HttpResponse:
    squeezed = bool(GZIP.search(request.headers.get("Accept-Encoding", "")))
    key = _page_key(request, template, keys, squeezed)
    if key is None:
        return render(request, template, dict(gather()))
    page: Page | None = cache.get(key)
    if page is None:
        context = gather()
        html = with_links(with_symbols(render_to_string(template, dict(context), request).encode()))
        if "CSRF_COOKIE_NEEDS_UPDATE" in request.META:  # a form in it has a token of this reader's own
            return ReadyPage(html)
        body = compress(html, LEVEL, mtime=0) if squeezed else html
        page = Page(f'"{sha256(body).hexdigest()[:32]}"', body)
        if (seconds := seconds_of(context)) > 0:
            cache.set(key, page, seconds)
    return _answer(request, page, squeezed)


def _page_key(request: HttpRequest, template: str, keys: Sequence[str | None], squeezed: bool) -> str | None:
    """The key in the cache; None for a page that is not kept."""
    asked = request.method != "GET" or request.META.get("QUERY_STRING")
    if settings.DEBUG or asked or request.user.is_authenticated or len(get_messages(request)):
        return None
    if None in keys or not keys:
        return None
    whole = (request.path, template, theme(request)["theme"], squeezed, *keys)
    return f"page:{sha256(repr(whole).encode()).hexdigest()}"


def _answer(request: HttpRequest, page: Page, squeezed: bool) -> HttpResponse:
    """The page, or the news that the reader has it already."""
    known = page.etag in parse_etags(request.headers.get("If-None-Match", ""))
    response = HttpResponseNotModified() if known else ReadyPage(page.body)
    response.headers["ETag"] = page.etag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ("Accept-Encoding",))
    if squeezed and not known:
        # No random length is added, as it is to other pages: there is no secret in this one.
        response.headers["Content-Encoding"] = "gzip"
    return response
