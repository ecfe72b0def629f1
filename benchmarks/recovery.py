"""``python -m benchmarks.recovery [--busy N]``: how long web server and worker of `manage.py up` need after a kill.

It starts `manage.py up` in a temporary folder, kills one of its processes at a time (SIGKILL), and prints the seconds
until all of them are back, pages are answered and the worker has signed that it takes jobs. ``--busy`` runs N processes
beside it that use all processor time they get.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import secrets
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

AIM = 5.0
"""Seconds."""
PATIENCE = 180.0
ROUNDS = 5
WEB, WORKER = ("gunicorn", "dugout web"), ("celery", "dugout worker")
"""A word of the process's title, or its name where titles are not set."""


def main() -> None:
    """Measure and print; exit code 1 if a median is beyond the aim."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.recovery", description=__doc__)
    options.add_argument("--busy", type=int, default=0, metavar="N", help="processes that keep the machine busy")
    options.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder, busy(chosen.busy):
        port = free_port()
        with running(Path(folder), port) as site:
            worst = max(measured(what, kill, site, chosen.rounds) for what, kill in KILLS.items())
    sys.exit(int(worst > AIM))


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A running `manage.py up`: its process, its data folder and its port."""

    up: int
    var: Path
    port: int

    def is_well(self) -> bool:
        """Whether all processes are there, pages are answered and the worker takes jobs."""
        return all_there(self.up) and answers(self.port) and signed(self.var, child(self.up, *WORKER))


def measured(what: str, kill: Callable[[int], int], site: Site, rounds: int) -> float:
    """Kill several times and print; returns the median (seconds)."""
    taken = []
    for _ in range(rounds):
        gone = kill(site.up)
        begun = time.monotonic()
        until(partial(recovered, gone, site))
        taken.append(time.monotonic() - begun)
        time.sleep(1.0)
    median = statistics.median(taken)
    sys.stdout.write(f"{what:40} {median:6.2f} s   (worst {max(taken):.2f} s, aim {AIM:.0f} s)\n")
    sys.stdout.flush()
    return median


def recovered(gone: int, site: Site) -> bool:
    with contextlib.suppress(LookupError):
        return not is_there(gone) and site.is_well()
    return False


def kill_web(up: int) -> int:
    """Kill gunicorn's own process."""
    return killed(child(up, *WEB))


def kill_answering(up: int) -> int:
    """Kill one of the processes that answer pages."""
    return killed(children(child(up, *WEB))[0])


def kill_worker(up: int) -> int:
    """Kill Celery's own process."""
    return killed(child(up, *WORKER))


def kill_running(up: int) -> int:
    """Kill one of the processes that run jobs."""
    return killed(children(child(up, *WORKER))[0])


KILLS = {
    "web server": kill_web,
    "a process that answers pages": kill_answering,
    "worker": kill_worker,
    "a process that runs jobs": kill_running,
}


def killed(pid: int) -> int:
    os.kill(pid, signal.SIGKILL)
    return pid


def all_there(up: int) -> bool:
    """Whether web server and worker run, with two processes each."""
    with contextlib.suppress(LookupError):
        both = (child(up, *WEB), child(up, *WORKER))
        return all(len(children(each)) >= 2 for each in both)
    return False


def child(up: int, word: str, name: str) -> int:
    """The child of `up` by a word of its title, or its name. Raises LookupError."""
    for pid in children(up):
        if word in title(pid) or name_of(pid) == name:
            return pid
    raise LookupError(name)


def children(pid: int) -> list[int]:
    """The living children of a process."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if parent == str(pid) and state != "Z":
                found.append(int(folder.name))
    return sorted(found)


def is_there(pid: int) -> bool:
    """Whether a process lives; a zombie does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def title(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    return ""


def name_of(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def answers(port: int) -> bool:
    """Whether the health page says that all is well."""
    try:
        answer = urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=1)
    except OSError:
        return False
    with answer:
        return bool(json.load(answer)["database"] == "up")


def signed(var: Path, worker: int) -> bool:
    """Whether a worker has signed that it lives, which it does as soon as it takes jobs."""
    with closing(sqlite3.connect(f"file:{var}/dugout.sqlite3?mode=ro", uri=True)) as database:
        names = database.execute("SELECT name FROM jobs_workersign WHERE stopped IS NULL").fetchall()
    return any(f":{worker}:" in name for (name,) in names)


def until(fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fact():
        if time.monotonic() > deadline:
            sys.exit(f"nothing recovered within {PATIENCE:.0f} s")
        time.sleep(0.02)


def free_port() -> int:
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", 10_000 + secrets.randbelow(20_000)))
            return int(probe.getsockname()[1])


@contextlib.contextmanager
def running(var: Path, port: int) -> Iterator[Site]:
    """`manage.py up` with an empty database."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("DUGOUT_")}
    environment = ours | {"DUGOUT_VAR": str(var), "DUGOUT_DEMO": "0", "PORT": str(port), "SPT_NOENV": "1"}
    command = [sys.executable, "manage.py", "up"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        site = Site(up=process.pid, var=var, port=port)
        until(partial(recovered, 0, site))
        yield site
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Processes that calculate without end."""
    workers = [multiprocessing.Process(target=_calculate, daemon=True) for _ in range(processes)]
    for each in workers:
        each.start()
    try:
        yield
    finally:
        for each in workers:
            each.terminate()


def _calculate() -> None:
    while True:
        sum(range(100_000))


if __name__ == "__main__":
    main()
