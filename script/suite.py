"""`script/test`: all checks and tests in one run.

    script/test [--quick | --thorough] [arguments of pytest]

First formatting, lint, types, import contracts, missing migrations and templates. Then side by side: the tests on
SQLite; the tests that can end differently on PostgreSQL with Redis (the servers in DATABASE_URL and REDIS_URL, else
throwaway ones); and the browser tests, if there is a Chromium. Side by side, since the last two wait for servers and
pages half of their time; their output is printed when the tests on SQLite have ended. A failed step does not stop the
others. The last lines name the failed steps and say how long everything took; the exit code is zero if none failed.

`--quick` stops after SQLite, and runs the tests in a different order each time. `--thorough` runs everything, also on
PostgreSQL, with many more generated examples; the usual run does a slice of it, chosen by the commit
(`tests/thoroughness.py`). A usual run takes about five minutes on two processors, a thorough one at most an hour.

The checks use one processor. Meanwhile another one prepares the tests: it finds a Chromium, compiles the modules of the
tests for pytest, and creates the empty databases that every worker copies.
"""

import contextlib
import os
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import IO

import psycopg
import throwaway

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.thoroughness import NUMBER  # noqa: E402 - the commit's number, for the order of the tests

BIN = Path(sys.executable).parent
HEADLESS = "chromium-headless-shell"
"""Chromium without windows: the same engine with about half the processor time, above all for a new context."""
BROWSERS = (HEADLESS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NOTHING_COLLECTED = 5
ON_POSTGRESQL = "tests on PostgreSQL and Redis"

CHECKS = {
    "formatting": [BIN / "ruff", "format", "--check", "."],
    "lint": [BIN / "ruff", "check", "."],
    "types": [sys.executable, "-m", "mypy"],
    "import contracts": [BIN / "lint-imports", "--no-logo"],
    "missing migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
    "system checks": [sys.executable, "manage.py", "check", "--fail-level", "WARNING"],
    "templates": [BIN / "djlint", "templates", "--lint", "--quiet"],
}


class Suite:
    """The run: its environment, and the names of the steps that failed."""

    def __init__(self, arguments: list[str], var: Path, ahead: ThreadPoolExecutor) -> None:
        self.thorough = "--thorough" in arguments
        self.quick = "--quick" in arguments
        self.arguments = [each for each in arguments if each not in ("--thorough", "--quick")]
        self.var = var
        self.ahead = ahead
        self.failed: list[str] = []
        # Variables that the caller has set for their own server must not affect the tests.
        ours = ["DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "EMAIL_URL", "PORT", "HOST"]
        ours.append("PYTHONDONTWRITEBYTECODE")  # compiled code is stored, for the many processes that tests start
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if name not in ours and (not name.startswith("DUGOUT_") or name == "DUGOUT_SHARED")
        }
        if "DUGOUT_SLICE" in os.environ:
            self.environment["DUGOUT_SLICE"] = os.environ["DUGOUT_SLICE"]
        self.environment |= {"DUGOUT_VAR": str(var), "DUGOUT_THOROUGH": "1" if self.thorough else ""}

    def step(self, name: str, command: list, *, output: IO[str] | None = None, **environment: str) -> None:
        """Run one step under a heading, and note whether it failed. Prints to a file if one is given."""
        print(f"\n--- {name}", file=output, flush=True)
        started, worked = time.monotonic(), _processor_time()
        code = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env=self.environment | environment,
            check=False,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
        ).returncode
        if code == NOTHING_COLLECTED and self.arguments:
            code = 0  # the arguments chose tests of another step
        if code != 0:
            self.failed.append(name)
        result = "ok" if code == 0 else f"FAILED (exit code {code})"
        took = f"{time.monotonic() - started:.1f} s"
        if name in CHECKS:
            took += f", {_processor_time() - worked:.1f} s of processor time"
        print(f"--- {name}: {result}, {took}", file=output, flush=True)

    def pytest(self, name: str, *options: str, output: IO[str] | None = None, **environment: str) -> None:
        order = [] if self.quick or self.thorough else [f"--randomly-seed={NUMBER % 2**32}"]
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *order, *options, *self.arguments]
        self.step(name, command, output=output, **environment)

    def prepare(self) -> None:
        """Create the database file that every worker copies, then read all modules of tests once."""
        made = self.var / "template"
        made.mkdir()
        self.template = self.ahead.submit(self._migrated, str(made / "dugout.sqlite3"), DUGOUT_VAR=str(made))
        if not self.arguments:
            read = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0", "--collect-only", "-qq"]
            self.ahead.submit(self._quietly, read)

    def on_sqlite(self) -> None:
        name = "tests on SQLite"
        self.pytest(name, *_parallel(_processors()), "-m", "not browser", DUGOUT_TEST_TEMPLATE=self.template.result())

    def with_servers(self, servers: contextlib.ExitStack) -> None:
        """Start PostgreSQL and Redis if the caller named none, and create the database that workers copy there."""
        shared = {"SECRET_KEY": secrets.token_urlsafe(64), "DUGOUT_HOSTS": "testserver,localhost,127.0.0.1"}
        shared["DATABASE_URL"] = os.environ.get("DATABASE_URL") or servers.enter_context(throwaway.postgresql())
        shared["REDIS_URL"] = os.environ.get("REDIS_URL") or servers.enter_context(throwaway.redis())
        self.shared = shared
        self.shared_template: Future[str] | None = None
        if not os.environ.get("DATABASE_URL"):
            with psycopg.connect(shared["DATABASE_URL"], autocommit=True) as server:
                server.execute("CREATE DATABASE template_of_dugout")
            address = shared["DATABASE_URL"].replace("/postgres?", "/template_of_dugout?")
            made = self.ahead.submit(self._migrated, "template_of_dugout", **(shared | {"DATABASE_URL": address}))
            self.shared_template = made

    def on_postgresql(self, output: IO[str]) -> None:
        """Run the tests on PostgreSQL, without those of rules, look and printing, which need no database."""
        self.pytest(
            ON_POSTGRESQL,
            *_parallel(_processors() if self.thorough else max(_processors() // 2, 1)),
            "-m",
            "not browser and not once",
            *(f"--ignore=tests/{room}" for room in ("rules", "look", "printing")),
            output=output,
            DUGOUT_TEST_TEMPLATE=self.shared_template.result() if self.shared_template else "",
            **self.shared,
        )

    def in_browser(self, output: IO[str], chromium: str) -> None:
        """Run the browser tests. Only their files are read: the others would take each worker some seconds."""
        files = [] if self.arguments else _files_with("mark.browser")
        made = {"DUGOUT_CHROMIUM": chromium, "DUGOUT_TEST_TEMPLATE": self.template.result()}
        self.pytest("tests in a browser", *_parallel(2), "-m", "browser", *files, output=output, **made)

    @contextlib.contextmanager
    def beside(self, run: Callable[..., None], *arguments: object) -> Iterator[None]:
        """Run tests in another thread. At the end waits for them and prints their output."""
        with tempfile.TemporaryFile("w+") as output, ThreadPoolExecutor(1) as lane:
            running = lane.submit(run, output, *arguments)
            yield
            running.result()
            output.seek(0)
            shutil.copyfileobj(output, sys.stdout)

    def _migrated(self, template: str, **environment: str) -> str:
        """Bring an empty database up to date. Returns its name, or "" if that fails: then every worker tries."""
        migrate = [sys.executable, "manage.py", "migrate", "--no-input", "-v0"]
        return template if self._quietly(migrate, **environment) == 0 else ""

    def _quietly(self, command: list, **environment: str) -> int:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        return subprocess.run(command, cwd=ROOT, env=self.environment | environment, check=False, **quiet).returncode


def main() -> None:
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="dugout-suite-") as var,
        contextlib.ExitStack() as servers,
        ThreadPoolExecutor(1) as search,
        ThreadPoolExecutor(1) as ahead,
    ):
        suite = Suite(sys.argv[1:], Path(var), ahead)
        finding = None if suite.quick else search.submit(find_chromium)
        suite.prepare()
        for name, command in CHECKS.items():
            suite.step(name, command)
        no_server = None if suite.quick else started(suite, servers)
        chromium = finding.result() if finding else None
        with contextlib.ExitStack() as lanes:
            if chromium:
                lanes.enter_context(suite.beside(suite.in_browser, chromium))
            if not suite.quick and not no_server:
                lanes.enter_context(suite.beside(suite.on_postgresql))
            suite.on_sqlite()
        if no_server:
            print(f"\n--- {ON_POSTGRESQL}: FAILED. {no_server}", flush=True)
            suite.failed.append(ON_POSTGRESQL)
    took = time.monotonic() - began
    if suite.failed:
        print(f"\n--- failed: {', '.join(suite.failed)}")
    print(f"--- script/test: {took:.0f} s in all, on {_processors()} processors", flush=True)
    sys.exit(1 if suite.failed else 0)


