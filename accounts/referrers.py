"""Where a request came from, as the browser tells it."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def page_before(request: HttpRequest) -> str:
    """The path of the page on this site that the request came from; empty if that is not known."""
    referrer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referrer, allowed_hosts={request.get_host()}):
        return ""
    parts = urlsplit(referrer)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    # As a link, a path that begins with two slashes would be another site.
    return path if url_has_allowed_host_and_scheme(path, allowed_hosts=None) else ""
