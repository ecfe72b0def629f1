"""Connections to the database of the tests, for tests that must be alone in it."""

from __future__ import annotations

import time

from django.db import connection

from dugout.backup import postgresql


def end_other_connections() -> None:
    """End what threads and processes of earlier tests have left open; on SQLite nothing is."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    latest = time.monotonic() + 10
    while postgresql.others_at_work() and time.monotonic() < latest:
        time.sleep(0.05)
