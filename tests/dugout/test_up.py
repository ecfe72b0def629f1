"""`manage.py up` in a real process: one command starts everything, and Ctrl-C stops all processes."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings

from tests.dugout.elsewhere import PATIENCE, ROOT, Elsewhere, free_port, installation

OWN_NAMES = {"SPT_NOENV": "1"}
"""Where `setproctitle` is installed Celery renames its processes with it, by default over their environment."""


class Running:
    """`manage.py up` in another installation, with its output."""

    def __init__(self, place: Elsewhere, port: int) -> None:
        self.var = place.var
        self.port = port
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up"],
            cwd=ROOT,
            env=place.environment | {"PORT": str(port), "DUGOUT_DEMO": "0", **OWN_NAMES},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
        self.process.stdout.close()

    def said(self, words: str) -> bool:
        return any(words in line for line in self.lines)

    def family(self) -> dict[int, str]:
        """Every living process that was started with this installation's data folder: id and command line."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                ours = f"DUGOUT_VAR={self.var}\0".encode() in folder.joinpath("environ").read_bytes()
                command = folder.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue
            if ours and command:
                found[int(folder.name)] = command
        return found

    def worker(self) -> int | None:
        """The worker's own process, not those of its pool."""
        workers = {pid for pid, command in self.family().items() if "celery" in command}
        return next((pid for pid in workers if parent_of(pid) == self.process.pid), None)

    def end(self, number: signal.Signals) -> int:
        """Send a signal; returns the exit code after reading all output."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code


def parent_of(pid: int) -> int | None:
    """The process that started this one; None if it has ended."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return None


def eventually(fact: Callable[[], object], running: Running) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < deadline, "\n".join(running.lines)
        time.sleep(0.05)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Elsewhere]:
    """Where it runs."""
    with installation(tmp_path) as elsewhere:
        yield elsewhere


@contextlib.contextmanager
def started(place: Elsewhere) -> Iterator[Running]:
    """A running site that answers; it is stopped at the end."""
    it = Running(place, free_port())
    try:
        eventually(lambda: it.said("Dugout is at") or it.process.poll() is not None, it)
        assert it.process.poll() is None, "\n".join(it.lines)
        yield it
    finally:
        if it.process.poll() is None:
            it.process.kill()
        for pid in it.family():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        it.process.wait()


def test_it_answers_survives_the_death_of_its_worker_and_leaves_no_process(place: Elsewhere) -> None:
    """The whole life of one installation, since the first start takes most of the time."""
    with started(place) as first:
        assert first.said("Preparing the database")
        assert list((place.var / "backups").iterdir()) == [], "there was nothing to copy aside"
        answers_pages(first)
        refuses_a_second_one(place)
        brings_its_worker_back(first)
        assert first.end(signal.SIGINT) == 0
        eventually(lambda: first.family() == {}, first)
        eventually(lambda: first.said("Stopped."), first)  # its words may be read later than its end is seen
    if not settings.EMBEDDED:
        return  # what follows is about processes and signals, whatever the database

    with started(place) as again:
        assert not again.said("Preparing")
        eventually(again.worker, again)
        assert again.end(signal.SIGTERM) == 0
        eventually(lambda: again.family() == {}, again)

    with started(place) as killed:
        eventually(killed.worker, killed)
        killed.end(signal.SIGKILL)
        eventually(lambda: killed.family() == {}, killed)


def answers_pages(running: Running) -> None:
    assert running.said(f"Dugout is at http://127.0.0.1:{running.port}/")
    eventually(lambda: running.said("Mails are written into files in "), running)
    for path in ("health/", ""):
        with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/{path}", timeout=PATIENCE) as answer:
            assert answer.status == 200
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def brings_its_worker_back(running: Running) -> None:
    eventually(running.worker, running)
    worker = running.worker()
    assert worker is not None
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: running.said("The worker was killed by SIGKILL; starting it again"), running)
    eventually(lambda: running.worker() not in (None, worker), running)


def refuses_a_second_one(place: Elsewhere) -> None:
    second = place.manage("up", PORT=str(free_port()))
    assert second.returncode == 1
    assert f"running already with the data in {place.var}" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.once
def test_a_port_in_use_is_named(place: Elsewhere) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = place.manage("up", PORT=str(port))
    assert refused.returncode == 1
    assert f"port {port} on 127.0.0.1 cannot be used (Address already in use)" in refused.stderr
    assert f"PORT={port + 1} script/server" in refused.stderr
    assert "Traceback" not in refused.stderr