def started(suite: Suite, servers: contextlib.ExitStack) -> throwaway.NoServer | None:
    """Start the servers in this thread: they end with it. Returns why a server did not start."""
    try:
        suite.with_servers(servers)
    except throwaway.NoServer as why:
        return why
    return None


def find_chromium() -> str | None:
    """The path of a Chromium; root on Debian installs one. Prints a line if the browser tests will be skipped."""
    named = os.environ.get("DUGOUT_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found or os.geteuid() != 0 or not shutil.which("apt-get"):
        if not found:
            print("\n--- tests in a browser: SKIPPED, no Chromium on PATH (DUGOUT_CHROMIUM may name one)", flush=True)
        return found
    print("\n--- installing Chromium for the browser tests", flush=True)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    install = ["install", "-q", "-y", "--no-install-recommends"]
    for step in (["update", "-q"], [*install, HEADLESS], [*install, "chromium"]):
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(["apt-get", *step], env=environment, timeout=240, check=False, **quiet)
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        if found:
            break
    if not found:
        print("--- tests in a browser: SKIPPED, Chromium could not be installed (no network?)", flush=True)
    return found


def _processor_time() -> float:
    """The processor time, in seconds, of all processes that were started from here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _files_with(words: str) -> list[str]:
    """The files of tests that contain these words."""
    return sorted(str(path) for path in (ROOT / "tests").rglob("test_*.py") if words in path.read_text())


def _parallel(workers: int) -> list[str]:
    return ["-n", str(workers), "--dist", "worksteal"]


def _processors() -> int:
    """How many processors this process may use: xdist ignores taskset and the share of a container."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError):  # no such file, or no limit in it
        share, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        usable = min(usable, max(1, round(int(share) / int(period))))
    return usable


if __name__ == "__main__":
    main()
