"""What the running code is: what an older version made is never taken for what this one would make.

Caches and prints have it in their keys. They hold HTML, PDFs and pickled values of our classes: after a change to a
template, a class or a calculation, an older one would be wrong; and for a while both versions of the code may run.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings

READ = frozenset({".py", ".toml", ".html", ".json", ".csv", ".ttf", ".css", ".js"})
"""Endings of the files that pages, prints and tables are made by: code, editions, templates, data, fonts, style sheets
and scripts, since a page has links to those of its own day."""
NOT_SERVED = frozenset({"tests", "benchmarks"})


@cache
def code() -> str:
    """The fingerprint of the code of this process: read once (about 30 ms), when a server or a worker starts."""
    return fingerprint(rooms())


def rooms() -> tuple[Path, ...]:
    """The folders of all rooms, and those of the templates and of what is served as it is."""
    packages = (each.parent for each in settings.BASE_DIR.glob("*/__init__.py") if each.parent.name not in NOT_SERVED)
    return (*sorted(packages), settings.BASE_DIR / "templates", settings.BASE_DIR / "static")


def fingerprint(folders: Iterable[Path]) -> str:
    """Sixteen hexadecimal digits that change with the name or content of any file in these folders that is `READ`."""
    digest = sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*.*") if path.suffix in READ):
            digest.update(f"{folder.name}/{path.relative_to(folder)}\0".encode())
            digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
