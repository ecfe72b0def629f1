"""The embedded cache: one SQLite file beside the main database, shared by web and worker processes.

Django's DatabaseCache would write to the main database, whose only write lock belongs to commands.
This cache may lose everything at any time (`synchronous=OFF`): only speed depends on it, so pages are read on a full
disk too (`LosableSQLiteCache`). What limits count is in a file of its own, and to write there must not fail unseen.
"""

import pickle
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from os import getpid
from time import monotonic, sleep
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache

SCHEMA = """
CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, value BLOB NOT NULL, expires REAL);
CREATE INDEX IF NOT EXISTS entry_expires ON entry (expires);
"""
"""With rowids, the keys are in an index of their own. Without them, SQLite would read a dozen values, some of them
whole pages, to find out whether a key is there."""
WRITES_BETWEEN_CULLS = 500
LOCK_SECONDS = 5.0


class SQLiteCache(BaseCache):
    """Django's cache in an SQLite file. LOCATION is its path; OPTIONS are those of every Django cache.

    Django makes one instance for each thread, so threads never share a connection. After a fork it is opened again.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = location
        self._connection: sqlite3.Connection | None = None
        self._owner = 0
        self._writes = 0

    def validate_key(self, key: str) -> None:
        """Every text is a key here. Django looks at each of its letters, for the sake of memcached."""

    def _open(self) -> sqlite3.Connection:
        if self._connection is None or self._owner != getpid():
            connection = sqlite3.connect(self._location, timeout=LOCK_SECONDS, isolation_level=None)
            _write_ahead(connection)
            connection.execute("PRAGMA synchronous=OFF")
            connection.executescript(SCHEMA)
            self._connection, self._owner = connection, getpid()
        return self._connection

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its start."""
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk may have ended it, or have kept it from being committed
                connection.execute("ROLLBACK")
            raise
        self._writes += 1
        if self._writes % WRITES_BETWEEN_CULLS == 0:
            self._cull(connection)

    def _read(self, connection: sqlite3.Connection, key: str) -> bytes | None:
        row = connection.execute(
            "SELECT value FROM entry WHERE key = ? AND (expires IS NULL OR expires > ?)", (key, time.time())
        ).fetchone()
        return row[0] if row else None

    def _put(self, connection: sqlite3.Connection, key: str, value: Any, timeout: Any) -> None:
        row = (key, pickle.dumps(value, pickle.HIGHEST_PROTOCOL), self.get_backend_timeout(timeout))
        connection.execute("INSERT OR REPLACE INTO entry (key, value, expires) VALUES (?, ?, ?)", row)

    def _cull(self, connection: sqlite3.Connection) -> None:
        """Delete expired entries; above MAX_ENTRIES, also a share of those that expire first."""
        connection.execute("DELETE FROM entry WHERE expires <= ?", (time.time(),))
        count = connection.execute("SELECT count(*) FROM entry").fetchone()[0]
        if count > self._max_entries:
            surplus = count - self._max_entries + self._max_entries // max(self._cull_frequency, 1)
            connection.execute(
                "DELETE FROM entry WHERE key IN (SELECT key FROM entry ORDER BY expires IS NULL, expires LIMIT ?)",
                (surplus,),
            )

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        value = self._read(self._open(), self.make_and_validate_key(key, version))
        return default if value is None else pickle.loads(value)  # noqa: S301 - our own file, mode 0600

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """The values of those keys that are there, with one statement."""
        made = {self.make_and_validate_key(key, version): key for key in keys}
        asked = ", ".join("?" * len(made))
        rows = self._open().execute(
            f"SELECT key, value FROM entry WHERE key IN ({asked}) AND (expires IS NULL OR expires > ?)",  # noqa: S608 - only marks
            (*made, time.time()),
        )
        return {made[key]: pickle.loads(value) for key, value in rows}  # noqa: S301 - our own file, mode 0600

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        made = self.make_and_validate_key(key, version)
        with self._write() as connection:
            self._put(connection, made, value, timeout)

    def set_many(
        self, data: Mapping[str, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        """Set several values in one transaction."""
        made = {self.make_and_validate_key(key, version): value for key, value in data.items()}
        with self._write() as connection:
            for key, value in made.items():
                self._put(connection, key, value, timeout)
        return []

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        made = self.make_and_validate_key(key, version)
        with self._write() as connection:
            if self._read(connection, made) is not None:
                return False
            self._put(connection, made, value, timeout)
        return True

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        made = self.make_and_validate_key(key, version)
        with self._write() as connection:
            if self._read(connection, made) is None:
                return False
            connection.execute("UPDATE entry SET expires = ? WHERE key = ?", (self.get_backend_timeout(timeout), made))
        return True

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add to a number, without changing when it expires. Raises ValueError if the key is absent."""
        made = self.make_and_validate_key(key, version)
        with self._write() as connection:
            stored = self._read(connection, made)
            if stored is None:
                raise ValueError(f"Key {key!r} not found")
            value: int = pickle.loads(stored) + delta  # noqa: S301 - our own file, mode 0600
            connection.execute("UPDATE entry SET value = ? WHERE key = ?", (pickle.dumps(value), made))
        return value

    def delete(self, key: str, version: int | None = None) -> bool:
        made = self.make_and_validate_key(key, version)
        with self._write() as connection:
            return connection.execute("DELETE FROM entry WHERE key = ?", (made,)).rowcount > 0

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        made = [self.make_and_validate_key(key, version) for key in keys]
        asked = ", ".join("?" * len(made))
        with self._write() as connection:
            connection.execute(f"DELETE FROM entry WHERE key IN ({asked})", made)  # noqa: S608 - only marks

    def has_key(self, key: str, version: int | None = None) -> bool:
        return self._read(self._open(), self.make_and_validate_key(key, version)) is not None

    def clear(self) -> None:
        with self._write() as connection:
            connection.execute("DELETE FROM entry")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Choose the write-ahead log, which needs the whole file for a moment.

    SQLite does not wait for others here, whatever the connection's timeout: of several that open a new file at once,
    all but one would fail. Raises sqlite3.OperationalError if the file stays locked.
    """
    until = monotonic() + LOCK_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if monotonic() > until:
                raise
            sleep(0.01)
        else:
            return


class LosableSQLiteCache(SQLiteCache):
    """The same, but a disk that is full, read-only or broken is a cache miss, never an error.

    ``incr`` then raises ValueError, as for every absent key.
    """

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(location, params)
        self._waiting: dict[str, tuple[bytes, float | None] | None] | None = None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Writes all that the block sets and deletes at its end, at once: a page keeps a dozen values.

        The block reads what it set itself; others see it after the end.
        """
        if self._waiting is not None:
            yield
            return
        self._waiting = {}
        try:
            yield
        finally:
            self._tried(None, self._write_waiting)
            self._waiting = None

    def _write_waiting(self) -> None:
        """Write what waits: each value, or None for a key that was deleted."""
        waiting, self._waiting = self._waiting, {} if self._waiting is not None else None
        if waiting:
            rows = [(key, *value) for key, value in waiting.items() if value is not None]
            gone = [(key,) for key, value in waiting.items() if value is None]
            with self._write() as connection:
                connection.executemany("INSERT OR REPLACE INTO entry (key, value, expires) VALUES (?, ?, ?)", rows)
                connection.executemany("DELETE FROM entry WHERE key = ?", gone)

    def _read(self, connection: sqlite3.Connection, key: str) -> bytes | None:
        if self._waiting and key in self._waiting:
            waiting = self._waiting[key]
            return waiting[0] if waiting else None
        return super()._read(connection, key)

    def _now(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """The work, to be done on what is written: what waits is written first."""
        if self._waiting:
            self._tried(None, self._write_waiting)
        return work

    def _tried(self, lost: Any, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return work(*args, **kwargs)
        except (sqlite3.Error, OSError):
            return lost

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._tried(default, super().get, key, default, version)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        waiting = self._waiting or {}
        made = {key: self.make_and_validate_key(key, version) for key in keys}
        others = [key for key in made if made[key] not in waiting]
        found: dict[str, Any] = self._tried({}, super().get_many, others, version)
        own = {key: each for key in made if (each := waiting.get(made[key])) is not None}
        return found | {key: pickle.loads(each[0]) for key, each in own.items()}  # noqa: S301 - pickled by this thread

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        if self._waiting is not None:
            made = self.make_and_validate_key(key, version)
            self._waiting[made] = pickle.dumps(value, pickle.HIGHEST_PROTOCOL), self.get_backend_timeout(timeout)
            return
        self._tried(None, super().set, key, value, timeout, version)

    def set_many(
        self, data: Mapping[str, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[str]:
        if self._waiting is not None:
            for key, value in data.items():
                self.set(key, value, timeout, version)
            return []
        lost: list[str] = self._tried(list(data), super().set_many, data, timeout, version)
        return lost

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._tried(True, self._now(super().add), key, value, timeout, version))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._tried(False, self._now(super().touch), key, timeout, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        value = self._tried(None, self._now(super().incr), key, delta, version)
        if value is None:
            raise ValueError(f"Key {key!r} not found")
        return int(value)

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._tried(False, self._now(super().delete), key, version))

    def delete_many(self, keys: Iterable[str], version: int | None = None) -> None:
        if self._waiting is not None:
            self._waiting |= {self.make_and_validate_key(key, version): None for key in keys}
            return
        self._tried(None, super().delete_many, keys, version)

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._tried(False, self._now(super().has_key), key, version))

    def clear(self) -> None:
        self._tried(None, self._now(super().clear))
