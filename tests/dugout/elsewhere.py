"""Another installation of Dugout, empty, on the kind of database that the tests run on: for what must be a process."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
from django.conf import settings

ROOT = Path(__file__).resolve().parent.parent.parent
SECRET = "n0tTheOne-4Tests_butL0ngEnoughForTheCheck-xyz"


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """Its data folder and the environment that makes a process belong to it."""

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
            timeout=120,
            check=False,
        )


def clean_environment(var: Path) -> dict[str, str]:
    """This process's environment without anything that settings read, and with a data folder of its own."""
    ours = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "EMAIL_URL", "PORT", "HOST", "DJANGO_SETTINGS_MODULE")
    kept = {name: value for name, value in os.environ.items() if name not in ours and not name.startswith("DUGOUT_")}
    return kept | {"DUGOUT_VAR": str(var)}


@contextlib.contextmanager
def installation(folder: Path) -> Iterator[Elsewhere]:
    """An empty one in a new folder; on PostgreSQL with a new database, dropped in the end."""
    var = folder / "elsewhere"
    environment = clean_environment(var)
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
