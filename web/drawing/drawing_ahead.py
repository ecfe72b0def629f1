"""Pages drawn for visitors before the first of them asks: requests of nobody's, which go the same way as all others."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from urllib.parse import urlsplit

from django.conf import settings
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.urls import get_script_prefix


def draw_for_visitors(addresses: Iterable[str]) -> None:
    """Draw the pages at these addresses of the site, as a browser asks for them; those that are kept then are found."""
    site = urlsplit(settings.ADDRESS)
    prefix = get_script_prefix().rstrip("/")
    for address in addresses:
        path, _mark, query = address.removeprefix(prefix).partition("?")
        _site().get_response(
            WSGIRequest(
                {
                    "REQUEST_METHOD": "GET",
                    "SCRIPT_NAME": prefix,
                    "PATH_INFO": path,
                    "QUERY_STRING": query,
                    "SERVER_NAME": site.hostname or "localhost",
                    "SERVER_PORT": str(site.port or (443 if site.scheme == "https" else 80)),
                    "HTTP_HOST": site.netloc,
                    "HTTP_ACCEPT_ENCODING": "gzip",
                    "wsgi.url_scheme": site.scheme,
                    "wsgi.input": BytesIO(),
                }
            )
        )


@cache
def _site() -> BaseHandler:
    handler = BaseHandler()
    handler.load_middleware()
    return handler
