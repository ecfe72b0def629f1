"""Signs of life: written by each worker about itself, read by pages to say when printing waits."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from jobs.models import WorkerSign

SILENCE = timedelta(seconds=50)
"""A worker that has not been seen for so long is taken for dead: three beats of `jobs.worker_heartbeat` and a bit."""
REMEMBERED = timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workforce:
    """Whether anybody works."""

    alive: bool
    last_seen: datetime | None
    """When a worker was last seen; None where none ever was."""
    broker_lost: bool
    """Whether none of the living ones reaches the broker."""


def sign(name: str, *, broker_lost: bool = False) -> None:
    """A worker says that it lives."""
    now = timezone.now()
    if not WorkerSign.objects.filter(name=name).update(seen=now, stopped=None, broker_lost=broker_lost):
        WorkerSign.objects.create(name=name, since=now, seen=now, broker_lost=broker_lost)
        WorkerSign.objects.filter(seen__lt=now - REMEMBERED).delete()


def sign_off(name: str) -> None:
    """A worker says that it goes."""
    now = timezone.now()
    WorkerSign.objects.filter(name=name).update(seen=now, stopped=now)


def workforce() -> Workforce:
    """Who works now, in one query."""
    latest = list(WorkerSign.objects.order_by("-seen")[:50])
    since = timezone.now() - SILENCE
    alive = [worker for worker in latest if worker.stopped is None and worker.seen >= since]
    return Workforce(
        alive=bool(alive),
        last_seen=latest[0].seen if latest else None,
        broker_lost=bool(alive) and all(worker.broker_lost for worker in alive),
    )
