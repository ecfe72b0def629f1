"""Cache keys that depend on the code: each version of the code reads only what it wrote itself."""

from __future__ import annotations

from web.fingerprint import code

CACHE_SECONDS = 7 * 24 * 3600
"""Cached values are never stale: the time limit only frees space."""


def key_of(what: str, *parts: object) -> str:
    """The cache key of a value; ``parts`` identify what it is about, with its version."""
    return ":".join([what, code(), *map(str, parts)])
