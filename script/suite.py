"""`script/test`: all checks and tests in one run.

    script/test [--quick | --thorough] [arguments of pytest]

First formatting, lint, types, import contracts, missing migrations and templates; then the tests on SQLite; then the
tests that can end differently on PostgreSQL with Redis (the servers in DATABASE_URL and REDIS_URL, else throwaway
ones); then the browser tests, if there is a Chromium. A failed step does not stop the others; the last run of pytest
names the failed steps above its closing line, and the exit code is not zero. The last line says how long it took.

`--quick` stops after SQLite, and runs the tests in a different order each time. `--thorough` runs everything, also on
PostgreSQL, with many more generated examples; the usual run does a slice of it, chosen by the commit
(`tests/thoroughness.py`). A usual run takes about seven minutes on two processors, a thorough one at most an hour.

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
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

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

    def step(self, name: str, command: list, *, last: bool = False, **environment: str) -> None:
        """Run one step under a heading. The last step gets the names of the failed ones for its closing lines."""
        print(f"\n--- {name}", flush=True)
        started, worked = time.monotonic(), _processor_time()
        if last:
            environment["DUGOUT_FAILED_STEPS"] = ", ".join(self.failed)
        code = subprocess.run(
            [str(part) for part in command], cwd=ROOT, env=self.environment | environment, check=False
        ).returncode
        if code == NOTHING_COLLECTED and self.arguments:
            code = 0  # the arguments chose tests of another step
        if code != 0:
            self.failed.append(name)
        if not last:
            result = "ok" if code == 0 else f"FAILED (exit code {code})"
            took = f"{time.monotonic() - started:.1f} s, {_processor_time() - worked:.1f} s of processor time"
            print(f"--- {name}: {result}, {took}", flush=True)

    def pytest(self, name: str, *options: str, last: bool = False, **environment: str) -> None:
        order = [] if self.quick or self.thorough else [f"--randomly-seed={NUMBER % 2**32}"]
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *order, *options, *self.arguments]
        self.step(name, command, last=last, **environment)

    def prepare(self) -> None:
        """Create the database file that every worker copies, then read all modules of tests once."""
        made = self.var / "template"
        made.mkdir()
        self.template = self.ahead.submit(self._migrated, str(made / "dugout.sqlite3"), DUGOUT_VAR=str(made))
        if not self.arguments:
            read = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-n0", "--collect-only", "-qq"]
            self.ahead.submit(self._quietly, read)

    def on_sqlite(self, *, last: bool) -> None:
        self.pytest(
            "tests on SQLite", *_parallel(), "-m", "not browser", last=last, DUGOUT_TEST_TEMPLATE=self.template.result()
        )

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

    def on_postgresql(self, *, last: bool) -> None:
        """Run the tests on PostgreSQL, without those of rules, look and printing, which need no database."""
        self.pytest(
            "tests on PostgreSQL and Redis",
            *_parallel(),
            "-m",
            "not browser and not once",
            *(f"--ignore=tests/{room}" for room in ("rules", "look", "printing")),
            last=last,
            DUGOUT_TEST_TEMPLATE=self.shared_template.result() if self.shared_template else "",
            **self.shared,
        )

    def in_browser(self, chromium: str) -> None:
        """Run the browser tests. Only their files are read: the others would take each worker some seconds."""
        files = [] if self.arguments else _files_with("mark.browser")
        made = {"DUGOUT_CHROMIUM": chromium, "DUGOUT_TEST_TEMPLATE": self.template.result()}
        self.pytest("tests in a browser", *_parallel(1), "-m", "browser", *files, last=True, **made)

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
        suite.on_sqlite(last=suite.quick)
        chromium = finding.result() if finding else None
        if no_server:
            print(f"\n--- tests on PostgreSQL and Redis: FAILED. {no_server}", flush=True)
            suite.failed.append("tests on PostgreSQL and Redis")
        elif not suite.quick:
            suite.on_postgresql(last=chromium is None)
        if chromium:
            suite.in_browser(chromium)
    took = time.monotonic() - began
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


def _parallel(more: int = 0) -> list[str]:
    """A worker for each processor, and ``more`` where tests wait; each first reads all tests for some seconds."""
    return ["-n", str(_processors() + more), "--dist", "worksteal"]


def _processors() -> int:
    """How many processors this process may use: xdist ignores taskset and the share of a container."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError):  # no such file, or no limit in it
        share, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()
        usable = min(usable, max(1, round(int(share) / int(period))))
    return usable


if __name__ == "__main__":
    main()
