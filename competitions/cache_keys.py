"""Cache keys that depend on the code: each version of the code reads only what it wrote itself.

The cache holds pickled values of this room's classes. After a change to a class or to a calculation, an older value
would be wrong; and for a while both versions of the code may run.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

READ = frozenset({".py", ".toml"})
"""Files that decide a cached value: code, and the tables of the editions."""

CACHE_SECONDS = 7 * 24 * 3600
"""Cached values are never stale: the time limit only frees space."""

REPOSITORY = Path(__file__).resolve().parent.parent
ROOMS = tuple(REPOSITORY / room for room in ("rules", "leagues", "teams", "matches", "competitions"))
"""The rooms whose code decides cached values."""


def key_of(what: str, *parts: object) -> str:
    """The cache key of a value; ``parts`` identify what it is about, with its version."""
    return ":".join([what, code(), *map(str, parts)])


@cache
def code() -> str:
    """A fingerprint of this process's code and tables; read once (about 25 ms)."""
    return fingerprint(ROOMS)


def fingerprint(folders: Iterable[Path]) -> str:
    """Sixteen hexadecimal digits that change with the name or content of any code or table in these folders."""
    digest = sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*.*") if path.suffix in READ):
            digest.update(f"{folder.name}/{path.relative_to(folder)}\0".encode())
            digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
