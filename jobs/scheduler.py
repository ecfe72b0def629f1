"""Work that becomes due at a time. Rooms above register functions that find it; every worker asks them.

A finder reads what is due now and returns jobs. Each call returns the same jobs with the same versions, so that each
waits or runs once, even if many workers ask. A finder leaves out what is done: a job that is over and leaves no result
is created again as long as the finder returns it. A job that was refused or set aside is created again too, because the
reason may be gone, but only after an hour. Nothing is stored here.
"""

import logging
from datetime import datetime, timedelta

from django.core.cache import cache
from django.utils import timezone

from accounts.registry import place_of
from jobs.extensions import Due, due_work
from jobs.models import Job, State
from jobs.queue import enqueue

logger = logging.getLogger(__name__)

EVERY = 60
"""Seconds between two looks, of all workers together. If the cache is lost, each worker looks."""
REST = timedelta(hours=1)
"""How long to wait before work that failed is tried again."""


def look(now: datetime | None = None) -> int:
    """Create all jobs that are due, and return how many. If a finder fails, the others are still asked."""
    now = now or timezone.now()
    found = 0
    for finder in due_work:
        try:
            # Read first: most of the time there is nothing to write, and a write would make others wait.
            for due in _rested(list(finder(now))):
                enqueue(due.kind, due.params, version=due.version, scope=due.scope)
                found += 1
        except Exception:
            logger.exception("%s could not find what is due", place_of(finder))
    return found


def _rested(found: list[Due]) -> list[Due]:
    """The jobs without those that failed within the last hour."""
    if not found:
        return found
    late = Job.objects.filter(state__in=(State.FAILED, State.SET_ASIDE), finished__gt=timezone.now() - REST)
    late = late.filter(owner__isnull=True, kind__in={due.kind for due in found})
    failed = list(late.values_list("kind", "params", "version"))
    return [due for due in found if (due.kind, dict(due.params), due.version) not in failed]


def look_once_a_minute() -> None:
    """Look, unless a worker has looked within the last minute."""
    if cache.add("jobs.clockwork", True, EVERY):
        look()
