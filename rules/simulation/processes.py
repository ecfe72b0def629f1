"""Plays seasons in several processes at once. The figures are the same as in one."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from rules.simulation.economy import Mapped

AT_ONCE = 5
"""Seasons that a process takes at a time."""


@contextmanager
def in_processes(number: int) -> Iterator[Mapped]:
    """``map`` in several processes; in this one if one is enough."""
    if number == 1:
        yield map
        return
    with ProcessPoolExecutor(number) as pool:
        try:
            yield lambda work, seasons: pool.map(work, seasons, chunksize=AT_ONCE)
        finally:
            pool.shutdown(cancel_futures=True)
