"""Another, empty installation of Dugout on the database of the tests, for tests that need a process."""

import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

ROOT = Path(__file__).resolve().parent.parent.parent
PATIENCE = 300.0
"""Seconds that a process may take on a slow and busy machine for what takes a few elsewhere."""
BACKUP_KEY = "the-key-of-backups-in-tests-0123456789"
SECRET = "n0tTheOne-4Tests_butL0ngEnoughForTheCheck-xyz"


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """Its data folder, and the environment for its processes."""

    var: Path
    environment: dict[str, str]

    def manage(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a management command there."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def manage_in_turn(self, *commands: list[str]) -> list[subprocess.CompletedProcess[str]]:
        """Run several management commands there in one process, since starting a process takes time."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.dugout.in_turn"],
            cwd=ROOT,
            env=self.environment,
            input=json.dumps(commands),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        ends = zip(commands, json.loads(done.stdout), strict=True)
        return [subprocess.CompletedProcess(command, code, out, errors) for command, (code, out, errors) in ends]


def clean_environment(var: Path) -> dict[str, str]:
    """This process's environment with another data folder and without other variables of the settings."""
    ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "EMAIL_URL", "PORT", "HOST", "DJANGO_SETTINGS_MODULE")
    others = {name: value for name, value in os.environ.items() if name not in ours and not name.startswith("DUGOUT_")}
    return others | {"DUGOUT_VAR": str(var)}


def unapply_the_newest_of(app: str) -> str:
    """Remove the newest migration of an app, and those it replaces, from the test's database; returns its name."""
    loader = MigrationLoader(connection)
    (newest,) = loader.graph.leaf_nodes(app)
    for key in (newest, *loader.disk_migrations[newest].replaces):
        MigrationRecorder(connection).record_unapplied(*key)
    return ".".join(newest)


def free_port() -> int:
    """A port that nobody uses, for a process that will take it some seconds later.

    Below those that the kernel gives to every connection, so that none of these takes it meanwhile.
    """
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", 10_000 + secrets.randbelow(20_000)))
            return probe.getsockname()[1]


@contextlib.contextmanager
def installation(folder: Path) -> Iterator[Elsewhere]:
    """An empty installation in a new folder; on PostgreSQL with a new database, which is dropped afterwards."""
    var = folder / "elsewhere"
    environment = clean_environment(var) | {"DUGOUT_BACKUP_KEY": BACKUP_KEY}
    if settings.EMBEDDED:
        yield Elsewhere(var=var, environment=environment)
        return
    name = f"elsewhere_{uuid4().hex[:12]}"
    address = urlsplit(os.environ["DATABASE_URL"])
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        try:
            environment |= {
                "DATABASE_URL": address._replace(path=f"/{name}").geturl(),
                "REDIS_URL": settings.REDIS_URL,
                "SECRET_KEY": SECRET,
                "DUGOUT_HOSTS": "localhost,127.0.0.1",
            }
            yield Elsewhere(var=var, environment=environment)
        finally:
            server.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
