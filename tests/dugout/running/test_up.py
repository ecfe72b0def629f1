"""`manage.py up` in a real process: one command starts everything, and Ctrl-C stops all processes."""

import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from dugout.management.commands import up
from tests.dugout.elsewhere import PATIENCE, ROOT, Elsewhere, free_port, installation
from tests.thoroughness import part_of

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
        return self.child("celery", "dugout worker")

    def web(self) -> int | None:
        """The web server's own process, not those that answer."""
        return self.child("gunicorn", "dugout web")

    def child(self, word: str, name: str) -> int | None:
        """The process that `up` has started itself, by a word of its title, or by its name without `setproctitle`."""
        own = {pid: title for pid, title in self.family().items() if parent_of(pid) == self.process.pid}
        return next((pid for pid, title in own.items() if word in title or name_of(pid) == name), None)

    def end(self, number: signal.Signals) -> int:
        """Send a signal; returns the exit code after reading all output."""
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return code


def name_of(pid: int) -> str:
    """What `ps` calls a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except (FileNotFoundError, ProcessLookupError):
        return ""


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


@pytest.mark.costly
def test_it_answers_survives_the_death_of_its_worker_and_leaves_no_process(
    place: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole life of one installation, since the first start takes most of the time."""
    # Processes and signals are the same whatever the database; a commit tries one end, since each takes a start.
    last, *others = part_of((signal.SIGINT, signal.SIGTERM, signal.SIGKILL)) if settings.EMBEDDED else [signal.SIGINT]
    with started(place) as first:
        assert first.said("Preparing the database")
        assert list((place.var / "backups").iterdir()) == [], "there was nothing to copy aside"
        answers_pages(first)
        with monkeypatch.context() as patch:
            assert f"running already with the data in {place.var}" in refusal(patch, place.var, free_port())
        brings_its_worker_back(first)
        brings_its_web_server_back(first)
        leaves_no_process(first, last)
    for number in others:
        with started(place) as again:
            assert not again.said("Preparing")
            eventually(again.worker, again)
            leaves_no_process(again, number)


def answers_pages(running: Running) -> None:
    assert running.said(f"Dugout is at http://127.0.0.1:{running.port}/")
    eventually(lambda: running.said("Mails are written into files in "), running)
    for path in ("health/", ""):
        with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/{path}", timeout=PATIENCE) as answer:
            assert answer.status == 200
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def brings_its_worker_back(running: Running) -> None:
    eventually(running.worker, running)
    worker = running.worker()
    assert worker is not None
    os.kill(worker, signal.SIGKILL)
    eventually(lambda: running.said("The worker was killed by SIGKILL; starting it again"), running)
    eventually(lambda: running.worker() not in (None, worker), running)


def brings_its_web_server_back(running: Running) -> None:
    """Each of its processes too; `python -m benchmarks.recovery` measures how soon."""
    eventually(running.web, running)
    server = running.web()
    assert server is not None
    answering = [pid for pid in running.family() if parent_of(pid) == server]
    for pid in (answering[0], server):
        os.kill(pid, signal.SIGKILL)
        eventually(partial(recovered, pid, running), running)
    eventually(lambda: running.said("The web server was killed by SIGKILL; starting it again now"), running)


def recovered(gone: int, running: Running) -> bool:
    """Whether a killed process is gone and pages are answered."""
    if parent_of(gone) is not None:
        return False
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{running.port}/health/", timeout=1) as answer:
            return answer.status == 200
    except OSError:
        return False


def leaves_no_process(running: Running, number: signal.Signals) -> None:
    assert running.end(number) == (-number if number == signal.SIGKILL else 0)
    eventually(lambda: running.family() == {}, running)
    if number != signal.SIGKILL:
        eventually(lambda: running.said("Stopped."), running)  # its words may be read later than its end is seen


def refusal(patch: pytest.MonkeyPatch, var: Path, port: int, **environment: str) -> str:
    """Why `up` refuses to start with these data, called in this process; it may not prepare anything before."""

    def prepare(command: object) -> None:
        raise AssertionError("nothing was refused")

    patch.setattr(up.Command, "_prepare", prepare)
    patch.setattr(settings, "VAR_DIR", var)
    for name, value in ({"HOST": "", "PORT": str(port)} | environment).items():
        patch.setenv(name, value)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        with pytest.raises(CommandError) as refused:
            call_command("up", stdout=io.StringIO())
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    return str(refused.value)


@pytest.mark.once
def test_a_port_in_use_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = refusal(monkeypatch, tmp_path, port)
    assert f"port {port} on 127.0.0.1 cannot be used (Address already in use)" in refused
    assert f"PORT={port + 1} script/server" in refused


@pytest.mark.once
def test_a_host_that_is_no_address_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = refusal(monkeypatch, tmp_path, free_port(), HOST="no.such.host.invalid")
    assert "HOST 'no.such.host.invalid' is no address of this machine" in refused


@pytest.mark.once
def test_a_weak_secret_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SECRET_KEY", "short")
    assert "SECRET_KEY is too short" in refusal(monkeypatch, tmp_path, free_port())
