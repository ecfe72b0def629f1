"""Measures repeated work: median, 95th percentile, number of queries, and the table that shows them.

Times are wall-clock times, since people wait for them. The table also shows the median of the processor time. If the
two differ, the work waited for the disk, or other programs ran on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time
from typing import Any

from django.db import connection


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One line: wall-clock and processor times, the target (0: none), all in ms; queries (None: not counted)."""

    name: str
    times: tuple[float, ...]
    processor: tuple[float, ...]
    aim: float = 0
    peer: str = ""
    queries: int | None = None

    @property
    def median(self) -> float:
        """The median of the wall-clock times, in ms."""
        return median(self.times)

    @property
    def slowest(self) -> float:
        """The 95th percentile of the wall-clock times, in ms."""
        return sorted(self.times)[max(0, round(len(self.times) * 0.95) - 1)]


class Watch:
    """Adds up the wall-clock and processor time between `start` and `stop`, in ms."""

    def __init__(self) -> None:
        self.time = self.processor = 0.0
        self._since = (0.0, 0.0)

    def start(self) -> None:
        """Continue."""
        self._since = (perf_counter(), process_time())

    def stop(self) -> None:
        """Pause."""
        self.time += (perf_counter() - self._since[0]) * 1000
        self.processor += (process_time() - self._since[1]) * 1000


NO_QUERIES = ("BEGIN", "SET TRANSACTION")
"""Statements that only start a transaction."""


class Count:
    """Counts queries, as a wrapper of Django's statements. It is so quick that it may run while time is measured."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Callable[..., Any], *query: Any) -> Any:
        """Count a statement, unless it only begins a transaction."""
        self.queries += not str(query[0]).startswith(NO_QUERIES)
        return execute(*query)


def measured(
    name: str, work: Callable[[], object], *, times: int, aim: float = 0, peer: str = "", warm: int = 2
) -> Measured:
    """Do the work a few times to warm up, then measure it so many times; count the queries of the last time."""
    for _ in range(warm):
        work()
    watches, count = [], Count()
    for turn in range(1, times + 1):
        watches.append(watch := Watch())
        with connection.execute_wrapper(count) if turn == times else nullcontext():
            watch.start()
            work()
            watch.stop()
    return measured_by(name, watches, aim=aim, peer=peer, queries=count.queries)


def measured_by(
    name: str, watches: Sequence[Watch], *, aim: float = 0, peer: str = "", queries: int | None = None
) -> Measured:
    """A line for times that were already measured."""
    return Measured(
        name=name,
        times=tuple(watch.time for watch in watches),
        processor=tuple(watch.processor for watch in watches),
        aim=aim,
        peer=peer,
        queries=queries,
    )


def show(
    title: str, lines: Sequence[Measured], say: Callable[[str], None], more: Mapping[str, int] | None = None
) -> None:
    """Print a table, with the ratio of median and target first; ``more`` are the queries at the other size, by name."""
    say(f"\n{title}\n")
    say(f"{'of aim':>7} {'median':>9} {'95th':>9} {'processor':>9} {'aim':>5} {'queries':>8} {'peer':>12}  what")
    for line in sorted(lines, key=lambda line: -(line.median / line.aim if line.aim else 0)):
        ratio = f"{line.median / line.aim:.2f}" if line.aim else "–"
        queries = "–" if line.queries is None else str(line.queries)
        if more is not None and line.name in more and more[line.name] != line.queries:
            queries += f"!={more[line.name]}"
        aim = f"{line.aim:g}" if line.aim else "–"
        say(
            f"{ratio:>7} {line.median:>7.1f}ms {line.slowest:>7.1f}ms {median(line.processor):>7.1f}ms {aim:>5} "
            f"{queries:>8} {line.peer or '–':>12}  {line.name}"
        )
