"""Signs of life. Each worker writes its own; pages read them to say that printing is paused."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from jobs.models import WorkerSign

SILENCE = timedelta(seconds=50)
"""A worker without a sign for so long counts as dead: a bit more than three beats of `jobs.worker_heartbeat`."""
REMEMBERED = timedelta(days=7)


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
