"""Workers: the name of each process, whether it is certainly dead, and its signs of life.

A lease takes its full time to end. But if the process ran on this machine, the kernel knows at once that it is gone. So
a worker that starts again after a crash takes over its jobs at once. Each worker writes its own signs of life; pages
read them to say that printing is paused.
"""

import hashlib
import os
import secrets
import socket
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

from django.utils import timezone

from jobs.models import WorkerSign

SILENCE = timedelta(seconds=50)
"""A worker without a sign for so long counts as dead: a bit more than three beats of `jobs.worker_heartbeat`."""
REMEMBERED = timedelta(days=7)


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
        pass  # it lives, under another user
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Workforce:
    """Whether workers run."""

    alive: bool
    last_seen: datetime | None
    """When a worker last signed; None if none ever did."""
    broker_lost: bool
    """Whether no living worker reaches the broker."""


def sign(name: str, *, broker_lost: bool = False) -> None:
    """Store that a worker lives."""
    now = timezone.now()
    if not WorkerSign.objects.filter(name=name).update(seen=now, stopped=None, broker_lost=broker_lost):
        WorkerSign.objects.create(name=name, since=now, seen=now, broker_lost=broker_lost)
        WorkerSign.objects.filter(seen__lt=now - REMEMBERED).delete()


def sign_off(name: str) -> None:
    """Store that a worker ends."""
    now = timezone.now()
    WorkerSign.objects.filter(name=name).update(seen=now, stopped=now)


def workforce() -> Workforce:
    """The workers now, in one query."""
    latest = list(WorkerSign.objects.order_by("-seen")[:50])
    since = timezone.now() - SILENCE
    alive = [worker for worker in latest if worker.stopped is None and worker.seen >= since]
    return Workforce(
        alive=bool(alive),
        last_seen=latest[0].seen if latest else None,
        broker_lost=bool(alive) and all(worker.broker_lost for worker in alive),
    )
