"""A page sees one moment of the database: each GET reads in one transaction, in which nothing is written.

Without it a team could enter between two queries of a page, so that one query knows it and the other does not. On
PostgreSQL the transaction is REPEATABLE READ, READ ONLY. On SQLite it is an explicit BEGIN DEFERRED, since Dugout's
other transactions are IMMEDIATE and take the one write lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse

READING = frozenset({"GET", "HEAD"})
WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "MERGE", "TRUNCATE", "CREATE", "ALTER", "DROP")
ROW_LOCKS = ("FOR UPDATE", "FOR NO KEY UPDATE", "FOR SHARE")


class WriteInSnapshot(RuntimeError):
    """A page that is only read tried to write. That is a bug, unless its route is in `READS_WITHOUT_SNAPSHOT`."""


class SnapshotMiddleware:
    """Runs the view of a GET, and the rendering of its page, in one snapshot.

    It stands last, next to the view, so that sessions are saved after the snapshot has ended. Routes named in the
    setting `READS_WITHOUT_SNAPSHOT` run without one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with ExitStack() as request.snapshot:
            return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Begin the snapshot as soon as the route is known."""
        if request.method in READING and request.resolver_match.view_name not in settings.READS_WITHOUT_SNAPSHOT:
            request.snapshot.enter_context(writes_together())
            request.snapshot.enter_context(snapshot())
        return None


def writes_together() -> AbstractContextManager[None]:
    """Writes to the embedded cache at once, after the page; other caches have no need of it."""
    found: AbstractContextManager[None] = getattr(caches["default"], "together", nullcontext)()
    return found


@contextmanager
def snapshot() -> Iterator[None]:
    """Read one moment of the database until the end of the block. Raises WriteInSnapshot for a statement that writes.

    Inside another transaction, as in most tests, it only refuses writes and reads what that transaction sees.
    """
    with connection.execute_wrapper(_refuse_writes):
        if connection.in_atomic_block:
            yield
            return
        begin = _begin_on_sqlite() if connection.vendor == "sqlite" else _begin_on_postgresql()
        with begin:
            yield
            transaction.set_rollback(True)  # there is nothing to commit


def in_snapshot() -> bool:
    """Whether this code reads one moment of the database."""
    return _refuse_writes in connection.execute_wrappers


def is_plain(reads: Any) -> bool:
    """Whether this connection is SQLite's within a snapshot, and nobody counts or logs what is asked.

    A statement that is known to read can then go to SQLite directly, in half the time.
    """
    return reads.vendor == "sqlite" and reads.execute_wrappers == [_refuse_writes] and not reads.queries_logged


@contextmanager
def _begin_on_sqlite() -> Iterator[None]:
    connection.ensure_connection()  # which reads the mode from the settings
    usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
    with ExitStack() as begun:
        try:
            begun.enter_context(transaction.atomic())
        finally:
            connection.transaction_mode = usual
        yield


@contextmanager
def _begin_on_postgresql() -> Iterator[None]:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _refuse_writes(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Django's wrapper of each statement."""
    statement = str(sql)
    if _writes(statement):
        raise WriteInSnapshot(
            f"a page that is only read tried to write: {statement[:200]!r}. Write in a POST, or name its route in "
            "READS_WITHOUT_SNAPSHOT."
        )
    return execute(sql, params, many, context)


@lru_cache(maxsize=512)
def _writes(statement: str) -> bool:
    """Whether a statement writes or locks; cached, since the same few hundred are asked for on every page."""
    beginning = statement.lstrip()[:10].upper()
    return beginning.startswith(WRITES) or any(lock in statement for lock in ROW_LOCKS)
