"""Finds cached values that are not what would be worked out today."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache

from web.preview import ScratchCache


class ProvingCache(LocMemCache):
    """Stands in for a cache: it knows only what it was given itself, and compares that with the real cache.

    So code that asks it works its value out again and gives it; `stale` has the keys of cached values that differ. A
    value may have ``signs`` of the rows that it was made from. If these are others now, it is worked out again before
    anybody sees it, so that it misleads nobody.
    """

    def __init__(self, real: Any, stale: list[str]) -> None:
        super().__init__(f"proof-{get_ident()}", {})
        self._real, self.stale = real, stale

    def set(self, key: Any, value: Any, *args: Any, **kwargs: Any) -> None:
        """Keep a value for this proof alone, after comparing it."""
        known = self._real.get(key)
        if known is not None and known != value and _signs(known) == _signs(value):
            self.stale.append(str(key))
        super().set(key, value, *args, **kwargs)


def _signs(value: Any) -> Any:
    return getattr(value, "signs", None)


@contextmanager
def proving() -> Iterator[list[str]]:
    """Work out again whatever is asked of a cache inside; gives the keys of cached values that differ.

    The caches are neither changed nor filled. Code inside must run in this thread.
    """
    assert not any(isinstance(caches[alias], ScratchCache) for alias in settings.CACHES), "a preview has no cache"
    real = {alias: caches[alias] for alias in settings.CACHES}
    stale: list[str] = []
    proofs = {alias: ProvingCache(cache, stale) for alias, cache in real.items()}
    try:
        for alias, proof in proofs.items():
            caches[alias] = proof
        yield stale
    finally:
        for alias, cache in real.items():
            caches[alias] = cache
        for proof in proofs.values():
            proof.clear()
