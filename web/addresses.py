"""The addresses of pages, found once for each route and what stands in it; and a path converter for the id of a row.

To find an address takes Django as long as to draw ten words, and a page has fifty links to the same few pages.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.conf import settings
from django.urls import get_script_prefix, get_urlconf, register_converter, reverse
from django.urls.converters import IntConverter

DIGITS = 18
MOST_ROW = 10**DIGITS - 1
"""The largest id of a row that an address or a form may name."""


class RowConverter(IntConverter):
    """The id of a row, with at most 18 digits; any other address is not found: SQLite fails on more than 64 bits."""

    regex = f"[0-9]{{1,{DIGITS}}}"


register_converter(RowConverter, "row")


def address(route: str, *args: Any) -> str:
    """The address of a route, as by Django's `reverse`. Raises NoReverseMatch if there is none."""
    return _address(get_urlconf() or settings.ROOT_URLCONF, get_script_prefix(), route, args, *map(type, args))


@lru_cache(maxsize=8192)
def _address(_site: Any, _prefix: str, route: str, args: tuple[Any, ...], *_types: type) -> str:
    """The types are a part of the key because 1 equals True."""
    return reverse(route, args=args)
