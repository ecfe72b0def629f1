"""Errands that the web server runs itself while no worker lives, in a thread beside its requests.

Whoever started only the web server has no prints, but quick pages all the same. One thread runs them one after another,
so they never take more than one request's share of the processor.
"""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from django.db import connections

from jobs.extensions import errands
from jobs.workers import workforce

logger = logging.getLogger(__name__)

TRUSTED = 10.0
"""Seconds for which a process trusts that workers live, or do not, before it looks again."""

_waiting: set[tuple[str, int]] = set()
_lock = threading.Lock()
_known: tuple[float, bool] = (0.0, False)


def workers_live() -> bool:
    """Whether a worker lives that reaches the broker, as known for at most ``TRUSTED`` seconds. At most one query."""
    global _known
    until, live = _known
    if time.monotonic() >= until:
        found = workforce()
        live = found.alive and not found.broker_lost
        _known = time.monotonic() + TRUSTED, live
    return live


def run_here(name: str, about: int) -> None:
    """Run an errand soon, unless it waits already. Raises nothing; an exception of the errand is logged."""
    with _lock:
        if (name, about) in _waiting:
            return
        _waiting.add((name, about))
    _thread().submit(_run, name, about)


def _run(name: str, about: int) -> None:
    with _lock:
        _waiting.discard((name, about))  # what is asked for from now on is another one
    try:
        errand = errands.get(name)
        if errand is not None:
            errand.run(about)
    except Exception:
        logger.exception("the errand %s about %s failed", name, about)
    finally:
        connections.close_all()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="errands")
