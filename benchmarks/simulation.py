"""How long a simulation takes, the pure core alone: ``python -m benchmarks.simulation [SEASONS]``.

Prints, for each edition, the time of 200 seasons (or so many) of 10 teams and 18 rounds: with one process, as the job
of a page has it, and with one for each processor, as ``manage.py simulate`` has.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from time import perf_counter, process_time

from rules.editions import EDITIONS
from rules.simulation.economy import Plan, Setting, play_plan
from rules.simulation.processes import in_processes

TARGET = 60.0
"""Seconds, for 200 seasons on two processors."""


def measured(plan: Plan) -> Iterator[tuple[str, int, float, float]]:
    """The key of each edition, the number of processes, seconds on the clock, seconds of this process."""
    for edition in EDITIONS:
        for processes in sorted({1, os.cpu_count() or 1}):
            clock, own = perf_counter(), process_time()
            with in_processes(processes) as mapped:
                for _played in play_plan([Setting(edition=edition.key)], plan, mapped):
                    pass
            yield edition.key, processes, perf_counter() - clock, process_time() - own


def main() -> None:
    """Print the table. As in servers, garbage collection skips the books."""
    gc.collect()
    gc.freeze()
    plan = Plan(teams=10, rounds=18, seasons=int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    for edition, processes, clock, own in measured(plan):
        rate = f"{plan.matches / clock:6,.0f} a second"
        used = f", {own:5.1f} s of the processor" if processes == 1 else ""
        sys.stdout.write(
            f"{edition:12} {plan.matches:,} matches, {processes} process(es): {clock:6.1f} s, {rate}{used}\n"
        )
        sys.stdout.flush()
    sys.stdout.write(f"The target for 200 seasons on two processors: {TARGET:.0f} s\n")


if __name__ == "__main__":
    main()
