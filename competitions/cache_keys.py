"""Keys of what is kept in the cache: no other version of the code makes the same, so none reads what this one wrote.

What is kept are pickled values of this room's own classes. After a change to a class, or to how a value is worked out,
an older one would be read as what it is not, or shown for what it should be; and for a while both versions may run.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

READ = frozenset({".py", ".toml"})
"""What a value is worked out by: code, and the tables of the editions."""

CACHE_SECONDS = 7 * 24 * 3600
"""Seconds. Nothing kept is ever stale: the time only frees its place."""

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = tuple(HOUSE / room for room in ("rules", "leagues", "teams", "matches", "competitions"))
"""Whose code has a part in what is kept: this room and those that it is worked out with."""


def key_of(what: str, *parts: object) -> str:
    """The key of what is kept of something that these parts tell from all else, its version among them."""
    return ":".join([what, code(), *map(str, parts)])


@cache
def code() -> str:
    """What this process's code and tables are known by; read once (about 25 ms)."""
    return fingerprint(ROOMS)


def fingerprint(folders: Iterable[Path]) -> str:
    """Sixteen digits that another name or content of any code or table in these folders would change."""
    digest = sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*.*") if path.suffix in READ):
            digest.update(f"{folder.name}/{path.relative_to(folder)}\0".encode())
            digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
