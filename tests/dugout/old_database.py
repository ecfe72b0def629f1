"""The database of an earlier version, for tests of what happens to it.

``database_796d0c9.sql.xz`` is a compressed SQLite dump of the demo league after two rounds
(`manage.py demo --rounds 2`), made at commit 796d0c9, before the migrations were squashed for the first time. It has
no passwords, sessions or jobs.
"""

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

DUMP = Path(__file__).with_name("database_796d0c9.sql.xz")


def write_old_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.executescript(lzma.decompress(DUMP.read_bytes()).decode())
