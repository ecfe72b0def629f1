"""Copies an SQLite database out and in with SQLite's own online backup, while others read and write."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from django.db import connection

from dugout.backup.archive import BackupError
from dugout.backup.schema import Applied

MEMBER = "database.sqlite3"
PATIENCE = 20.0
"""Seconds."""


def copy_to(target: Path) -> None:
    """Copy the database, as last committed, into one new file without a journal file.

    It uses its own connection: a copy inside an open transaction would wait for the end of that transaction.
    """
    name = connection.settings_dict["NAME"]
    with closing(sqlite3.connect(name)) as database, closing(sqlite3.connect(target)) as copy:
        database.backup(copy, progress=_within(PATIENCE))
        copy.execute("PRAGMA journal_mode=DELETE")


def _within(seconds: float) -> Callable[[int, int, int], None]:
    """Python tries a locked database for ever; this stops it."""
    end = time.monotonic() + seconds

    def check(status: int, remaining: int, total: int) -> None:
        if status != sqlite3.SQLITE_OK and status != sqlite3.SQLITE_DONE and time.monotonic() > end:
            raise sqlite3.OperationalError("another process has locked the database")

    return check


def dump(folder: Path) -> dict[str, Path]:
    """The database as members of a backup."""
    copy_to(folder / MEMBER)
    return {MEMBER: folder / MEMBER}


def check(folder: Path) -> None:
    """Refuse a file in which SQLite finds errors, before anything is changed."""
    if not (folder / MEMBER).is_file():
        raise BackupError("this backup holds no database.")
    try:
        with closing(sqlite3.connect(f"file:{folder / MEMBER}?mode=ro", uri=True)) as copy:
            verdict = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphan = copy.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as why:
        raise BackupError(f"the database in this backup is damaged ({why}).") from None
    if verdict != "ok":
        raise BackupError(f"the database in this backup is damaged ({verdict}).")
    if orphan:
        raise BackupError(f"the database in this backup is damaged (a row of {orphan[0]} refers to a missing one).")


def others_at_work() -> int:
    """Always 0: SQLite does not know. `dugout.starting` sees every process that uses the folder of the file."""
    return 0


def load(folder: Path, applied: Applied) -> None:
    """Replace the (empty) database by the copy, in one transaction.

    The copy has its own schema, so the migrations are not needed here.
    """
    connection.ensure_connection()
    with closing(sqlite3.connect(f"file:{folder / MEMBER}?mode=ro", uri=True)) as copy:
        try:
            copy.backup(connection.connection, progress=_within(PATIENCE))
        except sqlite3.Error as why:
            raise BackupError(f"the database could not be written ({why}); nothing was changed.") from None
    connection.close()
