"""A preview makes the change in a transaction, reads the result and rolls back, so that both cannot differ.

A preview holds the database's write lock (SQLite has one), so it must be short: 200 ms at most. It sends nothing: jobs
and mails leave on commit, and a preview never commits.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.db import transaction


class ScratchCache(LocMemCache):
    """Stands in for the cache during one preview: each thread has its own, and it is emptied afterwards.

    Cached values are keyed by the version of their rows. The real cache must never hold a version that was rolled back:
    the next change gets the same number.
    """

    def __init__(self) -> None:
        super().__init__(f"preview-{get_ident()}", {})


@contextmanager
def rolled_back() -> Iterator[None]:
    """A transaction of its own that is always rolled back. Must not be called inside a transaction. Errors pass."""
    real = {alias: caches[alias] for alias in settings.CACHES}
    scratch = ScratchCache()
    for alias in real:
        caches[alias] = scratch
    try:
        with transaction.atomic(durable=True):
            yield
            transaction.set_rollback(True)
    finally:
        for alias, cache in real.items():
            caches[alias] = cache
        scratch.clear()


def is_preview() -> bool:
    """Whether this code runs in a preview: then it must not roll dice or draw lots."""
    return isinstance(caches["default"], ScratchCache)
