"""How much of the tests one run does: all of them, or those that fit into seven minutes.

A usual run leaves out most of the families that try the same thing in very many ways (marked ``thorough``), and plays
few generated seasons. It does one slice of ten of each family instead. Of the tests that take seconds of processor time
each, most of them because they start processes (marked ``costly``), it does one in seven, and of those that play whole
matches or seasons through their pages one in two to eighteen (`tests/conftest.py`). Long loops inside a test do a part
of their turns (`part_of`). The commit's hash chooses slice, part, turn and generated examples, so a commit always
runs the same tests, and the commits of a week together run all of them.
``DUGOUT_SLICE=<number>`` repeats the run of another commit; each run prints its number. ``DUGOUT_THOROUGH=1``, which
``script/test --thorough`` sets, runs everything, with 80 times the examples of a usual run.
"""

import os
import subprocess
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

ROOT = Path(__file__).resolve().parent.parent
SLICES = 10
T = TypeVar("T")
THOROUGH = os.environ.get("DUGOUT_THOROUGH", "") == "1"


def _chosen() -> int:
    """The number that chooses: from the environment, else from the commit; 0 where there is no commit."""
    named = os.environ.get("DUGOUT_SLICE", "")
    if named:
        return int(named)
    command = ["git", "rev-parse", "--short=8", "HEAD"]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(found[:8], 16)


NUMBER = _chosen()
SLICE = NUMBER % SLICES
TURN = NUMBER // 2520
"""Chooses the parts of loops, independent of the slice: 2520 is divisible by every number of slices up to ten."""


def examples(count: int) -> int:
    """How many examples a generated test takes that takes ``count`` when there is time: an eighth, or ten times."""
    return count * 10 if THOROUGH else max(count // 8, 4)


def part_of(things: Sequence[T], turns: int = 3) -> list[T]:
    """One in ``turns`` of these things, by the commit's number, and at least one; all of them in a thorough run."""
    return list(things) if THOROUGH or not things else list(things[TURN % min(turns, len(things)) :: turns])


def in_slice(items: Sequence[pytest.Item], family: Callable[[pytest.Item], str], slices: int = SLICES) -> set[str]:
    """The ids of the tests of the present slice: of each family about one in ``slices``, and at least one."""
    families: dict[str, list[str]] = defaultdict(list)
    for item in sorted(items, key=lambda each: each.nodeid):
        families[family(item)].append(item.nodeid)
    return {
        nodeid
        for members in families.values()
        for nth, nodeid in enumerate(members)
        if nth % min(len(members), slices) == NUMBER % min(len(members), slices)
    }


def family_of(item: pytest.Item) -> str:
    """A parametrised test is a family; the tests marked ``thorough`` that have no parameters are one together."""
    function, bracket, _ = item.nodeid.partition("[")
    return function if bracket else "alone"
