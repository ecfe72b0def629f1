"""The figures of earlier releases, in `history.csv`, made comparable with those of another machine.

Each row has the release, the pace of its machine, a table and a line of it, the medians of wall-clock and processor
time in ms, and the queries. The pace is the time of a fixed calculation: if a machine needs twice as long for it, a
page may take twice as long.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.measuring import Measured

FILE = Path(__file__).with_name("history.csv")
COLUMNS = ("release", "pace", "table", "line", "median", "processor", "queries")


def pace() -> float:
    """How long this machine takes for a fixed calculation, in ms of processor time: the median of nine."""
    return median(_calculation() for _ in range(9))


def _calculation() -> float:
    began = process_time()
    words: dict[str, int] = {}
    for number in range(60_000):
        word = f"{number * 7919 % 1009}"
        words[word] = words.get(word, 0) + len(word)
    return (process_time() - began) * 1000


def last_release(now: float, file: Path = FILE) -> dict[str, dict[str, float]]:
    """The processor times of the last release by table and line, in ms, as on a machine with the pace ``now``."""
    found: dict[str, dict[str, float]] = defaultdict(dict)
    if not file.exists():
        return found
    with file.open(encoding="utf-8", newline="") as rows:
        read = list(csv.DictReader(rows))
    for row in read:
        if row["release"] == read[-1]["release"]:
            found[row["table"]][row["line"]] = float(row["processor"]) * now / float(row["pace"])
    return found


def add(release: str, now: float, tables: Mapping[str, Sequence[Measured]], file: Path = FILE) -> None:
    """Add the figures of a release at the end."""
    new = not file.exists()
    with file.open("a", encoding="utf-8", newline="") as rows:
        writer = csv.writer(rows, lineterminator="\n")
        if new:
            writer.writerow(COLUMNS)
        for table, lines in tables.items():
            for line in lines:
                figures = (f"{line.median:.1f}", f"{line.worked:.1f}", "" if line.queries is None else line.queries)
                writer.writerow([release, f"{now:.1f}", table, line.name, *figures])
