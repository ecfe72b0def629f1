"""An outage is no bug: while the database or the disk does not serve, pages say 503 and when to come again.

Django asks `unavailable_or_broken` for the page of every uncaught error, wherever it was raised: in a view, in a
middleware that looks for the user, or when a session is saved. Nothing here may use the database.
"""

from __future__ import annotations

import errno
import logging
import sqlite3
import sys
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

SOON = 10
"""Seconds after which to try again; a restart of PostgreSQL takes about two."""
LATER = 120
"""The same for a full disk, which somebody has to clear."""

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
DISK = NO_ROOM | {errno.EIO, errno.EROFS}
SQLITE_OUTAGES = frozenset(
    {
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY),
        *(sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN),
        *(sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB),
    }
)
"""All others, an unknown column above all, are bugs."""
POSTGRESQL_OUTAGES = ("08", "25006", "40001", "40P01", "53", "55P03", "57", "58")
"""How the codes of errors begin that are about connections, resources, locks, operators and disks."""
POSTGRESQL_FULL = "53100"


def wait_for(error: BaseException | None) -> int:
    """The seconds to wait if an error, or one that led to it, is an outage; 0 if it is a bug."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        if seconds := _wait_for_one(error):
            return seconds
        error = error.__cause__ or error.__context__
    return 0


def _wait_for_one(error: BaseException) -> int:
    code = getattr(error, "sqlite_errorcode", None)
    if isinstance(error, sqlite3.Error):
        first = (code or 0) & 0xFF  # the rest says more about it
        return 0 if first not in SQLITE_OUTAGES else LATER if first == sqlite3.SQLITE_FULL else SOON
    if isinstance(error, OSError):
        return 0 if error.errno not in DISK else LATER if error.errno in NO_ROOM else SOON
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return 0 if not state.startswith(POSTGRESQL_OUTAGES) else LATER if state == POSTGRESQL_FULL else SOON
    return SOON if _has_no_connection(error) else 0


def _has_no_connection(error: BaseException) -> bool:
    """Whether an error of Django or psycopg says, without any code, that there is no connection."""
    if isinstance(error, DatabaseError | InterfaceError):
        return isinstance(error, OperationalError | InterfaceError) and error.__cause__ is None
    return type(error).__module__.startswith("psycopg") and type(error).__name__ in (
        "OperationalError",
        "InterfaceError",
    )


def unavailable_or_broken(request: HttpRequest) -> HttpResponse:
    """The page for an uncaught error, which is the one that is being handled: 503 for an outage, else 500."""
    seconds = wait_for(sys.exc_info()[1])
    if not seconds:
        return HttpResponse(render_to_string("500.html"), status=500)
    response: HttpResponse
    if request.path == reverse("health"):
        response = JsonResponse({"database": "down"}, status=503)
    else:
        response = HttpResponse(render_to_string("503.html"), status=503)
    response.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(response)
    return response


class OneLine(logging.Filter):
    """Logs an outage in one line for each request, without a traceback: it has no place in the code."""

    def filter(self, record: logging.LogRecord) -> bool:
        error: Any = record.exc_info[1] if record.exc_info else None
        if getattr(record, "status_code", None) == 503 and error is not None:
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__}: {str(error).strip()})", ()
            record.exc_info = record.exc_text = None
        return True
