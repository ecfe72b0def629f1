"""What every web server and worker checks before it starts, in whichever way it is started.

It refuses unsafe settings, a database that does not fit this version of Dugout, and a data folder while a backup is
restored into it. It does not refuse a database that does not answer: they wait for it, and the health page says so.
"""

import fcntl
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import IO

from django.conf import settings
from django.db import connection

from dugout import preparation
from dugout.checks import safe_to_start, wording
from web.fingerprint import code

NEW_OBJECTS = 20_000
"""How many objects more there are before garbage is collected: a page makes thousands, and Python's own 700 would look
through them several times while they are all in use."""

_held: list[IO[str]] = []
"""The file whose lock says that this process uses the data folder; it is open until the process ends."""


def why_unsafe() -> str:
    """Why these settings are unsafe; empty if they are not. Only other environment variables help."""
    return wording(safe_to_start())


def why_not_now() -> str:
    """Why this process cannot start now; empty if it can. Then `undisturbed` sees it."""
    if not _enter():
        return f"a backup is being restored into {settings.VAR_DIR}. Start again when that is done."
    why = preparation.why_unusable()
    if not connection.in_atomic_block:
        connection.close()  # a worker forks after this
    return why


def freeze_loaded_code() -> None:
    """Load all pages, and let garbage collection skip what is loaded now: it stays until the process ends.

    These are about 117,000 objects: a full collection of them stopped a request for 50 to 150 ms.
    """
    import_module(settings.ROOT_URLCONF)
    freeze()


def freeze() -> None:
    """Let garbage collection skip what is loaded now, also in processes forked later, which then share its memory.

    What is made later is looked through after `NEW_OBJECTS` more of them. The fingerprint of the code is read here:
    later the files may already be those of the next version.
    """
    code()
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


def _enter() -> bool:
    if _held:
        return True
    lock = open(settings.VAR_DIR / "in-use.lock", "a")  # noqa: SIM115 - kept open on purpose
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return False
    _held.append(lock)
    return True


@contextmanager
def undisturbed() -> Iterator[bool]:
    """Keep `manage.py up`, web servers and workers out of this data folder; False if one of them uses it."""
    with open(settings.VAR_DIR / "up.lock", "a") as started, open(settings.VAR_DIR / "in-use.lock", "a") as used:
        try:
            for lock in (started, used):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
