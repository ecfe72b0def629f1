"""Prepares the start of web server and worker: cache, database, static files, the demo league."""

import hashlib
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from dugout.backup import sqlite
from dugout.backup.schema import newer_migrations
from dugout.counting import start_counting

KEPT_COPIES = 10
UNUSED = ["htmx-4*", "htmax-4*"]
"""Static files of django-htmx that no page loads. To compress them, and Django's admin, takes most of the time."""

Say = Callable[[str], None]


class NoAnswer(CommandError):
    """The database does not answer."""


MADE_OTHERWISE = "SELECT 1 FROM sqlite_master WHERE name = 'entry' AND sql LIKE '%WITHOUT ROWID%'"
"""Finds the slow table of the embedded cache as it was before (`dugout.cache.SCHEMA`)."""


def repair_cache() -> None:
    """Remove a cache file that is unreadable after a power cut; nothing depends on its contents.

    The table of one that may be lost is made again by the cache if an earlier version made it in another way.
    """
    for cache in settings.CACHES.values():
        if cache["BACKEND"].startswith("dugout.cache."):
            _repair(Path(cache["LOCATION"]), losable=cache["BACKEND"].endswith(".LosableSQLiteCache"))


def _repair(path: Path, *, losable: bool) -> None:
    try:
        with sqlite3.connect(path) as cache:
            cache.execute("PRAGMA quick_check(1)").fetchone()
            if losable and cache.execute(MADE_OTHERWISE).fetchone():
                cache.execute("DROP TABLE entry")
        cache.close()
    except sqlite3.DatabaseError:
        for part in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            part.unlink(missing_ok=True)


def migrate(say: Say) -> bool:
    """Bring the database up to date, after copying an SQLite file. True if it was empty before.

    Raises CommandError if the database does not answer or is newer than this version of Dugout.
    """
    plan, applied = migration_plan()
    if plan and applied and connection.vendor == "sqlite":
        say(f"Copied the database to {copy_aside()} before changing it.")
    if plan:
        say("Preparing the database ...")
        call_command("migrate", interactive=False, verbosity=0)
    start_counting()  # a process that was killed while it migrated may have left it undone
    return not applied


def migration_plan() -> tuple[list[tuple[Any, bool]], set[tuple[str, str]]]:
    """The migrations to run, and those that were run. Raises CommandError as `migrate` does."""
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        applied = set(executor.loader.applied_migrations)
    except DatabaseError as why:
        raise NoAnswer(f"the database does not answer: {str(why).strip()}") from None
    newer = newer_migrations(applied)
    if newer:
        raise CommandError(
            f"the database was written by a newer Dugout (it has {newer[-1]}). "
            f"Update Dugout, or replace the database with an older copy from {settings.VAR_DIR / 'backups'}."
        )
    return plan, applied


def require_tables() -> None:
    """For commands that use Dugout's tables. Raises CommandError, which says what to do, if the tables cannot be used.

    That is: the database does not answer, is empty, was written by a newer Dugout, or is not up to date.
    """
    plan, applied = migration_plan()
    if not applied:
        raise CommandError(
            f"the database is empty: {where_data_are()} has no tables yet. Start script/server once, or run "
            "`manage.py migrate`, and try again; or set DUGOUT_VAR or DATABASE_URL to the place of the data."
        )
    if plan:
        raise CommandError(
            f"the database was written by an older Dugout (it lacks {plan[0][0]}). Run `manage.py backup`, then "
            "`manage.py migrate`, and try again."
        )


def why_unusable() -> str:
    """Why web server and worker cannot work with this database, as `require_tables` says it.

    Empty if they can, or if the database does not answer: it may answer later.
    """
    try:
        require_tables()
    except NoAnswer:
        return ""
    except CommandError as why:
        return str(why)
    return ""


def where_data_are() -> str:
    """The place of the data, without a password."""
    return str(settings.VAR_DIR) if settings.EMBEDDED else f"the database {connection.settings_dict['NAME']}"


def copy_aside() -> Path:
    """Copy the SQLite database to var/backups. Only the newest copies stay."""
    folder = settings.VAR_DIR / "backups"
    target = folder / f"before-migration-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.sqlite3"
    draft = target.with_suffix(".part")
    sqlite.copy_to(draft)
    draft.chmod(0o600)
    draft.rename(target)
    for old in sorted(folder.glob("before-migration-*.sqlite3"))[:-KEPT_COPIES]:
        old.unlink()
    return target


def collect_static(say: Say) -> None:
    """Collect, compress and name the static files that pages load again if a source has changed."""
    if settings.DEBUG:
        return
    left_out = UNUSED if settings.ADMIN else [*UNUSED, "admin"]
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(left_out):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    stamp = settings.STATIC_ROOT / ".sources"
    if stamp.exists() and stamp.read_text() == digest.hexdigest():
        return
    say("Preparing static files ...")
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=left_out)
    stamp.write_text(digest.hexdigest())


def load_demo(say: Say, *, first_start: bool) -> None:
    """Play the first demo league at the first start, or at the next start if that was interrupted.

    A worker plays those of the other books when the site has started.
    """
    pending = settings.VAR_DIR / "demo-pending"
    if not settings.DEMO or "demo" not in get_commands():
        return
    if first_start:
        pending.touch()
    if not pending.exists():
        return
    say("Playing the demo league (only this once) ...")
    try:
        call_command("demo", later=True, verbosity=0)
        say("A league of each other book follows in a few minutes, with the same people.")
    except (CommandError, DatabaseError) as why:
        say(f"The demo league could not be loaded: {why}. Dugout runs without it.")
    pending.unlink()


def demo_logins() -> str:
    """The logins of the demo leagues as text; empty if there are none."""
    path = settings.VAR_DIR / "demo-logins.txt"
    return path.read_text().strip() if path.is_file() else ""
