"""Which process holds a job, and whether it is certainly dead.

A lease needs its full time to run out. Where the holder was a process of this very machine, the kernel knows at once
that it is gone, so a worker started again after a crash takes up at once what the crash left.
"""

import hashlib
import os
import secrets
import socket
from functools import cache
from pathlib import Path


@cache
def _machine() -> str:
    """This kernel since its start, and what process numbers mean here (a container has its own); random if unknown."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
        return hashlib.sha256((boot + os.readlink("/proc/self/ns/pid")).encode()).hexdigest()[:12]
    except OSError:
        return secrets.token_hex(6)


def worker_name() -> str:
    """This process, told apart from every other living one on any machine."""
    return f"{socket.gethostname()[:80]}:{os.getpid()}:{_machine()}"


def is_dead(name: str) -> bool:
    """Whether the process of that name is certainly gone; False where that cannot be told from here."""
    _, pid, machine = name.rsplit(":", 2) if name.count(":") >= 2 else ("", "", "")
    if machine != _machine() or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        pass  # it lives, as another user
    return False
