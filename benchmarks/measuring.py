"""Figures of repeated work: median, 95th percentile, number of queries, and the table that shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter

from django.db import connection
from django.test.utils import CaptureQueriesContext


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One line: times in ms, the aim in ms (0 for none), queries (None where they were not counted)."""

    name: str
    times: tuple[float, ...]
    aim: float = 0
    peer: str = ""
    queries: int | None = None

    @property
    def median(self) -> float:
        """The middle of all times, in ms."""
        return median(self.times)

    @property
    def slowest(self) -> float:
        """The 95th percentile, in ms."""
        return sorted(self.times)[max(0, round(len(self.times) * 0.95) - 1)]


def measured(
    name: str, work: Callable[[], object], *, times: int, aim: float = 0, peer: str = "", warm: int = 2
) -> Measured:
    """Does the work a few times to warm up, once to count its queries, then so many times against the clock."""
    for _ in range(warm):
        work()
    with CaptureQueriesContext(connection) as caught:
        work()
        queries = len(caught)  # later requests clear the log
    taken = []
    for _ in range(times):
        start = perf_counter()
        work()
        taken.append((perf_counter() - start) * 1000)
    return Measured(name=name, times=tuple(taken), aim=aim, peer=peer, queries=queries)


def show(title: str, lines: Sequence[Measured], say: Callable[[str], None], more: dict[str, int] | None = None) -> None:
    """Prints a table, the ratio of median and aim first; ``more`` are the queries at the other size, by name."""
    say(f"\n{title}\n")
    say(f"{'of aim':>7} {'median':>9} {'95th':>9} {'aim':>7} {'queries':>8} {'peer':>12}  what")
    for line in sorted(lines, key=lambda line: -(line.median / line.aim if line.aim else 0)):
        ratio = f"{line.median / line.aim:.2f}" if line.aim else "–"
        queries = "–" if line.queries is None else str(line.queries)
        if more is not None and line.name in more and more[line.name] != line.queries:
            queries += f"!={more[line.name]}"
        aim = f"{line.aim:g}" if line.aim else "–"
        say(
            f"{ratio:>7} {line.median:>7.1f}ms {line.slowest:>7.1f}ms {aim:>7} {queries:>8} {line.peer or '–':>12}  "
            f"{line.name}"
        )
