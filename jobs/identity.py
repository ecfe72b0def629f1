"""Which process has a job, and whether it is certainly dead.

A lease takes its full time to end. But if the process ran on this machine, the kernel knows at once that it is gone. So
a worker that starts again after a crash takes over its jobs at once.
"""

import hashlib
import os
import secrets
import socket
from functools import cache
from pathlib import Path


@cache
def _machine() -> str:
    """A key of this kernel's run and of its process numbers (a container has its own); random if unknown."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text()
        return hashlib.sha256((boot + os.readlink("/proc/self/ns/pid")).encode()).hexdigest()[:12]
    except OSError:
        return secrets.token_hex(6)


def worker_name() -> str:
    """A name of this process that no other living process has, on any machine."""
    return f"{socket.gethostname()[:80]}:{os.getpid()}:{_machine()}"


def is_dead(name: str) -> bool:
    """Whether the process of that name is certainly gone; False if this machine cannot know."""
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
