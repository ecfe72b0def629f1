"""Measures repeated work: median, 95th percentile, number of queries, and the table that shows them.

Times are wall-clock times, since people wait for them. The table also shows the median of the processor time. If the
two differ, the work waited for the disk, or other programs ran on the machine.

Everything is measured in rounds, each a few times in each round: a machine that is slow for a minute then makes
everything a little slower, not one line very slow.
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
    def worked(self) -> float:
        """The median of the processor times, in ms."""
        return median(self.processor)

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Work to be measured, with the line's name, target in ms (0: none), and a peer's time in words.

    ``first`` is done before each time, and not measured.
    """

    name: str
    work: Callable[[], object]
    aim: float = 0
    peer: str = ""
    first: Callable[[], object] = lambda: None


ROUNDS = 5


def in_rounds(tasks: Sequence[Task], *, times: int, warm: int = 2) -> list[Measured]:
    """Do each task a few times to warm up, then so many times in rounds; count the queries of its last time."""
    for task in tasks:
        for _ in range(warm):
            task.work()
    watches: list[list[Watch]] = [[] for _ in tasks]
    counts = [Count() for _ in tasks]
    rounds = min(ROUNDS, times)
    for nth in range(rounds):
        for task, seen, count in zip(tasks, watches, counts, strict=True):
            for _ in range(times * nth // rounds, times * (nth + 1) // rounds):
                seen.append(watch := Watch())
                task.first()
                with connection.execute_wrapper(count) if len(seen) == times else nullcontext():
                    watch.start()
                    task.work()
                    watch.stop()
    return [
        measured_by(task.name, seen, aim=task.aim, peer=task.peer, queries=count.queries)
        for task, seen, count in zip(tasks, watches, counts, strict=True)
    ]


def measured(
    name: str, work: Callable[[], object], *, times: int, aim: float = 0, peer: str = "", warm: int = 2
) -> Measured:
    """Measure one task alone."""
    return in_rounds([Task(name=name, work=work, aim=aim, peer=peer)], times=times, warm=warm)[0]


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
    title: str,
    lines: Sequence[Measured],
    say: Callable[[str], None],
    more: Mapping[str, int] | None = None,
    last: Mapping[str, float] | None = None,
) -> None:
    """Print a table, with the ratio of median and target first.

    ``more`` are the queries at the other size, ``last`` the processor times of the last release on a machine as fast as
    this one, in ms, both by name.
    """
    last = last or {}
    say(f"\n{title}\n")
    times = f"{'median':>9} {'95th':>9} {'processor':>9}"
    say(f"{'of aim':>7} {'of last':>7} {times} {'aim':>5} {'queries':>8} {'peer':>12}  what")
    for line in sorted(lines, key=lambda line: -(line.median / line.aim if line.aim else 0)):
        ratio = f"{line.median / line.aim:.2f}" if line.aim else "–"
        changed = f"{line.worked / last[line.name]:.2f}" if last.get(line.name) else "–"
        queries = "–" if line.queries is None else str(line.queries)
        if more is not None and line.name in more and more[line.name] != line.queries:
            queries += f"!={more[line.name]}"
        aim = f"{line.aim:g}" if line.aim else "–"
        say(
            f"{ratio:>7} {changed:>7} {line.median:>7.1f}ms {line.slowest:>7.1f}ms {line.worked:>7.1f}ms {aim:>5} "
            f"{queries:>8} {line.peer or '–':>12}  {line.name}"
        )
