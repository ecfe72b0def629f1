"""A hash chain over rows that never change: each hash proves its row and all rows before it.

Someone who changes a row, takes one away or puts one in must make all later hashes again, and then the last one, the
head of the chain, differs from the head that somebody else has kept. The hashes are rows beside those that they prove,
and hold no personal data: what a person deletes must not be part of a chained row.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

START = "0" * 64
"""What stands before the first row."""


def next_hash(previous: str, row: Mapping[str, Any]) -> str:
    """The hash of a row, in hexadecimal digits, given the hash of the row before it, or ``START``.

    The row's values are JSON, ids or dates. A value of None is left out, so that a column that a table gets later does
    not change the hashes of its older rows.
    """
    return sha256(f"{previous}\n{canonical(row)}".encode()).hexdigest()


def canonical(row: Mapping[str, Any]) -> str:
    """A row as JSON text that is the same on every database: keys in order, no spaces, ASCII, times in UTC."""
    filled = {name: value for name, value in row.items() if value is not None}
    return json.dumps(filled, sort_keys=True, separators=(",", ":"), allow_nan=False, default=_as_text)


def _as_text(value: object) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no place in a chained row")
