"""Several people at the same moment, each in a thread with its own database connection."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection


def at_once(*works: Callable[[], object]) -> list[object]:
    """The results or errors of all works, started at the same moment in their own threads and connections."""
    outcomes: list[object] = [None] * len(works)
    barrier = threading.Barrier(len(works))

    def run(place: int, work: Callable[[], object]) -> None:
        try:
            barrier.wait()
            outcomes[place] = work()
        except Exception as why:
            outcomes[place] = why
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(place, work)) for place, work in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
